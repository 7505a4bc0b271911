import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono } from 'hono'
import type { AnyEndpoint } from '#contract/call'
import { contract } from '#contract/index'
import { parsePayloadAge, PAYLOAD_AGE_HEADER } from '#contract/payload-age'
import { refusalTexts } from '#i18n/refusals'
import { type LocalizedText, fillTemplateText } from '#i18n/translate'
import { createAllHandlers } from './features/index.ts'
import { createPaymentWebhook } from './features/payment/public.ts'
import { recordGatewayRefund } from './features/refunds/public.ts'
import { createHandlerServices } from './handler-services.ts'
import { openapiFile } from './openapi/openapi-file.ts'
import type { PaymentGateway } from './payment-gateways/payment-gateway.ts'
import { switchPageLanguage } from './platform/app/page-language.ts'
import type { StaticApp } from './platform/app/static-app.ts'
import type { Clock } from './platform/clock.ts'
import { OverloadedError } from './platform/concurrency.ts'
import type { Database } from './platform/database/database.ts'
import { classifyDatabaseError } from './platform/database/errors.ts'
import type { HasFreeSpace } from './platform/database/health/disk-space.ts'
import { watchDatabaseReadiness } from './platform/database/health/readiness.ts'
import { sendStaticFile } from './platform/files/send-static-file.ts'
import type { MessagingHosts } from './platform/host/host.ts'
import { WECHAT_TAG_FRAMES } from './platform/host/wechat/wechat-service.ts'
import {
  handleCall,
  handleDownload,
  handleFileCall,
  handleUpload,
} from './platform/http/dispatch.ts'
import type {
  FileContent,
  DownloadHandler,
  FileHandler,
  Handler,
  StreamedFile,
  UploadHandler,
} from './platform/http/handler.ts'
import { isIdempotencyKey } from './platform/http/idempotency.ts'
import {
  type DispatchContext,
  isQueuedWrite,
  requestLanguage,
} from './platform/http/incoming-request.ts'
import { clientNetworkKey } from './platform/http/limits/client-network.ts'
import { IN_PROCESS_CLIENT_ADDRESS } from './platform/http/limits/rate-limits.ts'
import { createLoadShedder } from './platform/http/load-shedder.ts'
import { isCrossOriginWrite } from './platform/http/origin-check.ts'
import { setCommonHeaders, contentSecurityPolicyFor } from './platform/http/response-headers.ts'
import {
  type ApiResponse,
  type ApiStatus,
  DATABASE_RETRY_SECONDS,
  withRetryAfter,
  plainErrorResponse,
  errorResponse,
} from './platform/http/responses.ts'
import { isIndexable } from './platform/http/robots.ts'
import { findUnavailableCalls } from './platform/http/unavailable-calls.ts'
import { describeError, type Log } from './platform/monitoring/logs.ts'
import type { Metrics } from './platform/monitoring/metrics.ts'
import { registerReadinessMetrics } from './platform/monitoring/readiness-metrics.ts'
import { type RequestEnv, observeRequests } from './platform/monitoring/request-log.ts'
import { classifySubmission } from './platform/monitoring/submission-outcome.ts'
import type { Settings } from './platform/settings/settings.ts'
import type { RenderBackend } from './platform/ssr/page-cache.ts'
import { createSandboxAuthorizeRoutes } from './sandbox/authorize-routes.ts'
import { createSandboxPaymentRoutes } from './sandbox/payment-routes.ts'

/**
 * The dependencies of the server. Tests pass other values for some of them, such as the clock, the
 * host, the disk space and the log.
 */
export interface AppDependencies {
  readonly database: Database
  readonly clock: Clock
  readonly hosts: MessagingHosts
  readonly gateway: PaymentGateway
  readonly settings: Settings
  readonly log: Log
  readonly metrics: Metrics
  readonly hasFreeSpace: HasFreeSpace
  readonly app: StaticApp
  /** The database's epoch, which changes with each restore; '' before the first restore. */
  readonly epoch: () => string
}

/**
 * Creates the whole server: every call of the contract, the sandbox if it is enabled, health checks
 * and the app's files.
 */
export function createApp(world: AppDependencies): Hono<RequestEnv> {
  const { database, clock, hosts, gateway, settings, log, metrics } = world
  const readiness = watchDatabaseReadiness({
    database,
    hasRoom: world.hasFreeSpace,
    onChange: (why) => log.warn({ ready: why === undefined, why }),
  })
  registerReadinessMetrics(metrics.registry, readiness.findObstacle)
  const server: DispatchContext = {
    db: database.db,
    clock,
    readiness,
    tools: createHandlerServices({ database, settings, clock, hosts, log }),
    clientAddressOf: (c) => addressOf(c, settings.proxyHops),
    clientNetworkOf: (c) => clientNetworkKey(addressOf(c, settings.proxyHops)),
    loadShedder: createLoadShedder(),
  }
  const answerTo: typeof toFailureResponse = (c, call, error) => {
    if (classifyDatabaseError(error) === 'full') readiness.reportDiskFull()
    return toFailureResponse(c, call, error)
  }
  const app = new Hono<RequestEnv>().basePath(settings.basePath === '' ? '/' : settings.basePath)
  app.use(
    '*',
    observeRequests({ log, metrics }),
    setCommonHeaders({
      policy: contentSecurityPolicyFor(world.app.indexHtml, {
        frames: settings.messages.wechatSubscription && WECHAT_TAG_FRAMES,
      }),
      clock,
      mayBeIndexed: (path) => isIndexable(path, settings),
      epoch: world.epoch,
    }),
  )

  app.use('*', async (c, next) => {
    if (isCrossOriginWrite(c, settings.publicUrl))
      return sendResponse(c, plainErrorResponse(403, refusalTexts.otherSite, requestLanguage(c)))
    await next()
    return undefined
  })

  const off = findUnavailableCalls(settings)
  for (const [call, handler] of listHandlers(createAllHandlers(gateway))) {
    const why = off.get(call)
    if (why !== undefined) {
      app.all(call.path, (c) =>
        sendResponse(c, errorResponse(call, 404, why, requestLanguage(c)), isQueuedWrite(call)),
      )
      continue
    }
    const isFile = call.kind === 'file'
    app.on(isFile ? 'GET' : 'POST', call.path, async (c) => {
      c.set('route', call.path)
      const answered = await dispatch(server, call, handler, c).catch((error: unknown) =>
        answerTo(c, call, error),
      )
      if ('bytes' in answered) return sendFile(c, answered)
      if ('chunks' in answered) return streamFile(c, answered)
      if (isQueuedWrite(call))
        metrics.recordSubmission({
          form: call.form,
          outcome: classifySubmission(call, answered),
          age: parsePayloadAge(c.req.header(PAYLOAD_AGE_HEADER)),
        })
      return sendResponse(c, answered, isQueuedWrite(call))
    })
    app.all(call.path, (c) =>
      sendResponse(c, {
        ...plainErrorResponse(405, refusalTexts.wrongMethod, requestLanguage(c)),
        headers: { allow: isFile ? 'GET, HEAD' : 'POST' },
      }),
    )
  }

  // Redirects only to the page of this campus, with the university's reply as one query parameter.
  if (settings.university !== undefined)
    app.get('/api/university/back', (c) => {
      const answer = encodeURIComponent(new URL(c.req.url).search.slice(1))
      return nameRoute(c, 'university').redirect(
        `${settings.basePath}/login?university=${answer}`,
        303,
      )
    })

  const described = openapiFile(settings)
  app.get('/openapi.json', async (c) =>
    sendStaticFile(nameRoute(c, 'openapi'), await described(), 'no-cache'),
  )

  app.get('/healthz', (c) => nameRoute(c, 'health').json({ alive: true }))
  app.get('/readyz', async (c) => {
    const why = await readiness.findObstacle()
    return nameRoute(c, 'ready').json(
      { ready: why === undefined, why },
      why === undefined ? 200 : 503,
    )
  })

  if (settings.gateway.type !== 'none')
    app.route(
      '/',
      createPaymentWebhook({
        db: database.db,
        gateway,
        clock,
        recordRefund: recordGatewayRefund,
      }),
    )
  if (settings.gateway.type === 'sandbox') {
    const notify = async (notice: { headers: Record<string, string>; body: string }) =>
      app.request(`${settings.basePath}/payment/notify`, { method: 'POST', ...notice })
    app.route('/', createSandboxPaymentRoutes({ db: database.db, clock, notify }))
  }
  if (settings.hosts.some(({ type }) => type === 'sandbox'))
    app.route('/', createSandboxAuthorizeRoutes({ db: database.db, clock }))
  const campus: RenderBackend = {
    now: () => clock.now(),
    fetch: async ({ address, headers, body }) => {
      const answer = await app.request(address, { method: 'POST', headers, body })
      return { status: answer.status, headers: [...answer.headers], body: await answer.text() }
    },
  }
  const { basePath, secureCookies } = settings
  const below = (c: Context) => c.req.path.slice(basePath.length) || '/'
  app.get('*', (c) => world.app.serve(c, below(c), campus))
  app.post(
    '*',
    (c) => switchPageLanguage(c, { path: below(c), basePath, secureCookies }) ?? c.notFound(),
  )
  app.notFound((c) =>
    sendResponse(c, plainErrorResponse(404, refusalTexts.notFound, requestLanguage(c))),
  )
  app.onError((error, c) => sendResponse(c, answerTo(c, undefined, error)))
  return app
}

function dispatch(
  server: DispatchContext,
  call: AnyEndpoint,
  handler: AnyHandler,
  c: Context,
): Promise<ApiResponse | FileContent | StreamedFile> {
  switch (call.kind) {
    case 'file':
      return handleFileCall(server, call, handler, c)
    case 'download':
      return handleDownload(server, call, handler, c)
    case 'upload':
      return handleUpload(server, call, handler, c)
    case 'read':
    case 'inquiry':
    case 'write':
      return handleCall(server, call, handler, c)
  }
}

// Lists each call with its handler. In the handler table each call has a handler of another type;
// here all handlers have the same type.
function* listHandlers(
  all: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): Generator<[AnyEndpoint, AnyHandler]> {
  for (const [noun, calls] of Object.entries<Readonly<Record<string, AnyEndpoint>>>(contract))
    for (const [name, call] of Object.entries(calls)) {
      const handler = all[noun]?.[name]
      if (isHandler(handler)) yield [call, handler]
    }
}

type AnyHandler = Handler<unknown, unknown> &
  FileHandler &
  UploadHandler<unknown> &
  DownloadHandler<unknown>
const isHandler = (value: unknown): value is AnyHandler => typeof value === 'function'

function toFailureResponse(
  c: Context<RequestEnv>,
  call: AnyEndpoint | undefined,
  error: unknown,
): ApiResponse {
  const language = requestLanguage(c)
  c.set('fault', describeError(error))
  const say = (status: ApiStatus, says: LocalizedText) =>
    errorResponse(call, status, says, language)
  const databaseError = classifyDatabaseError(error)
  switch (databaseError) {
    case 'unavailable':
      return withRetryAfter(say(503, refusalTexts.busy), DATABASE_RETRY_SECONDS)
    case 'busy':
      return withRetryAfter(
        say(503, error instanceof OverloadedError ? error.says : refusalTexts.busy),
        error instanceof OverloadedError ? DATABASE_RETRY_SECONDS : 1,
      )
    case 'full':
      return say(507, refusalTexts.storageFull)
    case 'unstorable-text':
      return say(422, refusalTexts.badCharacters)
    case 'other': {
      const request = c.get('request')
      const answer = say(500, fillTemplateText(refusalTexts.fault, request))
      return { ...answer, body: { ...answer.body, request } }
    }
  }
}

// The Idempotency-Key is echoed only for calls that store their responses. An echo from any other
// call would promise a guarantee that does not exist.
function sendResponse(
  c: Context<RequestEnv>,
  { status, body, headers }: ApiResponse,
  echoes = false,
): Response {
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  const key = c.req.header('idempotency-key')
  if (echoes && key !== undefined && isIdempotencyKey(key)) c.header('Idempotency-Key', key)
  c.header('Cache-Control', 'no-store')
  return c.json(body, status)
}

// Files are portraits or grades, so phones do not cache them either (D-80).
function sendFile(c: Context<RequestEnv>, { bytes, contentType, name }: FileContent): Response {
  c.header('Cache-Control', 'no-store')
  if (name !== undefined) c.header('Content-Disposition', attachmentHeader(name))
  return c.body(bytes, 200, {
    'Content-Type': contentType,
    'Content-Length': String(bytes.byteLength),
  })
}

// If the client disconnects, the generation of the file ends. An error during the generation closes
// the connection, so that a truncated file is not mistaken for a complete one.
function streamFile(c: Context<RequestEnv>, { chunks, contentType, name }: StreamedFile): Response {
  c.header('Cache-Control', 'no-store')
  c.header('Content-Disposition', attachmentHeader(name))
  return c.body(ReadableStream.from(chunks), 200, { 'Content-Type': contentType })
}

const attachmentHeader = (name: string) =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name)}`

function nameRoute(c: Context<RequestEnv>, route: string): Context<RequestEnv> {
  c.set('route', route)
  c.header('Cache-Control', 'no-store')
  return c
}

// The address of the client. Each trusted proxy appends the address of its client; entries further
// left can be forged.
function addressOf(c: Context, proxyHops: number): string {
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((one) => one.trim())
  const told = proxyHops > 0 ? forwarded.at(-proxyHops) : undefined
  if (told !== undefined && told !== '') return told
  // A request that the process makes to itself has no connection.
  return isObject(c.env) && 'incoming' in c.env
    ? (getConnInfo(c).remote.address ?? 'unknown')
    : IN_PROCESS_CLIENT_ADDRESS
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono } from 'hono'
import type { AnyCall, AnyEntry } from '#contract/call'
import { contract } from '#contract/index'
import { readAge, WORDS_AGE } from '#contract/words-age'
import { refusalTexts } from '#i18n/refusals'
import type { Language } from '#i18n/translate'
import { handlersWith } from './features/index.ts'
import { notifyAddress } from './features/payment/face.ts'
import { openapiFile } from './openapi/file.ts'
import type { Gateway } from './payments/gateway.ts'
import type { Clock } from './platform/clock.ts'
import { Overloaded } from './platform/concurrency.ts'
import type { Database, Db } from './platform/database/database.ts'
import type { HasRoom } from './platform/database/disk-space.ts'
import { withEnglish } from './platform/database/english-names.ts'
import { databaseTroubleOf } from './platform/database/errors.ts'
import { watchReadiness } from './platform/database/readiness.ts'
import type { Campus } from './platform/drawing/pages.ts'
import { switchLanguage } from './platform/files/page-language.ts'
import { send } from './platform/files/send.ts'
import type { App } from './platform/files/static.ts'
import type { Host } from './platform/host/host.ts'
import { createAdmission } from './platform/http/admission.ts'
import {
  type Answer,
  AWAY_SECONDS,
  later,
  plainProblem,
  problem,
  type Ruled,
} from './platform/http/answers.ts'
import { networkOf } from './platform/http/client-network.ts'
import { answer, answerFile, isQueued, languageOf, type Server } from './platform/http/dispatch.ts'
import { answerDownload } from './platform/http/download.ts'
import type {
  Bytes,
  DownloadHandler,
  FileHandler,
  Handler,
  Made,
  UploadHandler,
} from './platform/http/handler.ts'
import { commonHeaders, policyFor } from './platform/http/headers.ts'
import { isKey } from './platform/http/idempotency.ts'
import { createLimits, IN_PROCESS } from './platform/http/limits.ts'
import { notOffered } from './platform/http/not-offered.ts'
import { isForeignWrite } from './platform/http/own-origin.ts'
import { mayBeIndexed } from './platform/http/robots.ts'
import { answerUpload } from './platform/http/upload.ts'
import { fateOf } from './platform/monitoring/fate.ts'
import { faultOf, type Log } from './platform/monitoring/logs.ts'
import type { Metrics } from './platform/monitoring/metrics.ts'
import { tellReadiness } from './platform/monitoring/ready.ts'
import { type Env, observe } from './platform/monitoring/request-log.ts'
import { openSealer } from './platform/sessions/sealed.ts'
import type { Settings } from './platform/settings/settings.ts'
import { openSms } from './platform/sms.ts'
import { openUniversity } from './platform/university/open.ts'
import { sandboxPay } from './sandbox/pay.ts'
import { sandboxPages } from './sandbox/routes.ts'

/** What the server stands on. Tests bring their own clock, host, space and log. */
export interface World {
  readonly database: Database
  readonly clock: Clock
  readonly host: Host
  readonly gateway: Gateway
  readonly settings: Settings
  readonly log: Log
  readonly metrics: Metrics
  readonly hasRoom: HasRoom
  readonly app: App
  /** In which life of the database this is. */
  readonly epoch: () => string
}

/**
 * The whole server: every call of the contract, the sandbox where it is on, its health, and the
 * app's files.
 */
export function createApp(world: World): Hono<Env> {
  const { database, clock, host, gateway, settings, log, metrics } = world
  const readiness = watchReadiness({
    database,
    hasRoom: world.hasRoom,
    onChange: (why) => log.warn({ ready: why === undefined, why }),
  })
  tellReadiness(metrics.registry, readiness.obstacle)
  const server: Server = {
    db: database.db,
    clock,
    readiness,
    tools: {
      settings,
      clock,
      host,
      log,
      limits: createLimits(database, settings),
      sms: openSms(settings),
      university: openUniversity(settings),
      sealer: openSealer(settings),
    },
    addressOf: (c) => networkOf(addressOf(c, settings.proxyHops)),
    admission: createAdmission(),
  }
  const answerTo: typeof failed = (c, call, error) => {
    if (databaseTroubleOf(error) === 'full') readiness.sawFull()
    return failed(c, call, error)
  }
  const app = new Hono<Env>().basePath(settings.basePath === '' ? '/' : settings.basePath)
  app.use(
    '*',
    observe({ log, metrics }),
    commonHeaders({
      policy: policyFor(world.app.indexHtml),
      clock,
      mayBeIndexed: (path) => mayBeIndexed(path, settings),
      epoch: world.epoch,
    }),
  )

  app.use('*', async (c, next) => {
    if (isForeignWrite(c, settings.publicUrl))
      return sent(c, plainProblem(403, refusalTexts.otherSite, languageOf(c)))
    await next()
    return undefined
  })

  const off = notOffered(settings)
  for (const [call, handler] of mounted(handlersWith(gateway))) {
    const why = off.get(call)
    if (why !== undefined) {
      app.all(call.path, (c) =>
        sent(
          c,
          call.kind === 'file'
            ? plainProblem(404, why, languageOf(c))
            : problem(call, 404, why, languageOf(c)),
          isQueued(call),
        ),
      )
      continue
    }
    const isFile = call.kind === 'file'
    app.on(isFile ? 'GET' : 'POST', call.path, async (c) => {
      c.set('route', call.path)
      if (call.kind === 'file') {
        const found = await answerFile(server, call, handler, c)
        return 'bytes' in found ? sentBytes(c, found) : sent(c, found)
      }
      if (call.kind === 'download') {
        const made = await answerDownload(server, call, handler, c).catch((error: unknown) =>
          answerTo(c, call, error),
        )
        return 'chunks' in made ? sentWhileMade(c, made) : sent(c, made)
      }
      const said =
        call.kind === 'upload'
          ? answerUpload(server, call, handler, c)
          : withNames(server.db, call, answer(server, call, handler, c), languageOf(c))
      const answered = await said.catch((error: unknown) => answerTo(c, call, error))
      if (isQueued(call))
        metrics.submission({
          form: call.form,
          fate: fateOf(call, answered),
          age: readAge(c.req.header(WORDS_AGE)),
        })
      return sent(c, answered, isQueued(call))
    })
    app.all(call.path, (c) =>
      sent(c, {
        ...plainProblem(405, refusalTexts.wrongMethod, languageOf(c)),
        headers: { allow: isFile ? 'GET, HEAD' : 'POST' },
      }),
    )
  }

  // Always to this campus's own page, with the answer as one word of its address.
  if (settings.university !== undefined)
    app.get('/api/university/back', (c) => {
      const answer = encodeURIComponent(new URL(c.req.url).search.slice(1))
      return named(c, 'university').redirect(`${settings.basePath}/login?university=${answer}`, 303)
    })

  const described = openapiFile(settings)
  app.get('/openapi.json', async (c) => send(named(c, 'openapi'), await described(), 'no-cache'))

  app.get('/healthz', (c) => named(c, 'health').json({ alive: true }))
  app.get('/readyz', async (c) => {
    const why = await readiness.obstacle()
    return named(c, 'ready').json({ ready: why === undefined, why }, why === undefined ? 200 : 503)
  })

  if (settings.gateway.type !== 'none')
    app.route('/', notifyAddress({ db: database.db, gateway, clock }))
  if (settings.gateway.type === 'sandbox') {
    const notify = async (notice: { headers: Record<string, string>; body: string }) =>
      app.request(`${settings.basePath}/payment/notify`, { method: 'POST', ...notice })
    app.route('/', sandboxPay({ db: database.db, clock, notify }))
  }
  if (settings.host.type === 'sandbox') app.route('/', sandboxPages({ db: database.db, clock }))
  const campus: Campus = {
    now: () => clock.now(),
    ask: async ({ address, headers, body }) => {
      const answer = await app.request(address, { method: 'POST', headers, body })
      return { status: answer.status, headers: [...answer.headers], body: await answer.text() }
    },
  }
  const { basePath, secureCookies } = settings
  const below = (c: Context) => c.req.path.slice(basePath.length) || '/'
  app.get('*', (c) => world.app.serve(c, below(c), campus))
  app.post(
    '*',
    (c) => switchLanguage(c, { path: below(c), basePath, secureCookies }) ?? c.notFound(),
  )
  app.notFound((c) => sent(c, plainProblem(404, refusalTexts.notFound, languageOf(c))))
  app.onError((error, c) => sent(c, answerTo(c, undefined, error)))
  return app
}

// What was done is answered as it is; reads, and the calls that find a person, tell names.
async function withNames(
  db: Db,
  call: AnyCall,
  answer: Promise<Answer>,
  language: Language,
): Promise<Answer> {
  return call.kind !== 'write' || call.who === 'anyone'
    ? withEnglish(db, await answer, language)
    : answer
}

// The table of handlers has the shape of the contract, but its types are per call; here they all
// are calls.
function* mounted(
  all: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): Generator<[AnyEntry, AnyHandler]> {
  for (const [noun, calls] of Object.entries<Readonly<Record<string, AnyEntry>>>(contract))
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

function failed(c: Context<Env>, call: Ruled | undefined, error: unknown): Answer {
  const language = languageOf(c)
  c.set('fault', faultOf(error))
  const say = (status: 422 | 500 | 503 | 507, says: Parameters<typeof plainProblem>[1]) =>
    call === undefined
      ? plainProblem(status, says, language)
      : problem(call, status, says, language)
  const trouble = databaseTroubleOf(error)
  switch (trouble) {
    case 'away':
      return later(say(503, refusalTexts.busy), AWAY_SECONDS)
    case 'busy':
      return later(
        say(503, error instanceof Overloaded ? error.says : refusalTexts.busy),
        error instanceof Overloaded ? AWAY_SECONDS : 1,
      )
    case 'full':
      return say(507, refusalTexts.storageFull)
    case 'no text':
      return say(422, refusalTexts.badCharacters)
    case 'other': {
      const request = c.get('request')
      const answer = say(500, {
        zh: refusalTexts.fault.zh(request),
        en: refusalTexts.fault.en(request),
      })
      return { ...answer, body: { ...answer.body, request } }
    }
  }
}

// A key is said back where it counts; elsewhere the echo would promise what nobody keeps.
function sent(c: Context<Env>, { status, body, headers }: Answer, echoes = false): Response {
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  const key = c.req.header('idempotency-key')
  if (echoes && key !== undefined && isKey(key)) c.header('Idempotency-Key', key)
  c.header('Cache-Control', 'no-store')
  return c.json(body, status)
}

// Not even the phone keeps it: it is somebody's face or grades (D-80).
function sentBytes(c: Context<Env>, { bytes, contentType, name }: Bytes): Response {
  c.header('Cache-Control', 'no-store')
  if (name !== undefined) c.header('Content-Disposition', attached(name))
  return c.body(bytes, 200, {
    'Content-Type': contentType,
    'Content-Length': String(bytes.byteLength),
  })
}

// Who goes away while it is made ends the making; a fault on the way cuts the connection, so that
// nobody takes half a file for a whole one.
function sentWhileMade(c: Context<Env>, { chunks, contentType, name }: Made): Response {
  c.header('Cache-Control', 'no-store')
  c.header('Content-Disposition', attached(name))
  return c.body(ReadableStream.from(chunks), 200, { 'Content-Type': contentType })
}

const attached = (name: string) => `attachment; filename*=UTF-8''${encodeURIComponent(name)}`

function named(c: Context<Env>, route: string): Context<Env> {
  c.set('route', route)
  c.header('Cache-Control', 'no-store')
  return c
}

// Each trusted proxy appends whom it saw; what stands further left anybody could have written.
function addressOf(c: Context, proxyHops: number): string {
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((one) => one.trim())
  const told = proxyHops > 0 ? forwarded.at(-proxyHops) : undefined
  if (told !== undefined && told !== '') return told
  // In process there is no connection to ask.
  return isObject(c.env) && 'incoming' in c.env
    ? (getConnInfo(c).remote.address ?? 'unknown')
    : IN_PROCESS
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

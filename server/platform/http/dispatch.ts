import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'hono'
import * as v from 'valibot'
import {
  type AnyCall,
  type AnyEndpoint,
  type FileCall,
  LINK_LANGUAGE_PARAMETER,
  type QueuedWrite,
} from '#contract/call'
import { parsePayloadAge, PAYLOAD_AGE_HEADER } from '#contract/payload-age'
import { commonTexts } from '#i18n/common'
import { refusalTexts } from '#i18n/refusals'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import { isLanguage, type Language, negotiateLanguage, type LocalizedText } from '#i18n/translate'
import type { Clock } from '../clock.ts'
import { OverloadedError } from '../concurrency.ts'
import type { Db } from '../database/db.ts'
import { runTransaction } from '../database/driver/transaction.ts'
import type { DatabaseReadiness } from '../database/health/readiness.ts'
import { isStorable, findUnstorableKeys } from '../database/queries/storable.ts'
import {
  readDeviceCookie,
  updateSessionCookie,
  setDeviceCookie,
  readSessionCookie,
} from '../sessions/session-cookie.ts'
import {
  type Caller,
  findCallerByCookie,
  findCallerByToken,
  endAbandonedSession,
  readBearerToken,
  findSessionEndReason,
} from '../sessions/session.ts'
import { withBodyMemory } from './body/body-memory.ts'
import { getRequestBodyLimits, type OnBytesReceived, readRequestBody } from './body/request-body.ts'
import type {
  HandlerRequest,
  FileContent,
  FileHandler,
  Handler,
  InputIssue,
  HandlerResult,
  HandlerServices,
} from './handler.ts'
import { isIdempotencyKey, runIdempotently } from './idempotency.ts'
import type { LoadShedder, AdmittedRequest } from './load-shedder.ts'
import { isFromBrowser } from './origin-check.ts'
import { personIdentifierKeys, identifiesOnlyCaller, checkPermission } from './permissions.ts'
import {
  type ApiResponse,
  toResponse,
  incompleteSignInResponse,
  withRetryAfter,
  writeUnavailableResponse,
  plainErrorResponse,
  errorResponse,
  signedOutResponse,
  plainMessageResponse,
} from './responses.ts'

/** The dependencies of answering a request. */
export interface DispatchContext {
  readonly db: Db
  readonly clock: Clock
  readonly tools: HandlerServices
  readonly readiness: Pick<DatabaseReadiness, 'findWriteRefusal' | 'isHanging'>
  /** The network of a request's client: the key of its rate limits. */
  readonly clientNetworkOf: (c: Context) => string
  readonly loadShedder: LoadShedder
}

/**
 * Answers one request for one call: load shedding, authentication, permission, rate limit,
 * validation, and then the call's handler.
 */
export async function handleCall<I, O>(
  server: DispatchContext,
  call: AnyCall,
  handler: Handler<I, O>,
  c: Context,
): Promise<ApiResponse> {
  const entry = server.loadShedder.admit(call.kind === 'write')
  if (entry.type === 'rejected')
    return withRetryAfter(
      errorResponse(call, 503, refusalTexts.busy, requestLanguage(c)),
      entry.seconds,
    )
  try {
    return await handleAdmittedCall(server, call, handler, { c, entry })
  } finally {
    entry.release()
  }
}

const FACTOR_SECONDS = 60

/** A request that the load shedder has admitted. */
interface AdmittedCall {
  readonly c: Context
  readonly entry: AdmittedRequest
}

async function handleAdmittedCall<I, O>(
  server: DispatchContext,
  call: AnyCall,
  handler: Handler<I, O>,
  { c, entry }: AdmittedCall,
): Promise<ApiResponse> {
  const language = requestLanguage(c)
  const key = isQueuedWrite(call) ? c.req.header('idempotency-key') : undefined
  if (key !== undefined && !isIdempotencyKey(key))
    return errorResponse(call, 400, refusalTexts.badKey, language)
  const now = server.clock.now()
  const token = readBearerToken(c.req.header('authorization'))
  const caller = await resolveCaller(server, token, now)
  const { settings } = server.tools
  const isLeft = caller.role === 'nobody' && (await isAbandonedSession(server, c, { token, now }))
  const permission = checkPermission(call, caller, settings)
  if (permission === 'sign-in') {
    updateSessionCookie(c, { settings, session: undefined, isLeft })
    return signedOutResponse(
      language,
      token === undefined ? '' : await findSessionEndReason(server.db, token, now),
    )
  }
  if (permission === 'no') return toResponse(call, { type: 'forbidden' }, language)
  // 503 makes an outbox retry: the submission waits until its sender has confirmed the factor.
  if (permission === 'second-factor' && isQueuedWrite(call))
    return withRetryAfter(
      errorResponse(call, 503, staffAccountsTexts.factorFirst, language),
      FACTOR_SECONDS,
    )
  if (permission !== 'yes') return incompleteSignInResponse(call, permission, language)
  const wait = await consumeRequestLimit(server, caller, server.clientNetworkOf(c))
  if (wait !== undefined) return toResponse(call, { type: 'too-many', seconds: wait }, language)

  const known = { caller, token, language, now, key, isLeft }
  const request = { c, entry }
  if (call.maxImages === undefined)
    return handleAuthorizedCall(server, call, handler, { request, known })
  const who = caller.role === 'nobody' ? server.clientNetworkOf(c) : caller.subject
  return withBodyMemory(who, (onBytes) =>
    handleAuthorizedCall(server, call, handler, { request, known, onBytes }),
  )
}

// Does an anonymous request carry a session cookie that should be cleared? The app sends its token
// with every call. A cookie without a token belongs to a phone that was signed out while the server
// could not be told, so its session ends. Beside an invalid token the cookie may belong to a later
// sign-in, so it stays as long as its session is valid.
async function isAbandonedSession(
  server: DispatchContext,
  c: Context,
  { token, now }: { token: string | undefined; now: Date },
): Promise<boolean> {
  const cookie = readSessionCookie(c)
  if (cookie === undefined) return false
  return token === undefined
    ? (await endAbandonedSession(server.db, cookie, now)) === 'ended'
    : (await findCallerByCookie(server.db, cookie, now)) === undefined
}

interface AuthorizedCall {
  readonly caller: Caller
  readonly token: string | undefined
  readonly language: Language
  readonly now: Date
  readonly key: string | undefined
  /** The request is anonymous and carries the cookie of an abandoned session. */
  readonly isLeft: boolean
}

// Answers a request whose caller is known and permitted.
async function handleAuthorizedCall<I, O>(
  server: DispatchContext,
  call: AnyCall,
  handler: Handler<I, O>,
  {
    request: { c, entry },
    known: { caller, token, language, now, key, isLeft },
    onBytes,
  }: { request: AdmittedCall; known: AuthorizedCall; onBytes?: OnBytesReceived },
): Promise<ApiResponse> {
  const { settings } = server.tools
  const read = await entry.waitWithoutSlot(() =>
    readRequestBody(c, getRequestBodyLimits(call), onBytes),
  )
  if (read.type === 'rejected')
    return withRetryAfter(errorResponse(call, 503, refusalTexts.busy, language), read.seconds)
  const body = read.value
  if (body.type === 'bad') return errorResponse(call, body.status, body.says, language)
  if (!identifiesOnlyCaller(call, caller, body.value))
    return toResponse(call, { type: 'forbidden' }, language)
  // An image is millions of characters long: each pass over it has a turn of the event loop.
  if (call.maxImages !== undefined) await nextTurn()
  const checked = validateBody<I>(call, body.value, language)
  if (checked.type === 'invalid') return toResponse(call, checked, language)
  const refusal = call.kind === 'write' ? await server.readiness.findWriteRefusal() : undefined
  if (refusal !== undefined) return writeUnavailableResponse(call, refusal, language)

  const handle = async (db: Db, isRepeated = false): Promise<HandlerResult<O>> => {
    // Checked again: the database may have stopped while this request waited for a connection.
    if (call.kind === 'write' && server.readiness.isHanging()) throw new OverloadedError()
    const outcome = await handler({
      ...readRequestMetadata(server, c),
      isReplay: isRepeated,
      input: checked.input,
      caller,
      db,
      now,
      language,
      token,
    })
    const session = outcome.type === 'ok' ? outcome.session : undefined
    updateSessionCookie(c, { settings, session, isLeft })
    if (outcome.type === 'ok' && outcome.device !== undefined)
      setDeviceCookie(c, settings, outcome.device)
    return outcome
  }
  if (
    call.kind !== 'write' ||
    caller.role === 'nobody' ||
    call.who === 'anyone' ||
    call.ownsTransactions === true
  )
    return toResponse(call, await handle(server.db), language)
  if (key === undefined || !isQueuedWrite(call))
    return toResponse(call, await runTransaction(server.db, (tx) => handle(tx)), language)
  // Payloads are compared decoded: add and update of one form may encode the same payload
  // differently.
  return runIdempotently({
    db: server.db,
    call,
    subject: caller.subject,
    key,
    payload: checked.input,
    language,
    now,
    runEffect: (tx) => handle(tx),
    ...(call.recheckReplays === true && { recheck: (tx: Db) => handle(tx, true) }),
  })
}

/** Answers one request for a file: authentication, permission, rate limit, then its handler. */
export async function handleFileCall(
  server: DispatchContext,
  call: FileCall,
  handler: FileHandler,
  c: Context,
): Promise<FileContent | ApiResponse> {
  const language = linkLanguage(c)
  const now = server.clock.now()
  const token = readBearerToken(c.req.header('authorization'))
  const cookie =
    call.allowsPlainLink === true && token === undefined ? readSessionCookie(c) : undefined
  const caller =
    cookie === undefined
      ? await resolveCaller(server, token, now)
      : await resolveCallerByCookie(server, cookie, now)
  const permission = checkPermission(call, caller, server.tools.settings)
  if (permission === 'sign-in') return signedOutResponse(language)
  if (permission === 'no') return plainErrorResponse(403, commonTexts.noPermission, language)
  if (permission !== 'yes') return incompleteSignInResponse(undefined, permission, language)
  const wait = await consumeRequestLimit(server, caller, server.clientNetworkOf(c))
  if (wait !== undefined)
    return withRetryAfter(plainMessageResponse(429, commonTexts.tooMany[language](wait)), wait)
  const key = c.req.query(call.parameter) ?? ''
  if (!isStorable(key)) return plainErrorResponse(422, refusalTexts.badCharacters, language)
  const found = await handler({ key, caller, db: server.db, now, language, tools: server.tools })
  switch (found.type) {
    case 'file':
      return found
    case 'forbidden':
      return plainErrorResponse(403, commonTexts.noPermission, language)
    case 'missing':
      return plainErrorResponse(404, refusalTexts.notFound, language)
  }
}

/**
 * Does this call use idempotency keys? Responses are stored for as long as a phone may be offline,
 * so only those of the outbox's calls are stored: another response may contain a ticket, a link
 * that works without a sign-in, or the hash of a password.
 */
export const isQueuedWrite = (call: AnyEndpoint): call is QueuedWrite<unknown, unknown> =>
  call.kind === 'write' && call.offline === 'queued'

/** The caller to whom a bearer token belongs; `nobody` without a valid one. */
export async function resolveCaller(
  server: DispatchContext,
  token: string | undefined,
  now: Date,
): Promise<Caller> {
  return (token && (await findCallerByToken(server.db, token, now))) || { role: 'nobody' }
}

const resolveCallerByCookie = async (
  server: DispatchContext,
  cookie: string,
  now: Date,
): Promise<Caller> => (await findCallerByCookie(server.db, cookie, now)) ?? { role: 'nobody' }

/**
 * Counts a request against the flood limit of its person or, when it is anonymous, of its network
 * (which a whole campus may share). Returns the seconds to wait when the limit is used up.
 */
export const consumeRequestLimit = async (
  { tools: { limits } }: DispatchContext,
  caller: Caller,
  address: string,
): Promise<number | undefined> =>
  caller.role === 'nobody'
    ? limits.anonymousRequests.consume(address)
    : limits.requests.consume(caller.subject)

/** The first supported language of `Accept-Language`, in its order; Chinese when it names none. */
export function requestLanguage(c: Context): Language {
  const asked = (c.req.header('accept-language') ?? '')
    .split(',')
    .map((one) => one.trim().split(';', 1)[0] ?? '')
  return negotiateLanguage(asked.filter((tag) => tag !== '' && tag !== '*'))
}

// The address of a plain link names the language: a browser sends its own languages with the link,
// and a calendar program sends none.
function linkLanguage(c: Context): Language {
  const said = c.req.query(LINK_LANGUAGE_PARAMETER)
  return isLanguage(said) ? said : requestLanguage(c)
}

/** The parts of a request that handlers use beside its body: headers, cookies, address. */
export function readRequestMetadata(
  server: DispatchContext,
  c: Context,
): Pick<
  HandlerRequest<unknown>,
  | 'ifMatch'
  | 'orderId'
  | 'address'
  | 'host'
  | 'accessToken'
  | 'payloadAgeSeconds'
  | 'isReplay'
  | 'deviceSecret'
  | 'isFromBrowser'
  | 'tools'
> {
  return {
    ifMatch: c.req
      .header('if-match')
      ?.trim()
      .replace(/^(W\/)?"|"$/g, ''),
    address: server.clientNetworkOf(c),
    host: c.req.header('host') ?? new URL(c.req.url).host,
    accessToken: c.req.header('accesstoken'),
    orderId: c.req.header('uniqueid'),
    payloadAgeSeconds: parsePayloadAge(c.req.header(PAYLOAD_AGE_HEADER)),
    isReplay: false,
    deviceSecret: readDeviceCookie(c),
    isFromBrowser: isFromBrowser(c),
    tools: server.tools,
  }
}

/** The result of validating a body: the decoded input, or the issues by field. */
export type ValidationResult<I> =
  | { type: 'ok'; input: I }
  | { type: 'invalid'; issues: InputIssue[] }

// The message of every issue whose schema has none of its own: valibot's messages are in English
// and name types. A parse without `lang`, such as that of the settings, keeps valibot's messages.
for (const lang of ['zh', 'en'] as const) v.setGlobalMessage(commonTexts.badField[lang], lang)

/** Validates a body: known fields only, the call's schema, and characters that can be stored. */
export function validateBody<I>(
  call: Pick<AnyCall, 'input'>,
  body: Readonly<Record<string, unknown>>,
  language: Language,
): ValidationResult<I> {
  const known = new Set([...wireKeysOf(call.input), ...personIdentifierKeys])
  const wrong = (paths: readonly string[], says: LocalizedText): ValidationResult<I> => ({
    type: 'invalid',
    issues: paths.slice(0, 20).map((path) => ({ path, message: says[language] })),
  })
  const strange = Object.keys(body).filter((name) => !known.has(name))
  if (strange.length > 0) return wrong(strange, refusalTexts.unknownField)
  // The schema comes first: its issues name the field, also inside JSON text.
  const parsed = v.safeParse(call.input.decode, body, { lang: language })
  if (!parsed.success) return { type: 'invalid', issues: toFieldIssues(parsed.issues) }
  const sent = findUnstorableKeys(body)
  if (sent.length > 0) return wrong(sent, refusalTexts.badCharacters)
  // Checked again, because JSON text in a field is decoded only now.
  const read = findUnstorableKeys(parsed.output)
  if (read.length > 0) return wrong(read, refusalTexts.badCharacters)
  return { type: 'ok', input: parsed.output }
}

/** The keys that a body may have at its top level. */
export const wireKeysOf = ({ wireKeys, fields = {} }: AnyCall['input']): readonly string[] =>
  wireKeys ?? Object.values(fields).flatMap(({ wire }) => wire)

/** The issues of a failed parse, with the path of each field. */
export const toFieldIssues = (issues: readonly v.BaseIssue<unknown>[]): InputIssue[] =>
  issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message }))

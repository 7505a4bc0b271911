import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnyCall, DownloadCall, FileCall } from '#contract/call'
import { commonTexts } from '#i18n/common'
import { refusalTexts } from '#i18n/refusals'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import { OverloadedError } from '../concurrency.ts'
import type { Db } from '../database/db.ts'
import { runTransaction } from '../database/driver/transaction.ts'
import { isStorable } from '../database/queries/storable.ts'
import { withEnglishNames } from '../records/english-names.ts'
import {
  findServiceCaller,
  isServiceToken,
  type ServiceCallerResult,
} from '../sessions/service-token.ts'
import {
  readSessionCookie,
  setDeviceCookie,
  updateSessionCookie,
} from '../sessions/session-cookie.ts'
import {
  type Caller,
  endAbandonedSession,
  findCallerByCookie,
  findCallerByToken,
  findSessionEndReason,
} from '../sessions/session.ts'
import { withBodyMemory } from './body/body-memory.ts'
import { getRequestBodyLimits, type OnBytesReceived, readRequestBody } from './body/request-body.ts'
import { validateBody } from './body/validate-body.ts'
import type { Handler, HandlerRequest, HandlerResult } from './handler.ts'
import { isIdempotencyKey, runIdempotently } from './idempotency.ts'
import {
  endWithResponse,
  type IncomingRequest,
  isJsonCall,
  isQueuedWrite,
  continueWith,
  endWithError,
  type StepResult,
} from './incoming-request.ts'
import type { AdmittedRequest } from './load-shedder.ts'
import { checkPermission, identifiesOnlyCaller } from './permissions.ts'
import {
  type ApiResponse,
  errorResponse,
  incompleteSignInResponse,
  refusalResponse,
  signedOutResponse,
  tooManyResponse,
  toResponse,
  withRetryAfter,
  writeUnavailableResponse,
} from './responses.ts'

// The steps of `answerRequest` (dispatch.ts), in its order. A step that only checks the request
// returns the response of its refusal, or undefined to pass the request on.

// The slot of an endpoint that the load shedder does not count. Only JSON calls are counted,
// because they are the measure of how fast the process answers.
const UNCOUNTED: AdmittedRequest = {
  type: 'admitted',
  release: () => {},
  waitWithoutSlot: async (work) => ({ type: 'admitted', value: await work() }),
}

/** Takes a slot of the load shedder. If none is free, answers 503 with the time of the retry. */
export function shedLoad(request: IncomingRequest): StepResult<AdmittedRequest> {
  const { server, call } = request
  if (!isJsonCall(call)) return continueWith(UNCOUNTED)
  const slot = server.loadShedder.admit(call.kind === 'write')
  return slot.type === 'rejected'
    ? endWithResponse(busyResponse(request, slot.seconds))
    : continueWith(slot)
}

const busyResponse = ({ call, language }: IncomingRequest, seconds: number): ApiResponse =>
  withRetryAfter(errorResponse(call, 503, refusalTexts.busy, language), seconds)

/** Refuses a malformed idempotency key before the request costs a query. */
export const checkIdempotencyKey = ({
  call,
  key,
  language,
}: IncomingRequest): ApiResponse | undefined =>
  key === undefined || isIdempotencyKey(key)
    ? undefined
    : errorResponse(call, 400, refusalTexts.badKey, language)

/** The caller of a request. */
export interface Authentication {
  readonly caller: Caller
  /** Whether the request is anonymous and carries the cookie of an abandoned session. */
  readonly hasAbandonedCookie: boolean
  /** Why the token of a service account is refused. */
  readonly serviceRefusal?: Extract<ServiceCallerResult, { type: 'refused' }>
}

/** Finds the caller by the token or, for a plain link, by the cookie. */
export async function authenticate(request: IncomingRequest): Promise<Authentication> {
  const { server, call, c, token, now } = request
  if (isServiceToken(token)) {
    const address = server.clientAddressOf(c)
    const result = await findServiceCaller(server.db, { token, call, address, now })
    return result.type === 'found'
      ? { caller: result.caller, hasAbandonedCookie: false }
      : { caller: { role: 'nobody' }, hasAbandonedCookie: false, serviceRefusal: result }
  }
  const cookie =
    call.kind === 'file' && call.allowsPlainLink === true && token === undefined
      ? readSessionCookie(c)
      : undefined
  const session =
    cookie === undefined
      ? token && (await findCallerByToken(server.db, token, now))
      : await findCallerByCookie(server.db, cookie, now)
  const caller: Caller = session || { role: 'nobody' }
  const isAnonymousCall = caller.role === 'nobody' && isJsonCall(call)
  return { caller, hasAbandonedCookie: isAnonymousCall && (await isAbandonedSession(request)) }
}

// Whether an anonymous request carries a session cookie that should be cleared. The app sends its
// token with every call, so a cookie without a token belongs to a phone that was signed out while
// it could not tell the server; its session ends now. If the request carries an invalid token, the
// cookie might belong to a later sign-in, so the cookie stays as long as its session is valid.
async function isAbandonedSession({ server, c, token, now }: IncomingRequest): Promise<boolean> {
  const cookie = readSessionCookie(c)
  if (cookie === undefined) return false
  return token === undefined
    ? (await endAbandonedSession(server.db, cookie, now)) === 'ended'
    : (await findCallerByCookie(server.db, cookie, now)) === undefined
}

const FACTOR_SECONDS = 60

/**
 * Refuses a caller who has no permission for this endpoint, or has to complete the sign-in first.
 */
export async function authorize(
  { server, call, c, token, now, language }: IncomingRequest,
  { caller, hasAbandonedCookie, serviceRefusal }: Authentication,
): Promise<ApiResponse | undefined> {
  if (serviceRefusal !== undefined)
    return errorResponse(call, serviceRefusal.status, serviceRefusal.says, language)
  const { settings } = server.tools
  const permission = checkPermission(call, caller, settings)
  if (permission === 'yes') return undefined
  if (permission === 'no') return errorResponse(call, 403, commonTexts.noPermission, language)
  if (permission === 'sign-in') {
    updateSessionCookie(c, { settings, session: undefined, isLeft: hasAbandonedCookie })
    const hasReason = token !== undefined && isJsonCall(call)
    const why = hasReason ? await findSessionEndReason(server.db, token, now) : ''
    return signedOutResponse(language, why)
  }
  // The response is 503, because an outbox then retries: the submission waits until its sender has
  // confirmed the second factor.
  if (permission === 'second-factor' && isQueuedWrite(call))
    return withRetryAfter(
      errorResponse(call, 503, staffAccountsTexts.factorFirst, language),
      FACTOR_SECONDS,
    )
  return incompleteSignInResponse(call, permission, language)
}

/**
 * Counts a request against the flood limit of its person. An anonymous request is counted against
 * the limit of its network, which a whole campus might use. Refuses the request if the limit is
 * used up.
 */
export async function limitRequests(
  { server, call, c, language }: IncomingRequest,
  caller: Caller,
): Promise<ApiResponse | undefined> {
  const { limits } = server.tools
  const seconds = await (caller.role === 'nobody'
    ? limits.anonymousRequests.consume(server.clientNetworkOf(c))
    : caller.role === 'staff' && caller.service !== undefined
      ? limits.serviceRequests.consume(caller.subject, caller.service.perMinute)
      : limits.requests.consume(caller.subject))
  return seconds === undefined ? undefined : tooManyResponse(call, seconds, language)
}

/**
 * Runs `work`, which receives a body. The received bytes of a body with images count towards the
 * memory for all such bodies until `work` has answered. Throws `OverloadedError` if this memory is
 * used up, or if the person (or the network of an anonymous caller) already sends too many bodies.
 */
export const withImageMemoryLimit = <R>(
  { server, call, c }: IncomingRequest,
  caller: Caller,
  work: (onBytes: OnBytesReceived) => Promise<R>,
): Promise<R> =>
  isJsonCall(call) && call.maxImages !== undefined
    ? withBodyMemory(caller.role === 'nobody' ? server.clientNetworkOf(c) : caller.subject, work)
    : work(() => {})

/** What reading a body needs besides the request. */
export interface ReadingContext {
  readonly caller: Caller
  readonly slot: AdmittedRequest
  readonly onBytes: OnBytesReceived
}

/** Reads and parses a body. Refuses a body that names another person (D-09). */
export async function readJsonInput<I>(
  request: IncomingRequest<AnyCall | DownloadCall<I>>,
  { caller, slot, onBytes }: ReadingContext,
): Promise<StepResult<I>> {
  const { call, c, language } = request
  const read = await slot.waitWithoutSlot(() =>
    readRequestBody(c, getRequestBodyLimits(call), onBytes),
  )
  if (read.type === 'rejected') return endWithResponse(busyResponse(request, read.seconds))
  const body = read.value
  if (body.type === 'bad') return endWithError(request, body.status, body.says)
  if (!identifiesOnlyCaller(call, caller, body.value))
    return endWithError(request, 403, commonTexts.noPermission)
  // An image is millions of characters long, so each pass over a body with images gets its own turn
  // of the event loop.
  if (isJsonCall(call) && call.maxImages !== undefined) await nextTurn()
  const checked = validateBody<I>(call, body.value, language)
  return checked.type === 'invalid'
    ? endWithResponse(refusalResponse(call, checked, language))
    : continueWith(checked.input)
}

/** Reads the key of a file from its address. */
export async function readRequestedFileKey(
  request: IncomingRequest<FileCall>,
): Promise<StepResult<string>> {
  const key = request.c.req.query(request.call.parameter) ?? ''
  return isStorable(key)
    ? continueWith(key)
    : endWithError(request, 422, refusalTexts.badCharacters)
}

/** Refuses a write that the database cannot store now. */
export async function checkWritable({
  server,
  call,
  language,
}: IncomingRequest): Promise<ApiResponse | undefined> {
  if (call.kind !== 'write' && call.kind !== 'upload') return undefined
  const why = await server.readiness.findWriteRefusal()
  return why === undefined ? undefined : writeUnavailableResponse(call, why, language)
}

/**
 * Runs a call's handler and answers the request. A write by a signed-in caller runs in one
 * transaction, and a queued write with a key runs exactly once. Sets the cookies of a session that
 * has begun or ended.
 */
export async function handleOnce<I, O>(
  { server, call, c, key, language, now }: IncomingRequest<AnyCall>,
  handler: Handler<I, O>,
  { ask, authentication }: { ask: HandlerRequest<I>; authentication: Authentication },
): Promise<ApiResponse> {
  const { caller, hasAbandonedCookie } = authentication
  const { settings } = server.tools
  const handle = async (db: Db, isReplay = false): Promise<HandlerResult<O>> => {
    // The check is repeated, because the database might have stopped while this request waited for
    // a connection.
    if (call.kind === 'write' && server.readiness.isHanging()) throw new OverloadedError()
    const outcome = await handler({ ...ask, db, isReplay })
    const session = outcome.type === 'ok' ? outcome.session : undefined
    updateSessionCookie(c, { settings, session, isLeft: hasAbandonedCookie })
    if (outcome.type === 'ok' && outcome.device !== undefined)
      setDeviceCookie(c, settings, outcome.device)
    return outcome
  }
  const isTransaction =
    call.kind === 'write' &&
    caller.role !== 'nobody' &&
    call.who !== 'anyone' &&
    call.ownsTransactions !== true
  if (!isTransaction) return toResponse(call, await handle(server.db), language)
  if (key === undefined || !isQueuedWrite(call))
    return toResponse(call, await runTransaction(server.db, (tx) => handle(tx)), language)
  // The decoded payloads are compared, because the add call and the update call of a form can
  // encode the same payload differently.
  return runIdempotently({
    db: server.db,
    call: { ...call, form: call.readForm?.(ask.input) ?? call.form },
    subject: caller.subject,
    key,
    payload: ask.input,
    language,
    now,
    runEffect: (tx) => handle(tx),
    ...(call.recheckReplays === true && { recheck: (tx: Db) => handle(tx, true) }),
  })
}

/**
 * Adds English names to the responses of reads, and of the calls that find a person before sign-in.
 * The responses of other writes are sent unchanged.
 */
export const addEnglishNames = async (
  { server, call, language }: IncomingRequest<AnyCall>,
  response: ApiResponse,
): Promise<ApiResponse> =>
  call.kind !== 'write' || call.who === 'anyone'
    ? withEnglishNames(server.db, response, language)
    : response

import type { Context } from 'hono'
import * as v from 'valibot'
import {
  type AnyCall,
  type AnyEntry,
  type FileCall,
  LINK_LANGUAGE,
  type QueuedWrite,
} from '#contract/call'
import { readAge, WORDS_AGE } from '#contract/words-age'
import { commonTexts } from '#i18n/common'
import { refusalTexts } from '#i18n/refusals'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import { isLanguage, type Language, negotiateLanguage, type Text } from '#i18n/translate'
import type { Clock } from '../clock.ts'
import { Overloaded } from '../concurrency.ts'
import type { Db } from '../database/database.ts'
import type { Readiness } from '../database/readiness.ts'
import { isStorable, unstorable } from '../database/storable.ts'
import { transact } from '../database/transact.ts'
import { withBodyMemory } from '../pictures/body-memory.ts'
import {
  deviceCookieIn,
  followSession,
  keepDevice,
  sessionCookieIn,
} from '../sessions/session-cookie.ts'
import {
  type Caller,
  callerByCookie,
  callerOf,
  endForgotten,
  tokenIn,
  whyEnded,
} from '../sessions/session.ts'
import type { Admission, Inside } from './admission.ts'
import {
  type Answer,
  answerOf,
  lacking,
  later,
  notKept,
  plainProblem,
  problem,
  signedOut,
  spoken,
} from './answers.ts'
import { boundsFor, type OnBytes, readBody } from './body.ts'
import { installFieldMessages } from './field-messages.ts'
import type { Ask, Bytes, FileHandler, Handler, Issue, Outcome, Tools } from './handler.ts'
import { isKey, once } from './idempotency.ts'
import { isFromBrowser } from './own-origin.ts'
import { identifierKeys, isOwn, mayCall } from './permissions.ts'

/** What answering a call takes. */
export interface Server {
  readonly db: Db
  readonly clock: Clock
  readonly tools: Tools
  readonly readiness: Pick<Readiness, 'refusal' | 'hangs'>
  /** The network that a request comes from, by which it is limited. */
  readonly addressOf: (c: Context) => string
  readonly admission: Admission
}

/**
 * Answer one request for one call: is there room, who asks, may they, is it understood, and only
 * then its handler.
 */
export async function answer<I, O>(
  server: Server,
  call: AnyCall,
  handler: Handler<I, O>,
  c: Context,
): Promise<Answer> {
  const entry = server.admission.enter(call.kind === 'write')
  if (entry.type === 'later')
    return later(problem(call, 503, refusalTexts.busy, languageOf(c)), entry.seconds)
  try {
    return await answerInside(server, call, handler, { c, entry })
  } finally {
    entry.leave()
  }
}

const FACTOR_SECONDS = 60

/** A request that was let in. */
interface Request {
  readonly c: Context
  readonly entry: Inside
}

async function answerInside<I, O>(
  server: Server,
  call: AnyCall,
  handler: Handler<I, O>,
  { c, entry }: Request,
): Promise<Answer> {
  const language = languageOf(c)
  const key = isQueued(call) ? c.req.header('idempotency-key') : undefined
  if (key !== undefined && !isKey(key)) return problem(call, 400, refusalTexts.badKey, language)
  const now = server.clock.now()
  const token = tokenIn(c.req.header('authorization'))
  const caller = await callerWith(server, token, now)
  const { settings } = server.tools
  const isLeft = caller.role === 'nobody' && (await isLeftBehind(server, c, { token, now }))
  const permission = mayCall(call, caller, settings)
  if (permission === 'sign-in') {
    followSession(c, { settings, session: undefined, isLeft })
    return signedOut(language, token === undefined ? '' : await whyEnded(server.db, token, now))
  }
  if (permission === 'no') return answerOf(call, { type: 'forbidden' }, language)
  // What waits in an outbox goes on waiting until its sender has shown the factor.
  if (permission === 'second-factor' && isQueued(call))
    return later(problem(call, 503, staffAccountsTexts.factorFirst, language), FACTOR_SECONDS)
  if (permission !== 'yes') return lacking(call, permission, language)
  const wait = await waitOf(server, caller, server.addressOf(c))
  if (wait !== undefined) return answerOf(call, { type: 'too-many', seconds: wait }, language)

  const known = { caller, token, language, now, key, isLeft }
  const request = { c, entry }
  if (call.images === undefined) return understood(server, call, handler, { request, known })
  const who = caller.role === 'nobody' ? server.addressOf(c) : caller.subject
  return withBodyMemory(who, (onBytes) =>
    understood(server, call, handler, { request, known, onBytes }),
  )
}

// Nobody asks, perhaps with the cookie of a sign-in. The app sends its token with every call: without one
// this phone was unbound where nobody could be told, and its sign-in ends. Beside a dead token it may
// be that of whoever signed in after it, and stays as long as it opens anything.
async function isLeftBehind(
  server: Server,
  c: Context,
  { token, now }: { token: string | undefined; now: Date },
): Promise<boolean> {
  const cookie = sessionCookieIn(c)
  if (cookie === undefined) return false
  return token === undefined
    ? (await endForgotten(server.db, cookie, now)) === 'ended'
    : (await callerByCookie(server.db, cookie, now)) === undefined
}

interface Known {
  readonly caller: Caller
  readonly token: string | undefined
  readonly language: Language
  readonly now: Date
  readonly key: string | undefined
  /** Nobody asks, and the cookie that came along was left behind. */
  readonly isLeft: boolean
}

// Who asks is known, and that they may.
async function understood<I, O>(
  server: Server,
  call: AnyCall,
  handler: Handler<I, O>,
  {
    request: { c, entry },
    known: { caller, token, language, now, key, isLeft },
    onBytes,
  }: { request: Request; known: Known; onBytes?: OnBytes },
): Promise<Answer> {
  const { settings } = server.tools
  const read = await entry.waitOutside(() => readBody(c, boundsFor(call), onBytes))
  if (read.type === 'later')
    return later(problem(call, 503, refusalTexts.busy, language), read.seconds)
  const body = read.value
  if (body.type === 'bad') return problem(call, body.status, body.says, language)
  if (!isOwn(call, caller, body.value)) return answerOf(call, { type: 'forbidden' }, language)
  const checked = check<I>(call, body.value, language)
  if (checked.type === 'invalid') return answerOf(call, checked, language)
  const refusal = call.kind === 'write' ? await server.readiness.refusal() : undefined
  if (refusal !== undefined) return notKept(call, refusal, language)

  const handle = async (db: Db, isRepeated = false): Promise<Outcome<O>> => {
    // It was not so when this request began to wait for its connection.
    if (call.kind === 'write' && server.readiness.hangs()) throw new Overloaded()
    const outcome = await handler({
      ...asked(server, c),
      isRepeated,
      input: checked.input,
      caller,
      db,
      now,
      language,
      token,
    })
    const session = outcome.type === 'good' ? outcome.session : undefined
    followSession(c, { settings, session, isLeft })
    if (outcome.type === 'good' && outcome.device !== undefined)
      keepDevice(c, settings, outcome.device)
    return outcome
  }
  if (
    call.kind !== 'write' ||
    caller.role === 'nobody' ||
    call.who === 'anyone' ||
    call.apart === true
  )
    return answerOf(call, await handle(server.db), language)
  if (key === undefined || !isQueued(call))
    return answerOf(call, await transact(server.db, (tx) => handle(tx)), language)
  // The words count, not their spelling: add and update of one form may put the same words
  // differently.
  return once({
    db: server.db,
    call,
    subject: caller.subject,
    key,
    words: checked.input,
    language,
    now,
    effect: (tx) => handle(tx),
    ...(call.reviewed === true && { review: (tx: Db) => handle(tx, true) }),
  })
}

/** Answer one request for bytes: who asks, may they, and only then its handler. */
export async function answerFile(
  server: Server,
  call: FileCall,
  handler: FileHandler,
  c: Context,
): Promise<Bytes | Answer> {
  const language = languageOfLink(c)
  const now = server.clock.now()
  const token = tokenIn(c.req.header('authorization'))
  const cookie = call.byLink === true && token === undefined ? sessionCookieIn(c) : undefined
  const caller =
    cookie === undefined
      ? await callerWith(server, token, now)
      : await callerWithCookie(server, cookie, now)
  const permission = mayCall(call, caller, server.tools.settings)
  if (permission === 'sign-in') return signedOut(language)
  if (permission === 'no') return plainProblem(403, commonTexts.noPermission, language)
  if (permission !== 'yes') return lacking(undefined, permission, language)
  const wait = await waitOf(server, caller, server.addressOf(c))
  if (wait !== undefined) return later(spoken(429, commonTexts.tooMany[language](wait)), wait)
  const key = c.req.query(call.parameter) ?? ''
  if (!isStorable(key)) return plainProblem(422, refusalTexts.badCharacters, language)
  const found = await handler({ key, caller, db: server.db, now, language, tools: server.tools })
  switch (found.type) {
    case 'file':
      return found
    case 'forbidden':
      return plainProblem(403, commonTexts.noPermission, language)
    case 'missing':
      return plainProblem(404, refusalTexts.notFound, language)
  }
}

/**
 * Is this a call whose idempotency key counts? Answers are kept for as long as a phone may be
 * without a network, so only those of the outbox's own calls are: any other may hold a ticket, an
 * address that opens by itself, or a password's hash.
 */
export const isQueued = (call: AnyEntry): call is QueuedWrite<unknown, unknown> =>
  call.kind === 'write' && call.offline === 'queued'

/** Whose token this is. */
export async function callerWith(
  server: Server,
  token: string | undefined,
  now: Date,
): Promise<Caller> {
  return (token && (await callerOf(server.db, token, now))) || { role: 'nobody' }
}

const callerWithCookie = async (server: Server, cookie: string, now: Date): Promise<Caller> =>
  (await callerByCookie(server.db, cookie, now)) ?? { role: 'nobody' }

/**
 * The seconds to wait for who floods: a person, or an address from which nobody has signed in,
 * behind which a whole campus may stand.
 */
export const waitOf = async (
  { tools: { limits } }: Server,
  caller: Caller,
  address: string,
): Promise<number | undefined> =>
  caller.role === 'nobody'
    ? limits.anonymousRequests.use(address)
    : limits.requests.use(caller.subject)

/**
 * The language that a request asks for, in the order in which it names them; Chinese where it names
 * none.
 */
export function languageOf(c: Context): Language {
  const asked = (c.req.header('accept-language') ?? '')
    .split(',')
    .map((one) => one.trim().split(';', 1)[0] ?? '')
  return negotiateLanguage(asked.filter((tag) => tag !== '' && tag !== '*'))
}

// A plain link sends the browser's own languages, and a calendar program none: the address says it.
function languageOfLink(c: Context): Language {
  const said = c.req.query(LINK_LANGUAGE)
  return isLanguage(said) ? said : languageOf(c)
}

/** What a request says beside its body. */
export function asked(
  server: Server,
  c: Context,
): Pick<
  Ask<unknown>,
  | 'ifMatch'
  | 'orderId'
  | 'address'
  | 'host'
  | 'accessToken'
  | 'age'
  | 'isRepeated'
  | 'device'
  | 'isFromBrowser'
  | 'tools'
> {
  return {
    ifMatch: c.req
      .header('if-match')
      ?.trim()
      .replace(/^(W\/)?"|"$/g, ''),
    address: server.addressOf(c),
    host: c.req.header('host') ?? new URL(c.req.url).host,
    accessToken: c.req.header('accesstoken'),
    orderId: c.req.header('uniqueid'),
    age: readAge(c.req.header(WORDS_AGE)),
    isRepeated: false,
    device: deviceCookieIn(c),
    isFromBrowser: isFromBrowser(c),
    tools: server.tools,
  }
}

/** What a body came to when it was checked. */
export type Checked<I> = { type: 'ok'; input: I } | { type: 'invalid'; issues: Issue[] }

installFieldMessages()

/** Is a body what the call takes, and can it be stored? */
export function check<I>(
  call: Pick<AnyCall, 'input'>,
  body: Readonly<Record<string, unknown>>,
  language: Language,
): Checked<I> {
  const known = new Set([...wireKeysOf(call.input), ...identifierKeys])
  const wrong = (paths: readonly string[], says: Text): Checked<I> => ({
    type: 'invalid',
    issues: paths.slice(0, 20).map((path) => ({ path, message: says[language] })),
  })
  const strange = Object.keys(body).filter((name) => !known.has(name))
  if (strange.length > 0) return wrong(strange, refusalTexts.unknownField)
  // The fields' own rules come first: they name the field, also inside of JSON text.
  const parsed = v.safeParse(call.input.decode, body, { lang: language })
  if (!parsed.success) return { type: 'invalid', issues: issuesOf(parsed.issues) }
  const sent = unstorable(body)
  if (sent.length > 0) return wrong(sent, refusalTexts.badCharacters)
  // Once more: what came as JSON text is only now known for what it holds.
  const read = unstorable(parsed.output)
  if (read.length > 0) return wrong(read, refusalTexts.badCharacters)
  return { type: 'ok', input: parsed.output }
}

/** The keys that a body of this kind may have at its top. */
export const wireKeysOf = ({ wireKeys, fields = {} }: AnyCall['input']): readonly string[] =>
  wireKeys ?? Object.values(fields).flatMap(({ wire }) => wire)

/** What a failed parse says, field by field. */
export const issuesOf = (issues: readonly v.BaseIssue<unknown>[]): Issue[] =>
  issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message }))

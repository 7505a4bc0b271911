/**
 * How an answer's body says that the call went well, and how a refusal of the same call looks.
 * There is one rule per call; values are compared as text, so 1 and '1' are equal (D-05).
 */
export interface ResponseRule {
  /** Does this parsed JSON body say that the call went well? */
  readonly isSuccess: (body: unknown) => boolean
  /** Does it say that the backend refused? A body that says neither is not the backend's. */
  readonly isRefusal: (body: unknown) => boolean
  /** The keys that the backend adds to a good answer. */
  readonly success: Readonly<Record<string, unknown>>
  /** The body of a business refusal, which goes out with HTTP 200 (D-10). */
  readonly refusal: (message: string) => Readonly<Record<string, unknown>>
}

const isObject = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null

interface KeyValueRuleOptions {
  readonly key: string
  readonly good: unknown
  readonly bad: unknown
  /** Where the refusal's text stands, 'msg' if nothing else is said. */
  readonly says?: string
}

/** One key of the body holds one value when all is well. */
export const keyValueRule = ({
  key,
  good,
  bad,
  says = 'msg',
}: KeyValueRuleOptions): ResponseRule => ({
  isSuccess: (body) => isObject(body) && String(body[key]) === String(good),
  isRefusal: (body) =>
    isObject(body) && (key in body || failed(body)) && String(body[key]) !== String(good),
  success: { [key]: good },
  refusal: (message) => ({ [key]: bad, [says]: message }),
})

/** code '0', as text. */
export const codeZero = keyValueRule({ key: 'code', good: '0', bad: '-1' })
/** results 1. */
export const resultsOne = keyValueRule({ key: 'results', good: 1, bad: 0 })

/**
 * A boolean write: results true, and, from other backends, a bare true, data true or code 0 (D-07).
 */
export const resultsTrue: ResponseRule = {
  ...keyValueRule({ key: 'results', good: true, bad: false }),
  isSuccess: (body) => isYes(resultFlagOf(body)),
  isRefusal: (body) => resultFlagOf(body) !== undefined && !isYes(resultFlagOf(body)),
}

const resultFlagOf = (body: unknown): unknown => {
  if (typeof body === 'boolean') return body
  if (!isObject(body)) return undefined
  return (
    body['results'] ?? body['data'] ?? ('code' in body ? String(body['code']) === '0' : undefined)
  )
}
const isYes = (said: unknown) => String(said) === 'true' || String(said) === '1'

/** All is well when a key is there at all; null counts as there when `orNull`. */
export const keyPresentRule = (
  key: string,
  { orNull = false }: { orNull?: boolean } = {},
): ResponseRule => ({
  isSuccess: (body) =>
    isObject(body) &&
    key in body &&
    (orNull || (body[key] !== null && body[key] !== undefined)) &&
    !failed(body),
  isRefusal: (body) => isObject(body) && failed(body),
  success: {},
  refusal: (message) => ({ code: '-1', msg: message }),
})

/**
 * Any readable answer says that all is well, unless it says the opposite (kfSendMsg has no marker
 * of its own).
 */
export const anyAnswerRule: ResponseRule = {
  isSuccess: (body) => isObject(body) && !failed(body),
  isRefusal: (body) => isObject(body) && failed(body),
  success: { code: '0' },
  refusal: (message) => ({ code: '-1', msg: message }),
}

// A refusal of a call without a marker of its own carries code and msg and no data.
const failed = (body: Record<string, unknown>) =>
  'code' in body && 'msg' in body && String(body['code']) !== '0'

/** The text with which a body refuses, wherever this backend puts it; '' when it says none. */
export function readRefusalMessage(body: unknown): string {
  if (!isObject(body)) return ''
  const said = [body['msg'], body['message'], body['results']].find(
    (one) => typeof one === 'string' && !/^(-?\d+|true|false|null)?$/.test(one),
  )
  return typeof said === 'string' ? said : ''
}

/**
 * Is there a record in an answer? Whether to add or to update needs no more, so nothing that it
 * holds can keep a form back.
 */
export const hasRecord = (body: unknown): boolean => {
  const results = isObject(body) ? body['results'] : undefined
  return Array.isArray(results) ? results.length > 0 : isObject(results)
}

/**
 * Is this the campus speaking, in whatever spelling? A refusal, a sign-out or a conflict counts
 * only then: a captive portal or a gate on the way answers with statuses of its own, mostly in
 * HTML.
 */
export const hasCampusShape = (body: unknown): boolean =>
  isObject(body) && ['code', 'msg', 'results', 'status', 'issues'].some((name) => name in body)

/**
 * Why a backend has ended a sign-in: the password was changed, the account signed in elsewhere,
 * nobody used it, the office took the binding off the phone.
 */
export const SESSION_END_REASONS = ['password', 'elsewhere', 'unused', 'office'] as const
/** One of them; '' when it does not say. */
export type SessionEndReason = (typeof SESSION_END_REASONS)[number] | ''

/** What a body says of why the session has ended. */
export const readSessionEndReason = (body: unknown): SessionEndReason =>
  (isObject(body) && SESSION_END_REASONS.find((known) => known === body['why'])) || ''

/** What somebody who signed in may have yet to do before more is theirs. */
export const LACKS = ['own-password', 'second-factor'] as const
/** One of them. */
export type Lack = (typeof LACKS)[number]

/** What a refusal says of it. */
export function lackIn(body: unknown): { readonly lack?: Lack } {
  const lack = isObject(body) && LACKS.find((known) => known === body['why'])
  return lack ? { lack } : {}
}

const KEY_USED = 'key-used'

/** What a 422 adds when its idempotency key came before with other words. */
export const usedKeyBody = { why: KEY_USED } as const

/** Does a body say so? */
export const isKeyUsedRefusal = (body: unknown): boolean =>
  isObject(body) && body['why'] === KEY_USED

/**
 * The session marker of a body: '-400' sign in again, '-500' go to the backend's page (XC-08,
 * XC-09).
 */
export function readSessionMarker(body: unknown): '-400' | '-500' | undefined {
  const status = isObject(body) ? String(body['status']) : ''
  return status === '-400' || status === '-500' ? status : undefined
}

/**
 * How the body of a response shows success, and how it shows a refusal. Each call has one rule.
 * Values are compared as text, so 1 and '1' are equal (D-05).
 */
export interface ResponseRule {
  /** Whether this parsed JSON body reports success. */
  readonly isSuccess: (body: unknown) => boolean
  /**
   * Whether this parsed JSON body reports a refusal. A body that reports neither success nor a
   * refusal was not sent by the backend.
   */
  readonly isRefusal: (body: unknown) => boolean
  /** The keys that the backend adds to a successful response. */
  readonly success: Readonly<Record<string, unknown>>
  /** The body of a business refusal, which is sent with HTTP 200 (D-10). */
  readonly refusal: (message: string) => Readonly<Record<string, unknown>>
}

const isObject = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null

interface KeyValueRuleOptions {
  readonly key: string
  readonly good: unknown
  readonly bad: unknown
  /** The key of the refusal's message; 'msg' by default. */
  readonly says?: string
}

/** Success if one key of the body has one value. */
export const acceptIfKeyEquals = ({
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

/** Success if `code` is '0', compared as text. */
export const acceptIfCodeZero = acceptIfKeyEquals({ key: 'code', good: '0', bad: '-1' })
/** Success if `results` is 1, compared as text. */
export const acceptIfResultsOne = acceptIfKeyEquals({ key: 'results', good: 1, bad: 0 })

/**
 * The rule of writes that return a boolean. Success is `results` true; from other backends also a
 * bare true, `data` true, or `code` 0 (D-07).
 */
export const acceptIfResultsTrue: ResponseRule = {
  ...acceptIfKeyEquals({ key: 'results', good: true, bad: false }),
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

/** Success if a key is present. With `orNull`, a key whose value is null counts as present. */
export const acceptIfKeyPresent = (
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
 * Success for any JSON object that is not a refusal. The call kfSendMsg needs it, because its
 * responses contain no marker of success.
 */
export const acceptAnyAnswer: ResponseRule = {
  isSuccess: (body) => isObject(body) && !failed(body),
  isRefusal: (body) => isObject(body) && failed(body),
  success: { code: '0' },
  refusal: (message) => ({ code: '-1', msg: message }),
}

// If the responses of a call contain no marker of success, a refusal is recognised by `code` and
// `msg` without data.
const failed = (body: Record<string, unknown>) =>
  'code' in body && 'msg' in body && String(body['code']) !== '0'

/** The message of a refusal, under whichever key this backend puts it; '' if there is none. */
export function readRefusalMessage(body: unknown): string {
  if (!isObject(body)) return ''
  const said = [body['msg'], body['message'], body['results']].find(
    (one) => typeof one === 'string' && !/^(-?\d+|true|false|null)?$/.test(one),
  )
  return typeof said === 'string' ? said : ''
}

/**
 * Whether a response contains a record. The choice between add and update needs only this, so a
 * form can be sent whatever the record contains.
 */
export const isRecordResponse = (body: unknown): boolean => {
  const results = isObject(body) ? body['results'] : undefined
  return Array.isArray(results) ? results.length > 0 : isObject(results)
}

/**
 * Whether a body has the shape of a campus's response. A refusal, a sign-out or a conflict counts
 * only with such a body: a captive portal or a gateway on the way sends the same HTTP statuses,
 * mostly with HTML.
 */
export const isCampusResponseBody = (body: unknown): boolean =>
  isObject(body) && ['code', 'msg', 'results', 'status', 'issues'].some((name) => name in body)

/**
 * Why a backend ended a sign-in: the password was changed, the account signed in elsewhere, the
 * sign-in was unused for too long, or the office unbound the phone.
 */
export const SESSION_END_REASONS = ['password', 'elsewhere', 'unused', 'office'] as const
/** One of the reasons; '' if the backend gives none. */
export type SessionEndReason = (typeof SESSION_END_REASONS)[number] | ''

/** The reason in a body for which the session has ended; '' if there is none. */
export const readSessionEndReason = (body: unknown): SessionEndReason =>
  (isObject(body) && SESSION_END_REASONS.find((known) => known === body['why'])) || ''

/** What a signed-in person might have to do before they get full access. */
export const SIGN_IN_REQUIREMENTS = ['own-password', 'second-factor'] as const
/** One of these requirements. */
export type SignInRequirement = (typeof SIGN_IN_REQUIREMENTS)[number]

/** The missing requirement that a refusal names, if any. */
export function readSignInRequirement(body: unknown): { readonly lack?: SignInRequirement } {
  const lack = isObject(body) && SIGN_IN_REQUIREMENTS.find((known) => known === body['why'])
  return lack ? { lack } : {}
}

const KEY_USED = 'key-used'

/**
 * The key that is added to the body of a 422 response if the idempotency key was used before with
 * another payload.
 */
export const idempotencyKeyUsedBody = { why: KEY_USED } as const

/** Whether a body reports a used idempotency key. */
export const isIdempotencyKeyUsedRefusal = (body: unknown): boolean =>
  isObject(body) && body['why'] === KEY_USED

/**
 * The session marker of a body: '-400' sign in again, '-500' open the backend's page (XC-08,
 * XC-09).
 */
export function readSessionMarker(body: unknown): '-400' | '-500' | undefined {
  const status = isObject(body) ? String(body['status']) : ''
  return status === '-400' || status === '-500' ? status : undefined
}

import type { AnyCall, FileCall } from '#contract/call'
import type { SessionEndReason, SignInRequirement } from '#contract/rules'
import { commonTexts } from '#i18n/common'
import { refusalTexts } from '#i18n/refusals'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import type { Language, LocalizedText } from '#i18n/translate'
import type { FileContent, FileResult, HandlerResult } from './handler.ts'

/** A response before it is sent; it can be stored and replayed. */
export interface ApiResponse {
  readonly status: ApiStatus
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
}

/** The HTTP statuses that calls use. */
export type ApiStatus =
  | 200
  | 400
  | 401
  | 403
  | 404
  | 405
  | 408
  | 409
  | 412
  | 413
  | 415
  | 422
  | 429
  | 500
  | 503
  | 507

/** The properties of a call that determine the format of its refusals. */
export type RefusalFormat = Pick<AnyCall, 'rule'>

/** The properties of a call that determine the format of its responses. */
export type ResponseFormat = RefusalFormat & Pick<AnyCall, 'output'>

/**
 * The endpoint of a failed request. A file, or a request to no endpoint at all, has no format of
 * its own.
 */
type FailedEndpoint = RefusalFormat | FileCall | undefined

/** The Retry-After if the database is unavailable, seconds. */
export const DATABASE_RETRY_SECONDS = 5

/** Encodes a result in the format of its call. */
export const toResponse = <O>(
  call: ResponseFormat,
  outcome: HandlerResult<O>,
  language: Language,
): ApiResponse =>
  outcome.type === 'ok'
    ? {
        status: 200,
        body: { ...call.rule.success, ...encodeOutput(call, outcome.value) },
        headers: etagHeader(outcome.etag),
      }
    : refusalResponse(call, outcome, language)

/** Encodes a result other than a success in the format of its call. */
export function refusalResponse(
  call: RefusalFormat,
  outcome: Exclude<HandlerResult<never>, { type: 'ok' }>,
  language: Language,
): ApiResponse {
  switch (outcome.type) {
    case 'refused':
      return { status: 200, body: call.rule.refusal(outcome.says[language]), headers: {} }
    case 'gone':
      return { status: 404, body: call.rule.refusal(outcome.says[language]), headers: {} }
    case 'invalid': {
      const message = outcome.issues[0]?.message ?? commonTexts.badField[language]
      const answer = failureResponse(call, 422, message)
      return { ...answer, body: { ...answer.body, issues: outcome.issues } }
    }
    case 'stale':
      return {
        ...errorResponse(call, 412, outcome.says ?? commonTexts.staleVersion, language),
        headers: etagHeader(outcome.etag),
      }
    case 'forbidden':
      return errorResponse(call, 403, commonTexts.noPermission, language)
    case 'signed-out':
      return signedOutResponse(language, outcome.why)
    case 'too-many':
      return tooManyResponse(call, outcome.seconds, language)
    case 'later':
      return withRetryAfter(errorResponse(call, 503, outcome.says, language), outcome.seconds)
  }
}

/**
 * Encodes the result of a request for a file that does not exist or that the caller is not allowed
 * to open. Any other file is returned unchanged.
 */
export function toFileResponse(
  call: FileCall,
  result: FileResult,
  language: Language,
): FileContent | ApiResponse {
  switch (result.type) {
    case 'file':
      return result
    case 'forbidden':
      return errorResponse(call, 403, commonTexts.noPermission, language)
    case 'missing':
      return errorResponse(call, 404, refusalTexts.notFound, language)
  }
}

/**
 * The response to a failed request: the failure marker of its call, if the call has one, and the
 * status in `code` (D-10).
 */
export const errorResponse = (
  call: FailedEndpoint,
  status: ApiStatus,
  says: LocalizedText,
  language: Language,
): ApiResponse => failureResponse(call, status, says[language])

function failureResponse(call: FailedEndpoint, status: ApiStatus, msg: string): ApiResponse {
  const code = String(status)
  const body =
    call !== undefined && 'rule' in call ? { ...call.rule.refusal(msg), code } : { code, msg }
  return { status, body, headers: {} }
}

/** The response to a caller who has used up a rate limit. */
export const tooManyResponse = (
  call: FailedEndpoint,
  seconds: number,
  language: Language,
): ApiResponse =>
  withRetryAfter(failureResponse(call, 429, commonTexts.tooMany[language](seconds)), seconds)

/** The response to a caller who has to replace the first password or verify the second factor. */
export function incompleteSignInResponse(
  call: FailedEndpoint,
  lack: SignInRequirement,
  language: Language,
): ApiResponse {
  const answer = errorResponse(call, 403, INCOMPLETE_SIGN_IN_TEXTS[lack], language)
  return { ...answer, body: { ...answer.body, why: lack } }
}

const INCOMPLETE_SIGN_IN_TEXTS = {
  'own-password': staffAccountsTexts.ownPasswordFirst,
  'second-factor': staffAccountsTexts.factorFirst,
} as const

/** The response to a request that failed outside a call. */
export const plainErrorResponse = (
  status: ApiStatus,
  says: LocalizedText,
  language: Language,
): ApiResponse => errorResponse(undefined, status, says, language)

/**
 * The response to a missing or invalid token (D-10), with the reason for which its session ended.
 */
export const signedOutResponse = (language: Language, why: SessionEndReason = ''): ApiResponse => ({
  status: 401,
  body: { status: -400, msg: commonTexts.signedOut[language], ...(why !== '' && { why }) },
  headers: {},
})

/** Adds `Retry-After: seconds` to a response. */
export const withRetryAfter = (answer: ApiResponse, seconds: number): ApiResponse => ({
  ...answer,
  headers: { ...answer.headers, 'retry-after': String(seconds) },
})

/**
 * The response to a write that the database cannot store now, or whose commit it cannot confirm in
 * time.
 */
export function writeUnavailableResponse(
  call: RefusalFormat,
  why: 'full' | 'standby',
  language: Language,
): ApiResponse {
  switch (why) {
    case 'full':
      return errorResponse(call, 507, refusalTexts.storageFull, language)
    case 'standby':
      return withRetryAfter(
        errorResponse(call, 503, refusalTexts.busy, language),
        DATABASE_RETRY_SECONDS,
      )
  }
}

const etagHeader = (etag: string | undefined): Record<string, string> =>
  etag === undefined ? {} : { etag: `"${etag}"` }

function encodeOutput(call: ResponseFormat, value: unknown): Record<string, unknown> {
  const body: unknown = call.output.encode(value)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

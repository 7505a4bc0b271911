import type { AnyCall } from '#contract/call'
import type { SessionEndReason, SignInRequirement } from '#contract/rules'
import { commonTexts } from '#i18n/common'
import { refusalTexts } from '#i18n/refusals'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import type { Language, LocalizedText } from '#i18n/translate'
import type { HandlerResult } from './handler.ts'

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

/** The properties of a call that determine the format of its responses. */
export type ResponseFormat = Pick<AnyCall, 'rule' | 'output'>

/** The properties of a call that determine the format of its refusals. */
export type RefusalFormat = Pick<AnyCall, 'rule'>

/** The Retry-After when the database is unavailable, seconds. */
export const DATABASE_RETRY_SECONDS = 5

/** Encodes a result in the format of its call. */
export function toResponse<O>(
  call: ResponseFormat,
  outcome: HandlerResult<O>,
  language: Language,
): ApiResponse {
  switch (outcome.type) {
    case 'ok':
      return {
        status: 200,
        body: { ...call.rule.success, ...encodeOutput(call, outcome.value) },
        headers: etagHeader(outcome.etag),
      }
    case 'refused':
      return { status: 200, body: call.rule.refusal(outcome.says[language]), headers: {} }
    case 'gone':
      return {
        status: 404,
        body: call.rule.refusal(outcome.says[language]),
        headers: {},
      }
    case 'invalid':
      return {
        status: 422,
        body: {
          ...call.rule.refusal(outcome.issues[0]?.message ?? commonTexts.badField[language]),
          code: '422',
          issues: outcome.issues,
        },
        headers: {},
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
      return {
        status: 429,
        body: { ...call.rule.refusal(commonTexts.tooMany[language](outcome.seconds)), code: '429' },
        headers: { 'retry-after': String(outcome.seconds) },
      }
  }
}

/** The response of a failed call: its own failure marker, and the status in `code` (D-10). */
export const errorResponse = (
  call: RefusalFormat,
  status: ApiStatus,
  says: LocalizedText,
  language: Language,
): ApiResponse => ({
  status,
  body: { ...call.rule.refusal(says[language]), code: String(status) },
  headers: {},
})

/** The response to a caller whose sign-in lacks a step: the own password or the second factor. */
export function incompleteSignInResponse(
  call: ResponseFormat | undefined,
  lack: SignInRequirement,
  language: Language,
): ApiResponse {
  const says = INCOMPLETE_SIGN_IN_TEXTS[lack]
  const answer =
    call === undefined
      ? plainErrorResponse(403, says, language)
      : errorResponse(call, 403, says, language)
  return { ...answer, body: { ...answer.body, why: lack } }
}

const INCOMPLETE_SIGN_IN_TEXTS = {
  'own-password': staffAccountsTexts.ownPasswordFirst,
  'second-factor': staffAccountsTexts.factorFirst,
} as const

/** The response of a request that failed outside of a call. */
export const plainErrorResponse = (
  status: ApiStatus,
  says: LocalizedText,
  language: Language,
): ApiResponse => plainMessageResponse(status, says[language])

/** The response of a request that failed outside of a call, with a translated message. */
export const plainMessageResponse = (status: ApiStatus, msg: string): ApiResponse => ({
  status,
  body: { code: String(status), msg },
  headers: {},
})

/** The response to a missing or invalid token (D-10), with the reason why its session ended. */
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

/** The response to a write that the database cannot store now, or cannot confirm in time. */
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

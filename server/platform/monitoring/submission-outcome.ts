import type { ResponseRule } from '#contract/rules'
import { isIdempotencyKeyUsedRefusal } from '#contract/rules'

/**
 * Why a submission was not accepted. For the first four reasons the student has to act; for the
 * others the phone retries automatically.
 */
export const REFUSAL_REASONS = [
  'refused',
  'invalid',
  'key-used',
  'forbidden',
  'stale',
  'signed-out',
  'in-flight',
  'too-many',
  'unreadable',
  'no-space',
  'later',
  'fault',
] as const
/** The reason of a refusal. */
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** The outcome of a submission. */
export type SubmissionOutcome =
  | { readonly type: 'arrived' }
  | { readonly type: 'replayed' }
  | { readonly type: 'refused'; readonly reason: RefusalReason }

const REASON_BY_STATUS: Readonly<Record<number, RefusalReason>> = {
  401: 'signed-out',
  403: 'forbidden',
  409: 'in-flight',
  412: 'stale',
  422: 'invalid',
  429: 'too-many',
  500: 'fault',
  503: 'later',
  507: 'no-space',
}

/** Determines the outcome of a submission from its response. */
export function classifySubmission(
  { rule }: { readonly rule: ResponseRule },
  answer: {
    readonly status: number
    readonly body: unknown
    readonly headers: Readonly<Record<string, string>>
  },
): SubmissionOutcome {
  if ('idempotency-replayed' in answer.headers) return { type: 'replayed' }
  if (answer.status === 200)
    return rule.isSuccess(answer.body)
      ? { type: 'arrived' }
      : { type: 'refused', reason: 'refused' }
  const reason = isIdempotencyKeyUsedRefusal(answer.body)
    ? 'key-used'
    : REASON_BY_STATUS[answer.status]
  return { type: 'refused', reason: reason ?? 'unreadable' }
}

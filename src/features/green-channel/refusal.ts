import type { Outcome } from '#app/lib/network/call-api.ts'
import { outcomeText } from '#app/lib/network/call-api.ts'

/** A failure: what failed, and the university's reason if it gave one. */
export interface Refusal {
  readonly title: string
  readonly reason?: string
}

/**
 * Describes a failure: `failed` for a refusal, with the university's reason below. A request
 * without an answer is not reported as failed.
 */
export function describeRefusal(
  outcome: Exclude<Outcome<unknown>, { type: 'ok' }>,
  failed: string,
): Refusal {
  if (outcome.type !== 'refused') return { title: outcomeText(outcome) }
  const reason = outcome.issues?.[0]?.message ?? outcome.message
  return reason === '' || reason === failed ? { title: failed } : { title: failed, reason }
}

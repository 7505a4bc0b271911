import type { CallOutcome } from '#app/lib/network/call-api.ts'
import { describeCallOutcome } from '#app/lib/network/call-api.ts'

/** A failure: what failed, and the university's reason if it gave one. */
export interface ApplicationRefusal {
  readonly title: string
  readonly reason?: string
}

/**
 * Describes a failure. For a refusal the title is `failed`, with the university's reason below. A
 * request without a response is not reported as failed.
 */
export function describeRefusal(
  outcome: Exclude<CallOutcome<unknown>, { type: 'ok' }>,
  failed: string,
): ApplicationRefusal {
  if (outcome.type !== 'refused') return { title: describeCallOutcome(outcome) }
  const reason = outcome.issues?.[0]?.message ?? outcome.message
  return reason === '' || reason === failed ? { title: failed } : { title: failed, reason }
}

import type { Outcome } from '#app/lib/network/call-api.ts'
import { outcomeText } from '#app/lib/network/call-api.ts'

/** Why something did not happen: what failed, and the university's reason where it gave one. */
export interface Refusal {
  readonly title: string
  readonly reason?: string
}

/**
 * Words for what did not go well: `failed` for a refusal, with the university's reason under it.
 * What was never answered is not called failed.
 */
export function describeRefusal(
  outcome: Exclude<Outcome<unknown>, { type: 'ok' }>,
  failed: string,
): Refusal {
  if (outcome.type !== 'refused') return { title: outcomeText(outcome) }
  const reason = outcome.issues?.[0]?.message ?? outcome.message
  return reason === '' || reason === failed ? { title: failed } : { title: failed, reason }
}

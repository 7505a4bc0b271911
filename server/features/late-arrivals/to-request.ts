import type { LateArrivalRequest } from '#contract/late-arrivals'
import type { RequestRow } from './store.ts'

/** A request as students and staff see it. */
export const toLateArrivalRequest = (row: RequestRow): LateArrivalRequest => ({
  id: row.id,
  reason: row.reason,
  expectedOn: row.expected_on,
  requestedAt: row.requested_at.toISOString(),
  state: row.state,
  answer: row.answer,
})

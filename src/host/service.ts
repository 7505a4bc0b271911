import { call, type Outcome } from '#app/lib/call.ts'
import { whoAsks } from '#app/lib/session.ts'
import { support } from '#contract/support'
import { closeWindow } from './close.ts'

/**
 * Ask customer service to write in the messaging app, and close its window, behind which they write
 * (CMP-03, D-99).
 */
export async function callService(): Promise<
  Exclude<Outcome<unknown>, { type: 'ok' }> | { type: 'closed' } | { type: 'called' }
> {
  const outcome = await call(support.callService, whoAsks())
  if (outcome.type !== 'ok') return outcome
  return { type: (await closeWindow()) ? 'closed' : 'called' }
}

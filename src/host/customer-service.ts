import { callApi, type CallOutcome } from '#app/lib/network/call-api.ts'
import { getCallerIds } from '#app/lib/session/session.ts'
import { support } from '#contract/support'
import { closeWindow } from './close.ts'

/**
 * Asks customer service to contact the user in the messaging app's chat, and closes the window so
 * that the chat is visible (CMP-03, D-99).
 */
export async function requestCustomerService(): Promise<
  Exclude<CallOutcome<unknown>, { type: 'ok' }> | { type: 'closed' } | { type: 'called' }
> {
  const outcome = await callApi(support.callService, getCallerIds())
  if (outcome.type !== 'ok') return outcome
  return { type: (await closeWindow()) ? 'closed' : 'called' }
}

import { drainInWorker } from '#offline/worker'

/**
 * Deliver what waits. Failing makes the browser try again later, so it fails while anything is
 * left.
 */
export async function deliverWaiting(event: SyncEvent): Promise<void> {
  const { left } = await drainInWorker()
  if (left > 0 && !event.lastChance) throw new Error(`${left} still waiting`)
}

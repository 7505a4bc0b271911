// The part of the worker that sends the outbox. It is fetched together with the worker and run when
// it is needed.
import { drainInWorker } from '#offline/drain/drain-in-worker'

declare const self: ServiceWorkerGlobalScope

/** Sends the outbox. Rejects while items are left, so that the browser repeats the sync event. */
self.deliverOutbox = async (event: SyncEvent): Promise<void> => {
  const { left } = await drainInWorker()
  if (left > 0 && !event.lastChance) throw new Error(`${left} still waiting`)
}

// The part of the worker that delivers what waits: fetched with it, started when it is needed.
import { drainInWorker } from '#offline/drain/drain-in-worker'

declare const self: ServiceWorkerGlobalScope

/** Failing makes the browser try again later, so it fails while anything is left. */
self.deliverOutbox = async (event: SyncEvent): Promise<void> => {
  const { left } = await drainInWorker()
  if (left > 0 && !event.lastChance) throw new Error(`${left} still waiting`)
}

// The delivery worker: sends the outbox when no page is open. It controls no page, so a phone fetches
// it only when somebody is bound (src/lib/worker/delivery-worker.ts).
import '#offline/utilities/polyfills'
import { drainInWorker } from '#offline/drain/drain-in-worker'
import { OUTBOX_SYNC_TAG } from '#offline/transport/worker-messages'

declare const self: ServiceWorkerGlobalScope

self.addEventListener('sync', (event) => {
  if (event.tag === OUTBOX_SYNC_TAG) event.waitUntil(deliverOutbox(event))
})

// Rejects while items are left, so that the browser repeats the sync event.
async function deliverOutbox(event: SyncEvent): Promise<void> {
  const { left } = await drainInWorker()
  if (left > 0 && !event.lastChance) throw new Error(`${left} still waiting`)
}

import { currentSession, type Session } from '#app/lib/session/session.ts'
import { registerDeliveryWorker } from '#app/lib/worker/delivery-worker.ts'
import type { PrecachePack } from '#contract/packs'
import { type FromServiceWorker, requestFromWorker } from '#offline/transport/worker-messages'
import { withTimeout } from '#offline/utilities/with-timeout'

const TIMEOUT_MS = 30_000

/** Returns the pack of files that this person needs offline. */
function choosePack({ person, isNew }: Session): PrecachePack {
  if (person.role === 'staff') return 'staff'
  return isNew ? 'newcomer' : 'student'
}

/**
 * Asks the service worker to store the current user's pack, and registers the delivery worker.
 * Resolves to true when both are on the phone, and immediately if nobody is signed in.
 */
export async function requestPack(
  registration: ServiceWorkerRegistration | undefined,
): Promise<boolean> {
  const session = currentSession()
  if (session === null) return true
  const worker = registration?.active
  if (worker === null || worker === undefined) return false
  const asked = requestFromWorker(worker, { type: 'keep', pack: choosePack(session) })
  const { kept, delivery } = await withTimeout(TIMEOUT_MS, asked, (): FromServiceWorker => ({}))
  return kept === true && (delivery === undefined || registerDeliveryWorker(delivery))
}

import { currentSession, type Session } from '#app/lib/session/session.ts'
import type { PrecachePack } from '#contract/packs'
import { requestFromWorker } from '#offline/transport/worker-messages'
import { withTimeout } from '#offline/utilities/with-timeout'

const TIMEOUT_MS = 30_000

/** Returns the pack of files that this person needs offline. */
function choosePack({ person, isNew }: Session): PrecachePack {
  if (person.role === 'staff') return 'staff'
  return isNew ? 'newcomer' : 'student'
}

/**
 * Asks the service worker to store the current user's pack. Resolves to true when the pack is
 * stored, and immediately if nobody is signed in.
 */
export async function requestPack(
  registration: ServiceWorkerRegistration | undefined,
): Promise<boolean> {
  const session = currentSession()
  if (session === null) return true
  const worker = registration?.active
  if (worker === null || worker === undefined) return false
  const asked = requestFromWorker(worker, { type: 'keep', pack: choosePack(session) })
  const { kept = false } = await withTimeout(TIMEOUT_MS, asked, () => ({ kept: false }))
  return kept
}

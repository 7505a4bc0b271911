import { currentSession, type Session } from '#app/lib/session/session.ts'
import type { PrecachePack } from '#contract/packs'
import { requestFromWorker } from '#offline/transport/worker-messages'
import { withTimeout } from '#offline/utilities/with-timeout'

const PATIENCE_MS = 30_000

/** The pack of files that this person needs in a tunnel. */
function choosePack({ person, isNew }: Session): PrecachePack {
  if (person.role === 'staff') return 'staff'
  return isNew ? 'newcomer' : 'student'
}

/**
 * Have the worker keep the pack of who is bound; true once it is on the phone, and at once when
 * nobody is bound.
 */
export async function requestPack(
  registration: ServiceWorkerRegistration | undefined,
): Promise<boolean> {
  const session = currentSession()
  if (session === null) return true
  const worker = registration?.active
  if (worker === null || worker === undefined) return false
  const asked = requestFromWorker(worker, { type: 'keep', pack: choosePack(session) })
  const { kept = false } = await withTimeout(PATIENCE_MS, asked, () => ({ kept: false }))
  return kept
}

import { currentSession, type Session } from '#app/lib/session.ts'
import type { Pack } from '#contract/packs'
import { askWorker } from '#offline/messages'
import { within } from '#offline/within'

const PATIENCE_MS = 30_000

/** The pack of files that this person needs in a tunnel. */
function packOf({ person, isNew }: Session): Pack {
  if (person.role === 'staff') return 'staff'
  return isNew ? 'newcomer' : 'student'
}

/**
 * Have the worker keep the pack of who is bound; true once it is on the phone, and at once when
 * nobody is bound.
 */
export async function keepPack(
  registration: ServiceWorkerRegistration | undefined,
): Promise<boolean> {
  const session = currentSession()
  if (session === null) return true
  const worker = registration?.active
  if (worker === null || worker === undefined) return false
  const asked = askWorker(worker, { type: 'keep', pack: packOf(session) })
  const { kept = false } = await within(PATIENCE_MS, asked, () => ({ kept: false }))
  return kept
}

import { isWebCryptoAvailable } from '#contract/checkin-pass-check'
import type { Person } from '#contract/identity'
import { refreshEligibility } from './pass-eligibility.ts'
import { findStoredPass, ensurePass } from './pass-store.ts'

const ASK_AGAIN_MS = 86_400_000

/**
 * Requests a student's credential, unless this phone received one less than a day ago: a student
 * might first open the pass in a corridor without a signal. Resolves to true when no further
 * request is needed.
 */
export async function prefetchCredential(person: Person): Promise<boolean> {
  if (person.role !== 'student' || !isWebCryptoAvailable()) return true
  const kept = await findStoredPass(person.code)
  if (kept?.checkedAt !== undefined && Date.now() - kept.checkedAt < ASK_AGAIN_MS) return true
  const checked = await refreshEligibility(person, await ensurePass(person.code))
  // The credential of an earlier request stays valid for days.
  return checked.type !== 'no-answer' || kept?.credential !== undefined
}

import { isWebCryptoAvailable } from '#contract/checkin-pass-check'
import type { Person } from '#contract/identity'
import { refreshEligibility } from './pass-eligibility.ts'
import { findStoredPass, ensurePass } from './pass-store.ts'

const ASK_AGAIN_MS = 86_400_000

/**
 * Requests a student's credential, unless this phone received one less than a day ago: a student
 * might first open the pass in a corridor without a signal. Resolves to the time until which no
 * further request is needed, ms since the epoch; it is past for a student who has no pass yet.
 * Undefined if the campus did not answer and this phone has no credential.
 */
export async function prefetchCredential(person: Person): Promise<number | undefined> {
  if (person.role !== 'student' || !isWebCryptoAvailable()) return Infinity
  const kept = await findStoredPass(person.code)
  const now = Date.now()
  if (kept?.checkedAt !== undefined && now - kept.checkedAt < ASK_AGAIN_MS)
    return kept.checkedAt + ASK_AGAIN_MS
  const checked = await refreshEligibility(person, await ensurePass(person.code))
  if (checked.type === 'yes' && checked.credential !== undefined) return now + ASK_AGAIN_MS
  // The credential of an earlier request stays valid for days.
  return checked.type !== 'no-answer' || kept?.credential !== undefined ? now : undefined
}

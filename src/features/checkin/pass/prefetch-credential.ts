import { canCheckPasses } from '#contract/checkin-pass-check'
import type { Person } from '#contract/identity'
import { refreshEligibility } from './pass-eligibility.ts'
import { findStoredPass, ensurePass } from './pass-store.ts'

const ASK_AGAIN_MS = 86_400_000

/**
 * Ask for a student's credential, unless this phone got one less than a day ago: who was checked in
 * at the gate may open the pass first in a corridor without a signal. Answers whether the campus
 * has said what there is to say.
 */
export async function prefetchCredential(person: Person): Promise<boolean> {
  if (person.role !== 'student' || !canCheckPasses()) return true
  const kept = await findStoredPass(person.code)
  if (kept?.checkedAt !== undefined && Date.now() - kept.checkedAt < ASK_AGAIN_MS) return true
  const checked = await refreshEligibility(person, await ensurePass(person.code))
  // An earlier pass is good for days.
  return checked.type !== 'no-answer' || kept?.credential !== undefined
}

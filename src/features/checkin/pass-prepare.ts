import { canCheckPasses } from '#contract/checkin-pass-check'
import type { Person } from '#contract/identity'
import { checkAndKeep } from './pass-checks.ts'
import { keptPass, passOf } from './pass-store.ts'

const ASK_AGAIN_MS = 86_400_000

/**
 * Ask for a student's credential, unless this phone got one less than a day ago: who was checked in
 * at the gate may open the pass first in a corridor without a signal. Answers whether the campus
 * has said what there is to say.
 */
export async function preparePass(person: Person): Promise<boolean> {
  if (person.role !== 'student' || !canCheckPasses()) return true
  const kept = await keptPass(person.code)
  if (kept?.checkedAt !== undefined && Date.now() - kept.checkedAt < ASK_AGAIN_MS) return true
  const checked = await checkAndKeep(person, await passOf(person.code))
  // An earlier pass is good for days.
  return checked.type !== 'silence' || kept?.credential !== undefined
}

import type { Person } from '#contract/identity'
import { canCheckPasses } from '#contract/pass-check'
import { checkAndKeep } from './pass-checks.ts'
import { keptPass, passOf } from './pass-store.ts'
import { currentSession, watchSession } from './session.ts'

const ASK_AGAIN_MS = 86_400_000

/** Have a pass on the phone before it is needed: who was checked in at the gate may open it first in a corridor without a signal. */
export function followPass(): void {
  let asked: string | undefined
  const look = () => {
    const session = currentSession()
    if (session === null || session.subject === asked) return
    asked = session.subject
    // Without an answer the pass is asked for when it is opened.
    void preparePass(session.person).catch(() => {})
  }
  watchSession(look)
  look()
}

/** Ask for a student's credential, unless this phone got one less than a day ago. */
export async function preparePass(person: Person): Promise<void> {
  if (person.role !== 'student' || !canCheckPasses()) return
  const kept = await keptPass(person.code)
  if (kept?.checkedAt !== undefined && Date.now() - kept.checkedAt < ASK_AGAIN_MS) return
  await checkAndKeep(person, await passOf(person.code))
}

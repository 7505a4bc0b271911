import { currentSession } from '#app/lib/session.ts'
import { createStore } from '#app/lib/store.ts'

const KEPT_AS = 'paymentBegun'

/** A payment sheet that this phone opened, when (ms) and for whom, and whose end was not told: a lost payment that turns up is news. */
export interface Begun {
  readonly at: number
  readonly subject: string
}

/** The one whose end was not told. */
export const untold = createStore<Begun | undefined>(kept())

/** A payment sheet opens now; the phone may die behind it. */
export const noteBegun = (): void => write(`${Date.now()} ${currentSession()?.subject ?? ''}`)

/** The attempt is over and nobody knows how it ended, or the page was left: from here on its money is news. */
export const leaveUntold = (): void => untold.set(kept())

/** How it ended has been told. */
export function noteTold(): void {
  write(undefined)
  untold.set(undefined)
}

function kept(): Begun | undefined {
  try {
    const [, at, subject] = /^(\d+) (.+)$/.exec(localStorage.getItem(KEPT_AS) ?? '') ?? []
    return at === undefined || subject === undefined ? undefined : { at: Number(at), subject }
  } catch {
    return undefined
  }
}

function write(note: string | undefined): void {
  try {
    if (note === undefined) localStorage.removeItem(KEPT_AS)
    else localStorage.setItem(KEPT_AS, note)
  } catch {
    // Only the news of a lost payment would be missed; the fees themselves tell it too.
  }
}

import { keepsPersonal } from '#app/lib/personal.ts'
import { currentSession } from '#app/lib/session.ts'
import { local } from '#app/lib/storage.ts'
import { createStore } from '#app/lib/store.ts'

const KEPT_AS = 'paymentBegun'

/**
 * A payment sheet that this phone opened, when (ms), for whom and for which order, and whose end was
 * not told: a lost payment that turns up is news. Other backends do not tell the order's number.
 */
export interface Begun {
  readonly at: number
  readonly subject: string
  readonly order?: string
}

/** The one whose end was not told. */
export const untold = createStore<Begun | undefined>(kept())

/** A payment sheet opens now; the phone may die behind it. */
export const noteBegun = (order: string | undefined): void =>
  local.setItem(
    KEPT_AS,
    [Date.now(), currentSession()?.subject ?? '', order]
      .filter((part) => part !== undefined)
      .join(' '),
  )

/**
 * The attempt is over and nobody knows how it ended, or the page was left: from here on its money
 * is news.
 */
export const leaveUntold = (): void => untold.set(kept())

/** How it ended has been told. */
export function noteTold(): void {
  local.removeItem(KEPT_AS)
  untold.set(undefined)
}

keepsPersonal({ close: noteTold })

/** Is there such a payment of anybody? Asked before anything is loaded for its sake. */
export const isBegun = (): boolean => local.getItem(KEPT_AS) !== null

function kept(): Begun | undefined {
  const [, at, subject, order] = /^(\d+) (\S+)(?: (\S+))?$/.exec(local.getItem(KEPT_AS) ?? '') ?? []
  if (at === undefined || subject === undefined) return undefined
  return { at: Number(at), subject, ...(order !== undefined && { order }) }
}

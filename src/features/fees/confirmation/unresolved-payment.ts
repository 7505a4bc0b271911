import { safeLocalStorage } from '#app/lib/platform/safe-storage.ts'
import { createStore } from '#app/lib/platform/store.ts'
import { registerPersonalStore } from '#app/lib/session/personal-data.ts'
import { currentSession } from '#app/lib/session/session.ts'

const STORAGE_KEY = 'paymentBegun'

/**
 * A payment sheet that this phone opened, when (ms), for whom and for which order, and whose end was
 * not told: a lost payment that turns up is news. Other backends do not tell the order's number.
 */
export interface UnresolvedPayment {
  readonly at: number
  readonly subject: string
  readonly order?: string
}

/** The one whose end was not told. */
export const unresolvedPayment = createStore<UnresolvedPayment | undefined>(readStoredPayment())

/** A payment sheet opens now; the phone may die behind it. */
export const recordPaymentStart = (order: string | undefined): void =>
  safeLocalStorage.setItem(
    STORAGE_KEY,
    [Date.now(), currentSession()?.subject ?? '', order]
      .filter((part) => part !== undefined)
      .join(' '),
  )

/**
 * The attempt is over and nobody knows how it ended, or the page was left: from here on its money
 * is news.
 */
export const publishUnresolvedPayment = (): void => unresolvedPayment.set(readStoredPayment())

/** How it ended has been told. */
export function clearUnresolvedPayment(): void {
  safeLocalStorage.removeItem(STORAGE_KEY)
  unresolvedPayment.set(undefined)
}

registerPersonalStore({ clear: clearUnresolvedPayment })

/** Is there such a payment of anybody? Asked before anything is loaded for its sake. */
export const hasUnresolvedPayment = (): boolean => safeLocalStorage.getItem(STORAGE_KEY) !== null

function readStoredPayment(): UnresolvedPayment | undefined {
  const [, at, subject, order] =
    /^(\d+) (\S+)(?: (\S+))?$/.exec(safeLocalStorage.getItem(STORAGE_KEY) ?? '') ?? []
  if (at === undefined || subject === undefined) return undefined
  return { at: Number(at), subject, ...(order !== undefined && { order }) }
}

import { safeLocalStorage } from '#app/lib/platform/safe-storage.ts'
import { createExternalStore } from '#app/lib/platform/store.ts'
import { registerPersonalStore } from '#app/lib/session/personal-data.ts'
import { currentSession } from '#app/lib/session/session.ts'

const STORAGE_KEY = 'paymentBegun'

/**
 * A payment sheet that this phone opened and whose result was not shown: the time (ms since the
 * epoch), the student, and the order's number (missing for backends without orders).
 */
export interface UnresolvedPayment {
  readonly at: number
  readonly subject: string
  readonly order?: string
}

/** The payment whose result was not shown. */
export const unresolvedPayment = createExternalStore<UnresolvedPayment | undefined>(
  readStoredPayment(),
)

/**
 * Stores that a payment sheet opens now, because the operating system can end the page while the
 * sheet is open.
 */
export const recordPaymentStart = (order: string | undefined): void =>
  safeLocalStorage.setItem(
    STORAGE_KEY,
    [Date.now(), currentSession()?.subject ?? '', order]
      .filter((part) => part !== undefined)
      .join(' '),
  )

/**
 * Publishes the stored payment after its attempt has ended without a known result, or after the
 * user has left the page. If the university then receives the payment, a notice is shown.
 */
export const publishUnresolvedPayment = (): void => unresolvedPayment.set(readStoredPayment())

/** Deletes the stored payment after its result has been shown. */
export function clearUnresolvedPayment(): void {
  safeLocalStorage.removeItem(STORAGE_KEY)
  unresolvedPayment.set(undefined)
}

registerPersonalStore({ clear: clearUnresolvedPayment })

/**
 * Whether an unresolved payment of any student is stored. The check is cheap, so it comes before
 * more code is loaded.
 */
export const hasUnresolvedPayment = (): boolean => safeLocalStorage.getItem(STORAGE_KEY) !== null

function readStoredPayment(): UnresolvedPayment | undefined {
  const [, at, subject, order] =
    /^(\d+) (\S+)(?: (\S+))?$/.exec(safeLocalStorage.getItem(STORAGE_KEY) ?? '') ?? []
  if (at === undefined || subject === undefined) return undefined
  return { at: Number(at), subject, ...(order !== undefined && { order }) }
}

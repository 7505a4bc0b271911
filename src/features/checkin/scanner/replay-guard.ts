import * as v from 'valibot'
import { safeLocalStorage, type SafeStorage } from '#app/lib/platform/safe-storage.ts'

/** Stores the highest counter checked of each phone. A phone's counter only increases. */
export interface PassReplayGuard {
  /** Whether this device has already checked this proof, or a later proof of the same phone. */
  readonly isReplayed: (phone: string, counter: number) => boolean
  readonly record: (phone: string, counter: number) => void
  /**
   * Forgets a proof whose result was closed without a decision, so that the same code can be shown
   * once more.
   */
  readonly forget: (phone: string, counter: number) => void
}

const KEY = 'seenProofs'
/**
 * How long counters are stored, ms. It is much longer than the validity of a proof, whatever the
 * clocks show. An older proof is rejected because of its time.
 */
const KEPT_MS = 600_000
/**
 * The number of characters of a key that are stored: enough to distinguish the phones of one
 * evening, and too few to reconstruct the key.
 */
const LETTERS = 16

const Stored = v.record(v.string(), v.tuple([v.number(), v.number()]))
type Stored = v.InferOutput<typeof Stored>

/**
 * Creates a guard that stores its counters in the device's storage. So a copied code is also
 * recognized after the scanner was opened again, and in other tabs.
 */
export function createPassReplayGuard(
  storage: Pick<SafeStorage, 'getItem' | 'setItem'> = safeLocalStorage,
  now: () => number = Date.now,
): PassReplayGuard {
  const short = (phone: string) => phone.slice(0, LETTERS)
  const read = (): Stored => {
    try {
      const found = v.safeParse(Stored, JSON.parse(storage.getItem(KEY) ?? '{}'))
      return found.success ? found.output : {}
    } catch {
      return {}
    }
  }
  const write = (phone: string, counter: number) => {
    // An entry with a future time was written before the clock was set back. It stays, because it
    // might still be needed.
    const young = Object.entries(read()).filter(([, [, at]]) => now() - at < KEPT_MS)
    const all = { ...Object.fromEntries(young), [short(phone)]: [counter, now()] }
    storage.setItem(KEY, JSON.stringify(all))
  }
  const highest = (phone: string) => read()[short(phone)]?.[0] ?? -1
  return {
    isReplayed: (phone, counter) => counter <= highest(phone),
    record: (phone, counter) => write(phone, Math.max(counter, highest(phone))),
    forget: (phone, counter) => {
      if (highest(phone) === counter) write(phone, counter - 1)
    },
  }
}

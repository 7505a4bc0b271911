import * as v from 'valibot'
import { safeLocalStorage, type SafeStorage } from '#app/lib/platform/safe-storage.ts'

/** The highest counter that was judged of a phone: a phone only ever counts up. */
export interface ReplayGuard {
  /** Was this proof, or a later one of the same phone, judged here before? */
  readonly isReplayed: (phone: string, counter: number) => boolean
  readonly record: (phone: string, counter: number) => void
  /** It was closed without a decision: the same proof may be shown once more. */
  readonly forget: (phone: string, counter: number) => void
}

const KEY = 'seenProofs'
/** Much longer than a proof is good for, whatever the clocks: an older one is refused by its time. */
const KEPT_MS = 600_000
/** Enough to tell the phones of an evening apart; nobody's key can be made of it. */
const LETTERS = 16

const Stored = v.record(v.string(), v.tuple([v.number(), v.number()]))
type Stored = v.InferOutput<typeof Stored>

/**
 * What a scanner remembers of proofs. It stands in the phone's storage, so that a picture of a code
 * is told as one also by a scanner that was left and opened anew, or by another tab.
 */
export function createReplayGuard(
  storage: Pick<SafeStorage, 'getItem' | 'setItem'> = safeLocalStorage,
  now: () => number = Date.now,
): ReplayGuard {
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
    // What comes from the future was written before a clock went back: it may still be needed.
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

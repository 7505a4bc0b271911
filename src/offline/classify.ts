import type { Problem } from './item.ts'
import type { Outcome } from './outcome.ts'

/** What an answer makes of an item. */
export type Delivery =
  | {
      readonly type: 'delivered'
      readonly etag?: string
      readonly receipt?: string
      /** What the university said to people, where its answer has words. */
      readonly message?: string
      readonly echoed: boolean
    }
  /** Unknown or not now. `after` is what the backend asked for, ms; `silent` when nobody answered at all. */
  | { readonly type: 'later'; readonly after?: number; readonly silent: boolean; readonly problem?: Problem }
  | { readonly type: 'signed-out' }
  | { readonly type: 'conflict'; readonly problem: Problem }
  | { readonly type: 'needs-you'; readonly problem: Problem }

/**
 * Judge the outcome of a delivery. `sendsReceipts`: this backend echoes keys, so an answer without one is not its own.
 * `says` finds words for people in a good answer.
 */
export function classify(
  outcome: Outcome<unknown>,
  { sendsReceipts, says }: { sendsReceipts: boolean; says?: ((answered: unknown) => string) | undefined },
): Delivery {
  switch (outcome.type) {
    case 'ok': {
      if (sendsReceipts && !outcome.echoed) return { type: 'later', silent: false }
      const message = says?.(outcome.data) ?? ''
      return {
        type: 'delivered',
        echoed: outcome.echoed,
        ...(message !== '' && { message }),
        ...(outcome.etag !== undefined && { etag: outcome.etag }),
        ...(outcome.receipt !== undefined && { receipt: outcome.receipt }),
      }
    }
    case 'refused':
      return {
        type: 'needs-you',
        problem: { message: outcome.message, ...(outcome.issues !== undefined && { issues: outcome.issues }) },
      }
    case 'signed-out':
      return { type: 'signed-out' }
    case 'conflict':
      return { type: 'conflict', problem: { message: outcome.message } }
    case 'too-many':
      return { type: 'later', silent: false, after: outcome.after * 1000 }
    case 'unreachable':
      return { type: 'later', silent: true }
    case 'unreadable':
      return {
        type: 'later',
        silent: false,
        ...(outcome.after !== undefined && { after: outcome.after * 1000 }),
        ...(outcome.message !== undefined && { problem: { message: outcome.message } }),
      }
  }
}

const FIRST_WAIT_MS = 1_000
/** The longest pause between two tries, ms (D-106). */
export const LONGEST_WAIT_MS = 300_000

/** Pause before the next try, ms: 1 s doubling to 5 min, with jitter down to a half. `random` is in [0, 1). */
export function backoff(attempts: number, random: number): number {
  const full = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 20))
  return Math.round(full * (0.5 + random / 2))
}

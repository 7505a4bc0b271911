import type { ItemProblem } from '../outbox/outbox-records.ts'
import type { Outcome } from '../transport/outcome.ts'

/** What an answer makes of an item. */
export type DeliveryResult =
  | {
      readonly type: 'delivered'
      readonly etag?: string
      readonly receipt?: string
      /** What the university said to people, where its answer has words. */
      readonly message?: string
      readonly epoch?: string
      /** The university's clock, ms. */
      readonly at?: number
      readonly echoed: boolean
    }
  /**
   * Unknown or not now. `after` is what the backend asked for, ms; `silent` when nobody answered at
   * all; `heard` when the campus was there; `puzzling` when it was, and what came back makes no
   * sense.
   */
  | {
      readonly type: 'later'
      readonly after?: number
      readonly silent: boolean
      readonly heard: boolean
      readonly puzzling?: boolean
      readonly problem?: ItemProblem
    }
  | { readonly type: 'signed-out' }
  | { readonly type: 'conflict'; readonly problem: ItemProblem }
  | { readonly type: 'needs-you'; readonly problem: ItemProblem }
  /** This version cannot bring its words up to date. */
  | { readonly type: 'parked' }

/**
 * Judge the outcome of a delivery. `sendsReceipts`: this backend echoes keys, so an answer without
 * one comes from elsewhere. `checked`: the campus has answered the check for a record just before.
 * `says` finds words for people in a good answer.
 */
export function classifyOutcome(
  outcome: Outcome<unknown>,
  {
    sendsReceipts,
    checked = false,
    says,
  }: {
    sendsReceipts: boolean
    checked?: boolean
    says?: ((answered: unknown) => string) | undefined
  },
): DeliveryResult {
  switch (outcome.type) {
    case 'ok': {
      if (sendsReceipts && !outcome.echoed)
        return { type: 'later', silent: false, heard: checked, puzzling: checked }
      const message = says?.(outcome.data) ?? ''
      return {
        type: 'delivered',
        echoed: outcome.echoed,
        ...(message !== '' && { message }),
        ...(outcome.etag !== undefined && { etag: outcome.etag }),
        ...(outcome.receipt !== undefined && { receipt: outcome.receipt }),
        ...(outcome.epoch !== undefined && { epoch: outcome.epoch }),
        ...(outcome.at !== undefined && { at: outcome.at }),
      }
    }
    case 'refused':
      return {
        type: 'needs-you',
        problem: {
          message: outcome.message,
          ...(outcome.issues !== undefined && { issues: outcome.issues }),
          ...(outcome.keyUsed === true && { keyUsed: true }),
        },
      }
    case 'signed-out':
      return { type: 'signed-out' }
    case 'conflict':
      return { type: 'conflict', problem: { message: outcome.message } }
    case 'too-many':
      return { type: 'later', silent: false, heard: true, after: outcome.after * 1000 }
    case 'unreachable':
      return { type: 'later', silent: true, heard: checked }
    case 'unreadable':
      return {
        type: 'later',
        silent: false,
        heard: checked || outcome.fromCampus === true,
        puzzling:
          (checked || outcome.fromCampus === true) &&
          outcome.after === undefined &&
          !isTemporaryStatus(outcome.status),
        ...(outcome.after !== undefined && { after: outcome.after * 1000 }),
        ...(outcome.message !== undefined && { problem: { message: outcome.message } }),
      }
  }
}

// A server in trouble, or one that asks for time, says so; what it answers then is no puzzle.
const isTemporaryStatus = (status: number | undefined) =>
  status !== undefined && (status >= 500 || [408, 409, 425, 429].includes(status))

import type { OutboxItemProblem } from '../outbox/outbox-records.ts'
import type { CallOutcome } from '../transport/outcome.ts'

/** What the outcome of a request means for the item that was sent. */
export type DeliveryResult =
  | {
      readonly type: 'delivered'
      readonly etag?: string
      readonly receipt?: string
      /** The university's message for the student, if the response has one. */
      readonly message?: string
      readonly epoch?: string
      /** The university's clock, ms since the epoch. */
      readonly at?: number
      readonly echoed: boolean
    }
  /**
   * The item is to be sent again, because its outcome is unknown or the server asked to wait.
   * `after`: the server's Retry-After, ms. `silent`: there was no response at all. `campusResponded`: the
   * campus responded. `isUnreadable`: the campus responded, but the response could not be understood.
   */
  | {
      readonly type: 'later'
      readonly after?: number
      readonly silent: boolean
      readonly campusResponded: boolean
      readonly isUnreadable?: boolean
      /** The attempt has uploaded a part of the item's files. */
      readonly hasProgressed?: boolean
      readonly problem?: OutboxItemProblem
    }
  | { readonly type: 'signed-out' }
  | { readonly type: 'conflict'; readonly problem: OutboxItemProblem }
  | { readonly type: 'needs-you'; readonly problem: OutboxItemProblem }
  /** This build of the app cannot upgrade the payload to its own schema version. */
  | { readonly type: 'parked' }

/**
 * Translates the outcome of a request into the result for its item.
 *
 * `sendsReceipts`: this backend echoes idempotency keys, so a response without an echo comes from
 * an intermediary. `checked`: the campus has just answered the existence check. `says` reads the
 * message to the student from a successful response.
 */
export function classifyOutcome(
  outcome: CallOutcome<unknown>,
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
        return { type: 'later', silent: false, campusResponded: checked, isUnreadable: checked }
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
      return { type: 'later', silent: false, campusResponded: true, after: outcome.after * 1000 }
    case 'unreachable':
      return { type: 'later', silent: true, campusResponded: checked }
    case 'unreadable':
      return {
        type: 'later',
        silent: false,
        campusResponded: checked || outcome.fromCampus === true,
        isUnreadable:
          (checked || outcome.fromCampus === true) &&
          outcome.after === undefined &&
          !isTemporaryStatus(outcome.status),
        ...(outcome.after !== undefined && { after: outcome.after * 1000 }),
        ...(outcome.message !== undefined && { problem: { message: outcome.message } }),
      }
  }
}

// Whether the status itself says that the server fails or is busy. The body of such a response is
// not counted as unreadable.
const isTemporaryStatus = (status: number | undefined) =>
  status !== undefined && (status >= 500 || [408, 409, 425, 429].includes(status))

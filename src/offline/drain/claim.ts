import type { FindQueuedForm } from '#contract/queued-form'
import { hasUnsentDependency } from '../outbox/dependencies.ts'
import type { OutboxItem } from '../outbox/outbox-records.ts'
import {
  createAllFormsKeyRange,
  type OutboxTransaction,
  ignoreRejection,
} from '../storage/outbox-database.ts'
import { computeNextAttemptTime, FIRST_RETRY_DELAY_MS, type SendTrigger } from './schedule.ts'

const PAGE = 16

/** The rules by which items are claimed. */
export interface ItemClaimRules {
  readonly subject: string
  readonly trigger: SendTrigger
  /** `order` of each item that this sending round has already attempted. */
  readonly attemptedOrders: ReadonlySet<number>
  /** The maximum number of items in one claim. */
  readonly limit: number
}

/**
 * The result of a claim: the oldest items that are due, the time at which the next item is due (ms
 * since the epoch), or nothing to send.
 */
export type ItemClaim =
  | { readonly type: 'items'; readonly items: readonly OutboxItem[] }
  | { readonly type: 'wait'; readonly until: number }
  | { readonly type: 'nothing' }

/**
 * Claims the items that are due: marks them as `sending` and returns them, oldest first. `again`:
 * this is a repeated attempt, whose first attempt might already have been committed.
 */
export type ItemClaimer = (
  transaction: OutboxTransaction<'readwrite'>,
  rules: ItemClaimRules & { readonly now: number; readonly again: boolean },
) => Promise<ItemClaim>

/** Creates the function by which one sender claims items. */
export function createItemClaimer(findForm: FindQueuedForm): ItemClaimer {
  // Each scan starts at the first record that the previous scan found: `order` only grows, and a
  // scan over many deleted records is slow.
  let oldest: number | undefined
  return async (transaction, { subject, trigger, attemptedOrders, limit, now, again }) => {
    if (again) {
      const claimed = await findOwnClaim(transaction, subject, attemptedOrders)
      if (claimed.length > 0) return { type: 'items', items: claimed }
    }
    const items = transaction.objectStore('items')
    const queue = createQueue(transaction, subject, findForm)
    const taken: OutboxItem[] = []
    let until = Infinity
    let from = oldest === undefined ? undefined : IDBKeyRange.lowerBound(oldest)
    oldest = undefined
    for (;;) {
      const page = await items.getAll(from, PAGE)
      oldest ??= page[0]?.order
      for (const item of page) {
        if (taken.length >= limit) break
        if (item.subject !== subject) continue
        if (!isSendable(item)) continue
        const isTurn =
          (await queue.isTurnOf(item)) && !(await hasUnsentDependency(transaction, item))
        queue.goPast(item)
        if (!isTurn) continue
        const scheduled = computeNextAttemptTime(item, 'schedule', now)
        if (attemptedOrders.has(item.order)) {
          until = Math.min(until, scheduled)
          continue
        }
        const due = computeNextAttemptTime(item, trigger, now)
        if (due <= now) {
          // The item is sent before its scheduled time only because another request has shown that
          // the campus is reachable. So this attempt counts as an attempt that the campus answered.
          const heard = (item.heard ?? 0) + (scheduled > now ? 1 : 0)
          const sending: OutboxItem = {
            ...item,
            state: 'sending',
            attempts: item.attempts + 1,
            heard,
          }
          ignoreRejection(items.put(sending))
          taken.push(sending)
        } else if (taken.length === 0 && due <= now + FIRST_RETRY_DELAY_MS) {
          // The item is due within a second, so the round waits for it: items that were written
          // later must not overtake it.
          return { type: 'wait', until: due }
        } else until = Math.min(until, due)
      }
      const last = page.at(-1)
      if (taken.length >= limit || page.length < PAGE || last === undefined) break
      from = IDBKeyRange.lowerBound(last.order, true)
    }
    if (taken.length > 0) return { type: 'items', items: taken }
    return until === Infinity ? { type: 'nothing' } : { type: 'wait', until }
  }
}

/**
 * Finds the items that the first attempt of this claim committed although the commit reported an
 * error. None of them has been sent. No further items are claimed with them, because they hold back
 * later items.
 */
async function findOwnClaim(
  transaction: OutboxTransaction<'readwrite'>,
  subject: string,
  attemptedOrders: ReadonlySet<number>,
): Promise<readonly OutboxItem[]> {
  const all = await transaction
    .objectStore('items')
    .index('form')
    .getAll(createAllFormsKeyRange(subject))
  return all
    .filter(({ state, order }) => state === 'sending' && !attemptedOrders.has(order))
    .sort((one, other) => one.order - other.order)
}

/**
 * Decides for each item, from the oldest to the newest, whether it can be sent now. The items of
 * one form are sent first in, first out; scans are independent of each other. A form also waits for
 * the unsent items of the forms in its `sendAfter`, no matter when those items were written
 * (D-104).
 */
function createQueue(
  transaction: OutboxTransaction<'readwrite'>,
  subject: string,
  findForm: FindQueuedForm,
) {
  const formsAhead = new Set<string>()
  const unsent = new Map<string, boolean>()
  const isUnsent = async (form: string) => {
    const known = unsent.get(form)
    if (known !== undefined) return known
    const items = await transaction.objectStore('items').index('form').getAll([subject, form])
    // An item that this claim has marked as `sending` is still unsent.
    const found = items.some((item) => isSendable(item) || item.state === 'sending')
    unsent.set(form, found)
    return found
  }
  return {
    isTurnOf: async ({ form }: OutboxItem) => {
      if (formsAhead.has(form)) return false
      for (const earlier of findForm(form)?.sendAfter ?? [])
        if (await isUnsent(earlier)) return false
      return true
    },
    goPast: ({ form }: OutboxItem) => {
      if (findForm(form)?.replaces !== false) formsAhead.add(form)
    },
  }
}

const isSendable = ({ state }: OutboxItem) => state === 'waiting' || state === 'later'

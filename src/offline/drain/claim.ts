import type { AnyForm } from '#contract/queued-form'
import { hasUnsentDependency } from '../outbox/dependencies.ts'
import type { OutboxItem } from '../outbox/outbox-records.ts'
import { allFormsRange, type Transaction, ignoreRejection } from '../storage/outbox-database.ts'
import { dueAt, FIRST_WAIT_MS, type SendTrigger } from './schedule.ts'

const PAGE = 16

/** Which items may be taken. */
export interface ClaimRules {
  readonly subject: string
  readonly trigger: SendTrigger
  /** Items that had their turn in this round. */
  readonly attemptedOrders: ReadonlySet<number>
  readonly limit: number
}

/**
 * What there is to send: the oldest items that may go now; or when the next one may; or nothing.
 */
export type Claim =
  | { readonly type: 'items'; readonly items: readonly OutboxItem[] }
  | { readonly type: 'wait'; readonly until: number }
  | { readonly type: 'nothing' }

/**
 * Take the items that may go, oldest first, and mark them as being sent; `again`: this transaction
 * may be on the disk already.
 */
export type ItemClaimer = (
  transaction: Transaction<'readwrite'>,
  rules: ClaimRules & { readonly now: number; readonly again: boolean },
) => Promise<Claim>

/** How one sender takes items. */
export function createItemClaimer(forms: Readonly<Record<string, AnyForm>>): ItemClaimer {
  // Orders only grow, and reading over many deleted records is slow: start at the first that was
  // alive.
  let oldest: number | undefined
  return async (transaction, { subject, trigger, attemptedOrders, limit, now, again }) => {
    if (again) {
      const claimed = await findOwnClaim(transaction, subject, attemptedOrders)
      if (claimed.length > 0) return { type: 'items', items: claimed }
    }
    const items = transaction.objectStore('items')
    const queue = createQueue(forms, await findUnsentForms(transaction, subject, forms))
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
        const isTurn = queue.isTurnOf(item) && !(await hasUnsentDependency(transaction, item))
        queue.goPast(item)
        if (!isTurn) continue
        const scheduled = dueAt(item, 'schedule', now)
        if (attemptedOrders.has(item.order)) {
          until = Math.min(until, scheduled)
          continue
        }
        const due = dueAt(item, trigger, now)
        if (due <= now) {
          // It goes before its time only because there was a sign of the campus, which counts as
          // heard.
          const heard = (item.heard ?? 0) + (scheduled > now ? 1 : 0)
          const sending: OutboxItem = {
            ...item,
            state: 'sending',
            attempts: item.attempts + 1,
            heard,
          }
          ignoreRejection(items.put(sending))
          taken.push(sending)
        } else if (taken.length === 0 && due <= now + FIRST_WAIT_MS) {
          // It may go in a moment: what was written later must not overtake it meanwhile.
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
 * What the disk has of this very claim although its commit reported an error: nobody has sent these
 * yet. Nothing may be taken beside them, for they still hold others back.
 */
async function findOwnClaim(
  transaction: Transaction<'readwrite'>,
  subject: string,
  attemptedOrders: ReadonlySet<number>,
): Promise<readonly OutboxItem[]> {
  const all = await transaction.objectStore('items').index('form').getAll(allFormsRange(subject))
  return all
    .filter(({ state, order }) => state === 'sending' && !attemptedOrders.has(order))
    .sort((one, other) => one.order - other.order)
}

/** Of the forms that go before others: which are still here, whenever they were written (D-104). */
async function findUnsentForms(
  transaction: Transaction<'readwrite'>,
  subject: string,
  forms: Readonly<Record<string, AnyForm>>,
): Promise<ReadonlySet<string>> {
  const earlier = [...new Set(Object.values(forms).flatMap(({ sendAfter }) => sendAfter))]
  const byForm = transaction.objectStore('items').index('form')
  const found = await Promise.all(
    earlier.map(async (form) => ({ form, items: await byForm.getAll([subject, form]) })),
  )
  return new Set(found.filter(({ items }) => items.some(isSendable)).map(({ form }) => form))
}

/**
 * Whose turn it is, going through the items from the oldest: first in, first out per form; scans
 * are independent.
 */
function createQueue(forms: Readonly<Record<string, AnyForm>>, unsent: ReadonlySet<string>) {
  const formsAhead = new Set<string>()
  return {
    isTurnOf: ({ form }: OutboxItem) =>
      !formsAhead.has(form) &&
      !(forms[form]?.sendAfter ?? []).some((earlier) => unsent.has(earlier)),
    goPast: ({ form }: OutboxItem) => {
      if (forms[form]?.replaces !== false) formsAhead.add(form)
    },
  }
}

const isSendable = ({ state }: OutboxItem) => state === 'waiting' || state === 'later'

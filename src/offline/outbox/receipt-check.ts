import { findQueuedForm } from '#contract/forms'
import type { AnyForm, FindQueuedForm } from '#contract/queued-form'
import {
  awaitBothRequests,
  type OutboxDatabase,
  ignoreRejection,
} from '../storage/outbox-database.ts'
import { fingerprintPayload } from './fingerprint.ts'
import type { OutboxItem, DeliveryReceipt } from './outbox-records.ts'
import { receiptTime, restoreWindowMs } from './receipts.ts'

/**
 * The university's response about receipts that were given in an earlier epoch of its database (an
 * epoch begins with each restore).
 */
export interface ReceiptCheckResult {
  /** Keys of the submissions that the university does not have. */
  readonly gone: ReadonlySet<string>
  /**
   * Keys of the submissions that the university does not have while it has a newer submission of
   * the same form.
   */
  readonly newer: ReadonlySet<string>
}

/**
 * Finds the receipts of a subject that were given in another epoch than `epoch`, oldest first.
 * Since then the university's database was restored to an earlier state, so it might lack the
 * submissions that these receipts confirm.
 *
 * `now`: the university's clock, ms since the epoch. Receipts older than `restorableDays` are left
 * out: no restore reaches them, and `pruneReceipts` deletes them.
 */
export const findUnverifiedReceipts = (
  database: OutboxDatabase,
  {
    subject,
    epoch,
    now = Date.now(),
    restorableDays,
  }: { subject: string; epoch: string; now?: number; restorableDays?: number | undefined },
): Promise<DeliveryReceipt[]> =>
  database.run({ mode: 'readonly', stores: ['receipts'] }, async (transaction) => {
    const receipts = await transaction.objectStore('receipts').index('subject').getAll(subject)
    // An index lists the records of one key by their primary key, which is `order`.
    return receipts.filter(
      (one) => one.epoch !== epoch && now - receiptTime(one) < restoreWindowMs(restorableDays),
    )
  })

/**
 * Applies the university's response about receipts:
 * - A submission that the university has keeps its receipt, which is now marked with the current
 *   epoch.
 * - A submission that the university lacks becomes an item again, under its old key and `order`,
 *   and waits for the student's decision. If the university deduplicates the form (scans), the item
 *   is sent without a decision.
 * - A submission that was replaced since, on this phone or at the university, is not restored.
 *
 * Resolves to the number of items restored.
 */
export const applyReceiptCheck = (
  database: OutboxDatabase,
  {
    asked,
    epoch,
    checkResult,
    findForm = findQueuedForm,
  }: {
    asked: readonly DeliveryReceipt[]
    epoch: string
    checkResult: ReceiptCheckResult
    findForm?: FindQueuedForm
  },
): Promise<number> =>
  database.run(
    { mode: 'readwrite', stores: ['items', 'receipts'], durable: true },
    async (transaction) => {
      const [items, receipts] = [
        transaction.objectStore('items'),
        transaction.objectStore('receipts'),
      ]
      const found = await Promise.all(asked.map(async ({ order }) => receipts.get(order)))
      const stored = asked.filter(({ key }, at) => found[at]?.key === key)
      const [first] = stored
      if (first === undefined) return 0
      const [others, waiting] = await awaitBothRequests(
        () => receipts.index('subject').getAll(first.subject),
        () => items.getAll(),
      )
      const isReplaced = (one: DeliveryReceipt) =>
        findForm(one.form)?.replaces === true &&
        (checkResult.newer.has(one.key) ||
          [...others, ...waiting].some(
            ({ subject, form, order }) =>
              subject === one.subject && form === one.form && order > one.order,
          ))
      const isGone = (one: DeliveryReceipt) =>
        checkResult.gone.has(one.key) || checkResult.newer.has(one.key)
      const lost = stored.filter((one) => isGone(one) && !isReplaced(one))
      const back = new Set(lost.map(({ order }) => order))
      for (const one of stored)
        if (isGone(one)) ignoreRejection(receipts.delete(one.order))
        else ignoreRejection(receipts.put({ ...one, epoch }))
      for (const one of lost) {
        const behind = one.dependsOn !== undefined && back.has(one.dependsOn)
        ignoreRejection(items.put(itemOf(one, { form: findForm(one.form), behind })))
      }
      return lost.length
    },
  )

function itemOf(
  {
    order,
    key,
    subject,
    form: name,
    schemaVersion,
    payload,
    capturedAt,
    dependsOn,
  }: DeliveryReceipt,
  { form, behind }: { form: AnyForm | undefined; behind: boolean },
): OutboxItem {
  const goesByItself = behind || form?.isDeduplicatedByServer === true
  return {
    order,
    key,
    subject,
    form: name,
    // Builds that stored no schema version knew only version 1 of every form.
    schemaVersion: schemaVersion ?? (form === undefined ? 0 : 1),
    payload,
    payloadHash: fingerprintPayload(payload),
    // The item counts as attempted, so that no later submission replaces it without the student's
    // decision.
    attempts: 1,
    nextAttemptAt: 0,
    capturedAt,
    ...(dependsOn !== undefined && { dependsOn }),
    ...(goesByItself
      ? { state: 'waiting' }
      : { state: 'needs-you', lastProblem: { message: '', lost: true } }),
  }
}

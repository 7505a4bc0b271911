import { queuedForms as knownForms } from '#contract/forms'
import type { AnyForm } from '#contract/queued-form'
import { requestBoth, type OutboxDatabase, ignoreRejection } from '../storage/outbox-database.ts'
import { fingerprintPayload } from './fingerprint.ts'
import type { OutboxItem, Receipt } from './outbox-records.ts'
import { receiptTime, restoreWindowMs } from './receipts.ts'

/** What the university says of receipts that were given in another life of its database. */
export interface ReceiptCheckResult {
  /** Keys of what it does not have. */
  readonly gone: ReadonlySet<string>
  /** Keys of what it does not have, and has newer words of. */
  readonly newer: ReadonlySet<string>
}

/**
 * The receipts of a person, `now` by the university's clock, that were not given in this epoch, oldest
 * first: the university's database was brought back to an earlier state since, and may not have what
 * they confirm. What was received before `restorableDays` no restoration takes away; `receipts.ts`
 * forgets it.
 */
export const findUnverifiedReceipts = (
  database: OutboxDatabase,
  {
    subject,
    epoch,
    now = Date.now(),
    restorableDays,
  }: { subject: string; epoch: string; now?: number; restorableDays?: number | undefined },
): Promise<Receipt[]> =>
  database.run({ mode: 'readonly', stores: ['receipts'] }, async (transaction) => {
    const receipts = await transaction.objectStore('receipts').index('subject').getAll(subject)
    // An index tells those of one person by their place.
    return receipts.filter(
      (one) => one.epoch !== epoch && now - receiptTime(one) < restoreWindowMs(restorableDays),
    )
  })

/**
 * Take in what the university says of receipts. What it has stays a receipt, now of this epoch. What
 * it does not have is an item again, under its old key and in its old place, and asks its person;
 * scans go by themselves, since the university merges them. Words that were replaced since, here or
 * there, are not brought back. Answers how many became items.
 */
export const applyReceiptCheck = (
  database: OutboxDatabase,
  {
    asked,
    epoch,
    heard,
    forms = knownForms,
  }: {
    asked: readonly Receipt[]
    epoch: string
    heard: ReceiptCheckResult
    forms?: Readonly<Record<string, AnyForm>>
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
      const [others, waiting] = await requestBoth(
        () => receipts.index('subject').getAll(first.subject),
        () => items.getAll(),
      )
      const isReplaced = (one: Receipt) =>
        forms[one.form]?.replaces === true &&
        (heard.newer.has(one.key) ||
          [...others, ...waiting].some(
            ({ subject, form, order }) =>
              subject === one.subject && form === one.form && order > one.order,
          ))
      const isGone = (one: Receipt) => heard.gone.has(one.key) || heard.newer.has(one.key)
      const lost = stored.filter((one) => isGone(one) && !isReplaced(one))
      const back = new Set(lost.map(({ order }) => order))
      for (const one of stored)
        if (isGone(one)) ignoreRejection(receipts.delete(one.order))
        else ignoreRejection(receipts.put({ ...one, epoch }))
      for (const one of lost) {
        const behind = one.dependsOn !== undefined && back.has(one.dependsOn)
        ignoreRejection(items.put(itemOf(one, { form: forms[one.form], behind })))
      }
      return lost.length
    },
  )

function itemOf(
  { order, key, subject, form: name, schemaVersion, payload, capturedAt, dependsOn }: Receipt,
  { form, behind }: { form: AnyForm | undefined; behind: boolean },
): OutboxItem {
  const goesByItself = behind || form?.isDeduplicatedByServer === true
  return {
    order,
    key,
    subject,
    form: name,
    // The builds that noted none had the first one of every form they knew.
    schemaVersion: schemaVersion ?? (form === undefined ? 0 : 1),
    payload,
    payloadHash: fingerprintPayload(payload),
    // It was tried, so nothing takes its place without being asked.
    attempts: 1,
    nextAttemptAt: 0,
    capturedAt,
    ...(dependsOn !== undefined && { dependsOn }),
    ...(goesByItself
      ? { state: 'waiting' }
      : { state: 'needs-you', lastProblem: { message: '', lost: true } }),
  }
}

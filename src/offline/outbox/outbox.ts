import { findQueuedForm } from '#contract/forms'
import { type AnyForm, canResend, type FindQueuedForm } from '#contract/queued-form'
import {
  ATTACHMENT_STORES,
  createAllFormsKeyRange,
  awaitBothRequests,
  type OutboxDatabase,
  type OutboxTransaction,
} from '../storage/outbox-database.ts'
import {
  deleteUnusedAttachments,
  isAttachmentMissing,
  isOfForm,
  listFiles,
  putAttachment,
  storesOfFiles,
} from './attachments.ts'
import { resolveBaseVersion } from './base-version.ts'
import { cascadeDiscard } from './dependencies.ts'
import { deleteDraft } from './drafts.ts'
import { fingerprintPayload, createIdempotencyKey } from './fingerprint.ts'
import type { AttachmentWithBytes, OutboxItem, DeliveryReceipt } from './outbox-records.ts'
import { findLatestReceipts } from './receipts.ts'
import { type SaveResult, saveWithResult } from './save-result.ts'

/**
 * A corrected submission. `key` is the key of the item that the student corrected. If the item with
 * this `order` has another key by now, the correction is not applied.
 */
export interface OutboxItemRepair {
  readonly payload: unknown
  readonly baseVersion?: string | undefined
  readonly key?: string
}

/** The item to be corrected was replaced, deleted or sent in the meantime. */
export interface ItemReplacedResult {
  readonly type: 'replaced'
}

/** A submission of a form. */
export interface OutboxSubmission {
  readonly form: string
  readonly subject: string
  readonly payload: unknown
  /** The ETag of the record from which the form was filled. */
  readonly baseVersion?: string | undefined
  /** `order` of the item that must be delivered first. */
  readonly dependsOn?: number
  /**
   * An idempotency key derived from the content, so that the same scan submitted by two phones
   * counts once; random by default.
   */
  readonly key?: string
  /** Files that are written with the item, with their bytes. */
  readonly files?: readonly AttachmentWithBytes[]
  /**
   * Ids of files that the university has. Any other file of the payload must be on this phone, or
   * the submission is not stored.
   */
  readonly uploadedFiles?: readonly string[]
  /**
   * When the submission was made, ms since the epoch. Given only for a submission made on another
   * phone; by default the current time.
   */
  readonly capturedAt?: number
}

/** The operations on the outbox that screens use. */
export interface Outbox {
  /**
   * Stores a submission. Resolves when the submission is durably on the disk, or with a failure of
   * the database as data. Rejects only for a defect of the code, such as a form that does not
   * exist.
   */
  readonly add: (submission: OutboxSubmission) => Promise<SaveResult>
  /** All unsent items of this subject, oldest first. */
  readonly list: (subject: string) => Promise<OutboxItem[]>
  /**
   * The number of unsent items of people who were signed in on this phone before: all items except
   * those of this subject.
   */
  readonly countItemsOfOthers: (subject: string) => Promise<number>
  /** The latest receipts of this subject, newest first. */
  readonly receipts: (subject: string) => Promise<DeliveryReceipt[]>
  /**
   * Replaces an item that was refused or is in conflict by the student's corrected submission.
   * Resolves to 'replaced', and writes nothing, if another tab has replaced, deleted or sent the
   * item.
   */
  readonly repair: (
    order: number,
    repaired: OutboxItemRepair,
  ) => Promise<SaveResult | ItemReplacedResult>
  /**
   * Sends an item again without changes, under the same key, if its outcome stayed unclear or the
   * university lost it.
   *
   * A used key is replaced by a new key if a second delivery does no harm. The key of a refused
   * item is replaced too if the university deduplicates by content. Resolves to false if the item
   * does not exist, or if it might be delivered twice.
   */
  readonly retry: (order: number) => Promise<boolean>
  /**
   * Deletes an item by the student's decision. The items that depend on it are deleted too, unless
   * a newer item of its form is in the outbox or was delivered. Resolves to false if the item is
   * being sent.
   */
  readonly discard: (order: number) => Promise<boolean>
}

/** Creates the outbox on its database. */
export function createOutbox({
  database,
  now = Date.now,
  findForm = findQueuedForm,
}: {
  database: OutboxDatabase
  now?: () => number
  findForm?: FindQueuedForm
}): Outbox {
  return {
    async add({
      form,
      subject,
      payload,
      baseVersion,
      dependsOn,
      key = createIdempotencyKey(),
      capturedAt,
      files = [],
      uploadedFiles = [],
    }) {
      const definition = findForm(form)
      if (definition === undefined) throw new Error(`There is no queued form "${form}"`)
      const item: Omit<OutboxItem, 'order'> = {
        key,
        subject,
        form,
        schemaVersion: definition.schemaVersion,
        payload,
        payloadHash: fingerprintPayload(payload),
        state: 'waiting',
        attempts: 0,
        nextAttemptAt: 0,
        // The time is at most the current time: a wrong clock on the other phone must not make this
        // item newer than all later items.
        capturedAt: Math.min(capturedAt ?? now(), now()),
        ...(baseVersion !== undefined && { baseVersion }),
        ...(dependsOn !== undefined && { dependsOn }),
      }
      const isKey = (one: OutboxItem | DeliveryReceipt) => one.key === key
      // Only the newest item is compared: an older item with the same payload is another
      // submission.
      const newestSame = async (transaction: OutboxTransaction<'readonly'>) => {
        const items = transaction.objectStore('items').index('form')
        const newest = definition.replaces
          ? (await items.getAll([subject, form])).at(-1)
          : undefined
        return newest?.payloadHash === item.payloadHash && canStillArrive(newest)
          ? newest.order
          : undefined
      }
      const elsewhere = new Set([...uploadedFiles, ...files.map(({ attachment }) => attachment.id)])
      const needed = listFiles(definition, item).filter(({ id }) => !elsewhere.has(id))
      let isFileMissing = false
      const write = (reached: () => void) =>
        database.run(
          {
            mode: 'readwrite',
            stores: ['items', 'drafts', 'receipts', ...storesOfFiles(definition)],
            durable: true,
            addsAttachments: files.length > 0,
          },
          async (transaction, again) => {
            const items = transaction.objectStore('items')
            // A scan never replaces another scan, so waiting scans, perhaps a thousand, are not
            // read.
            reached()
            const unsent = definition.replaces
              ? await items.index('form').getAll([subject, form])
              : []
            // The first attempt of this transaction might have been committed, and the item might
            // even have been sent.
            const written = again ? await findItemOrder(transaction, subject, isKey) : undefined
            if (written !== undefined) return written
            isFileMissing = needed.length > 0 && (await isAttachmentMissing(transaction, needed))
            if (isFileMissing) return 0
            for (const file of files) putAttachment(transaction, file)
            const order = await put(transaction, unsent.at(-1))
            if (definition.readAttachments !== undefined)
              await deleteUnusedAttachments(transaction, isOfForm(item), true)
            return order
          },
        )
      const put = async (
        transaction: OutboxTransaction<'readwrite'>,
        latest: OutboxItem | undefined,
      ) => {
        const items = transaction.objectStore('items')
        await deleteDraft(transaction, item)
        const same = latest !== undefined && latest.payloadHash === item.payloadHash
        if (same && canStillArrive(latest)) return latest.order
        // The old item might have been delivered. Under its old key the university recognises
        // the same payload.
        if (same && canResendUnchanged(latest)) return items.put(toWaitingAgain(latest))
        const replaced = latest !== undefined && isReplaceable(latest) ? latest : undefined
        const continued = { ...item, ...(await resolveBaseVersion(transaction, item)) }
        // The new item takes the `order` of the replaced item, so that items which depend on
        // that `order` now depend on the new item.
        const stored =
          replaced === undefined
            ? continued
            : { ...continued, order: replaced.order, ...dependenceOf(replaced) }
        return items.put(stored as OutboxItem)
      }
      const saved = await saveWithResult(
        database,
        write,
        async (transaction) =>
          (await findItemOrder(transaction, subject, isKey)) ?? (await newestSame(transaction)),
      )
      return isFileMissing ? { type: 'not-saved', why: 'file-missing' } : saved
    },

    list: (subject) =>
      database.run({ mode: 'readonly', stores: ['items'] }, async (transaction) => {
        const items = await transaction
          .objectStore('items')
          .index('form')
          .getAll(createAllFormsKeyRange(subject))
        return items.sort((one, other) => one.order - other.order)
      }),

    countItemsOfOthers: (subject) =>
      database.run({ mode: 'readonly', stores: ['items'] }, async (transaction) => {
        const items = transaction.objectStore('items')
        const [all, mine] = await awaitBothRequests(
          () => items.count(),
          () => items.index('form').count(createAllFormsKeyRange(subject)),
        )
        return all - mine
      }),

    receipts: (subject) =>
      database.run({ mode: 'readonly', stores: ['receipts'] }, async (transaction) => {
        const receipts = await findLatestReceipts(transaction, subject)
        return receipts.sort((one, other) => other.deliveredAt - one.deliveredAt)
      }),

    repair: async (order, { payload, baseVersion, key }) => {
      // A changed payload needs a new key: under the old key the backend would repeat its old
      // response.
      const fresh = createIdempotencyKey()
      let replaced = false
      const write = (reached: () => void) =>
        database.run(
          {
            mode: 'readwrite',
            stores: ['items', 'receipts', 'drafts', ...ATTACHMENT_STORES],
            durable: true,
          },
          async (transaction) => {
            reached()
            const items = transaction.objectStore('items')
            const item = await items.get(order)
            if (item?.key === fresh) return order
            replaced =
              item === undefined || item.key !== (key ?? item.key) || item.state === 'sending'
            if (item === undefined || replaced) return order
            const { form, subject, dependsOn } = item
            await items.put({
              order,
              key: fresh,
              subject,
              form,
              schemaVersion: findForm(form)?.schemaVersion ?? item.schemaVersion,
              payload,
              payloadHash: fingerprintPayload(payload),
              state: 'waiting',
              attempts: 0,
              nextAttemptAt: 0,
              capturedAt: now(),
              ...(dependsOn !== undefined && { dependsOn }),
              ...(await resolveBaseVersion(transaction, { subject, form, baseVersion })),
            })
            await deleteUnusedAttachments(transaction, isOfForm(item))
            return order
          },
        )
      const saved = await saveWithResult(database, write, async (transaction) => {
        const item = await transaction.objectStore('items').get(order)
        return item?.key === fresh ? order : undefined
      })
      return replaced ? { type: 'replaced' } : saved
    },

    retry: (order) =>
      database.run({ mode: 'readwrite', stores: ['items'], durable: true }, async (transaction) => {
        const items = transaction.objectStore('items')
        const item = await items.get(order)
        if (item !== undefined && canResendUnchanged(item)) await items.put(toWaitingAgain(item))
        else if (item !== undefined && canResendWithNewKey(item, findForm(item.form)))
          await items.put({ ...toWaitingAgain(item), key: createIdempotencyKey(), attempts: 0 })
        else return false
        return true
      }),

    discard: (order) =>
      database.run(
        {
          mode: 'readwrite',
          stores: ['items', 'receipts', 'drafts', ...ATTACHMENT_STORES],
          durable: true,
        },
        async (transaction) => {
          const items = transaction.objectStore('items')
          const item = await items.get(order)
          if (item?.state === 'sending') return false
          await items.delete(order)
          if (item !== undefined) {
            await cascadeDiscard(transaction, item, {
              replaces: findForm(item.form)?.replaces === true,
            })
            await deleteUnusedAttachments(transaction, isOfForm(item))
          }
          return true
        },
      ),
  }
}

/** The `order` of a submission that is in the outbox or has been delivered from it. */
async function findItemOrder(
  transaction: OutboxTransaction<'readonly' | 'readwrite'>,
  subject: string,
  isIt: (one: OutboxItem | DeliveryReceipt) => boolean,
): Promise<number | undefined> {
  const [items, receipts] = await awaitBothRequests(
    () => transaction.objectStore('items').index('form').getAll(createAllFormsKeyRange(subject)),
    () => transaction.objectStore('receipts').index('subject').getAll(subject),
  )
  return [...items, ...receipts].find(isIt)?.order
}

// The item was never attempted, or was refused, so no request with it can be on its way.
const isReplaceable = (item: OutboxItem) =>
  (item.state === 'waiting' && item.attempts === 0) ||
  item.state === 'needs-you' ||
  item.state === 'conflict'
// No final response to the item is known.
const canStillArrive = (item: OutboxItem) =>
  item.state !== 'needs-you' && item.state !== 'conflict' && item.state !== 'parked'
// The item can be sent again under the same key in two cases: it is unknown whether it was
// delivered, or the university has lost both the item and its key.
const canResendUnchanged = ({ lastProblem }: OutboxItem) =>
  lastProblem?.unclear === true || lastProblem?.lost === true
const toWaitingAgain = ({ lastProblem: _problem, ...item }: OutboxItem): OutboxItem => ({
  ...item,
  state: 'waiting',
  nextAttemptAt: 0,
})
// The item needs a new key: under the old key the university would only repeat its response.
const canResendWithNewKey = ({ state, lastProblem }: OutboxItem, form: AnyForm | undefined) =>
  canResend(form) &&
  (lastProblem?.keyUsed === true ||
    (state === 'needs-you' && form?.isDeduplicatedByServer === true))
const dependenceOf = ({ dependsOn }: OutboxItem) => (dependsOn === undefined ? {} : { dependsOn })

import { queuedForms as knownForms } from '#contract/forms'
import { type AnyForm, canResend } from '#contract/queued-form'
import {
  allFormsRange,
  requestBoth,
  type OutboxDatabase,
  type Transaction,
} from '../storage/outbox-database.ts'
import { resolveBaseVersion } from './base-version.ts'
import { cascadeDiscard } from './dependencies.ts'
import { deleteDraft } from './drafts.ts'
import { fingerprintPayload, createIdempotencyKey } from './fingerprint.ts'
import type { OutboxItem, Receipt } from './outbox-records.ts'
import { findLatestReceipts } from './receipts.ts'
import { type SaveResult, saveWithResult } from './save-result.ts'

/**
 * The student's repair. `key` is the key of what was looked at: anything else in its place is not
 * what was repaired.
 */
export interface ItemRepair {
  readonly payload: unknown
  readonly baseVersion?: string | undefined
  readonly key?: string
}

/** What was to be repaired has been replaced meanwhile. */
export interface ItemReplacedResult {
  readonly type: 'replaced'
}

/** What a screen submits. */
export interface Submission {
  readonly form: string
  readonly subject: string
  readonly payload: unknown
  /** The ETag of what the form was filled from. */
  readonly baseVersion?: string | undefined
  /** The order of an item that must arrive first. */
  readonly dependsOn?: number
  /**
   * A key that is derived from the thing itself, so that two phones merge (scans); random
   * otherwise.
   */
  readonly key?: string
  /** When it was said, ms, where that was on another phone; now, if nothing is said. */
  readonly capturedAt?: number
}

/** The student's side of the outbox: write down, list, change one's mind. */
export interface Outbox {
  /** Write a submission down for good; resolves when the disk has it. Never rejects. */
  readonly add: (submission: Submission) => Promise<SaveResult>
  /** Everything of this subject that the university does not have, oldest first. */
  readonly list: (subject: string) => Promise<OutboxItem[]>
  /**
   * How many of other subjects the university does not have: of who was bound on this phone before.
   */
  readonly countItemsOfOthers: (subject: string) => Promise<number>
  /** The last confirmations of this subject, newest first. */
  readonly receipts: (subject: string) => Promise<Receipt[]>
  /**
   * Send this instead: for an item that was refused, or that conflicts, after the student's repair.
   * 'replaced': what was being repaired is no longer here, since another tab wrote newer words,
   * deleted it or sent it; nothing was written.
   */
  readonly repair: (order: number, repaired: ItemRepair) => Promise<SaveResult | ItemReplacedResult>
  /**
   * Send once more, as it is, what came to no clear end or was lost again: its key stays. A
   * used key makes way for another where that doubles nothing, and so does a final no where the
   * university merges by the words. False: it is not here, or nobody can tell whether it would
   * arrive twice.
   */
  readonly retry: (order: number) => Promise<boolean>
  /**
   * The student's own decision to throw an item away, with all that depends on it, unless newer
   * words of the same form are here or have arrived. False: it is being sent right now.
   */
  readonly discard: (order: number) => Promise<boolean>
}

/** The outbox over its database. */
export function createOutbox({
  database,
  now = Date.now,
  forms = knownForms,
}: {
  database: OutboxDatabase
  now?: () => number
  forms?: Readonly<Record<string, AnyForm>>
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
    }) {
      const definition = forms[form]
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
        // A clock that was wrong elsewhere must not make these words newer than all that follow.
        capturedAt: Math.min(capturedAt ?? now(), now()),
        ...(baseVersion !== undefined && { baseVersion }),
        ...(dependsOn !== undefined && { dependsOn }),
      }
      const isKey = (one: OutboxItem | Receipt) => one.key === key
      // The newest only: older words are not these, though they may be the same.
      const newestSame = async (transaction: Transaction<'readonly'>) => {
        const items = transaction.objectStore('items').index('form')
        const newest = definition.replaces
          ? (await items.getAll([subject, form])).at(-1)
          : undefined
        return newest?.payloadHash === item.payloadHash && canStillArrive(newest)
          ? newest.order
          : undefined
      }
      const write = (reached: () => void) =>
        database.run(
          { mode: 'readwrite', stores: ['items', 'drafts', 'receipts'], durable: true },
          async (transaction, again) => {
            const items = transaction.objectStore('items')
            // A scan never replaces another one, so a thousand waiting ones need not be read.
            reached()
            const unsent = definition.replaces
              ? await items.index('form').getAll([subject, form])
              : []
            // The first attempt may be on the disk, and may even have been sent by now.
            const written = again ? await findItemOrder(transaction, subject, isKey) : undefined
            if (written !== undefined) return written
            const latest = unsent.at(-1)
            await deleteDraft(transaction, item)
            const same = latest !== undefined && latest.payloadHash === item.payloadHash
            if (same && canStillArrive(latest)) return latest.order
            // It may have arrived: under its old key the university can tell that these are the
            // same words.
            if (same && canResendUnchanged(latest)) return items.put(toWaitingAgain(latest))
            const replaced = latest !== undefined && isReplaceable(latest) ? latest : undefined
            const continued = { ...item, ...(await resolveBaseVersion(transaction, item)) }
            // New words take the old ones' place in the order, and with it what depends on them.
            const stored =
              replaced === undefined
                ? continued
                : { ...continued, order: replaced.order, ...dependenceOf(replaced) }
            return items.put(stored as OutboxItem)
          },
        )
      return saveWithResult(
        database,
        write,
        async (transaction) =>
          (await findItemOrder(transaction, subject, isKey)) ?? (await newestSame(transaction)),
      )
    },

    list: (subject) =>
      database.run({ mode: 'readonly', stores: ['items'] }, async (transaction) => {
        const items = await transaction
          .objectStore('items')
          .index('form')
          .getAll(allFormsRange(subject))
        return items.sort((one, other) => one.order - other.order)
      }),

    countItemsOfOthers: (subject) =>
      database.run({ mode: 'readonly', stores: ['items'] }, async (transaction) => {
        const items = transaction.objectStore('items')
        const [all, mine] = await requestBoth(
          () => items.count(),
          () => items.index('form').count(allFormsRange(subject)),
        )
        return all - mine
      }),

    receipts: (subject) =>
      database.run({ mode: 'readonly', stores: ['receipts'] }, async (transaction) => {
        const receipts = await findLatestReceipts(transaction, subject)
        return receipts.sort((one, other) => other.deliveredAt - one.deliveredAt)
      }),

    repair: async (order, { payload, baseVersion, key }) => {
      // Other words need another key: under the old one the backend would repeat its old answer.
      const fresh = createIdempotencyKey()
      let replaced = false
      const write = (reached: () => void) =>
        database.run(
          { mode: 'readwrite', stores: ['items', 'receipts'], durable: true },
          async (transaction) => {
            reached()
            const items = transaction.objectStore('items')
            const item = await items.get(order)
            if (item?.key === fresh) return order
            replaced =
              item === undefined || item.key !== (key ?? item.key) || item.state === 'sending'
            if (item === undefined || replaced) return order
            const { form, subject, dependsOn } = item
            return items.put({
              order,
              key: fresh,
              subject,
              form,
              schemaVersion: forms[form]?.schemaVersion ?? item.schemaVersion,
              payload,
              payloadHash: fingerprintPayload(payload),
              state: 'waiting',
              attempts: 0,
              nextAttemptAt: 0,
              capturedAt: now(),
              ...(dependsOn !== undefined && { dependsOn }),
              ...(await resolveBaseVersion(transaction, { subject, form, baseVersion })),
            })
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
        else if (item !== undefined && canResendWithNewKey(item, forms[item.form]))
          await items.put({ ...toWaitingAgain(item), key: createIdempotencyKey(), attempts: 0 })
        else return false
        return true
      }),

    discard: (order) =>
      database.run(
        { mode: 'readwrite', stores: ['items', 'receipts'], durable: true },
        async (transaction) => {
          const items = transaction.objectStore('items')
          const item = await items.get(order)
          if (item?.state === 'sending') return false
          await items.delete(order)
          if (item !== undefined)
            await cascadeDiscard(transaction, item, {
              replaces: forms[item.form]?.replaces === true,
            })
          return true
        },
      ),
  }
}

/** Where a submission stands that is here or has arrived from here. */
async function findItemOrder(
  transaction: Transaction<'readonly' | 'readwrite'>,
  subject: string,
  isIt: (one: OutboxItem | Receipt) => boolean,
): Promise<number | undefined> {
  const [items, receipts] = await requestBoth(
    () => transaction.objectStore('items').index('form').getAll(allFormsRange(subject)),
    () => transaction.objectStore('receipts').index('subject').getAll(subject),
  )
  return [...items, ...receipts].find(isIt)?.order
}

// Never tried, or answered with a final no: nothing of it can be on its way.
const isReplaceable = (item: OutboxItem) =>
  (item.state === 'waiting' && item.attempts === 0) ||
  item.state === 'needs-you' ||
  item.state === 'conflict'
// No final answer to it is known.
const canStillArrive = (item: OutboxItem) =>
  item.state !== 'needs-you' && item.state !== 'conflict' && item.state !== 'parked'
// Under the same key: it may have arrived, or it had and the university lost it together with the key.
const canResendUnchanged = ({ lastProblem }: OutboxItem) =>
  lastProblem?.unclear === true || lastProblem?.lost === true
const toWaitingAgain = ({ lastProblem: _problem, ...item }: OutboxItem): OutboxItem => ({
  ...item,
  state: 'waiting',
  nextAttemptAt: 0,
})
// Under the old key the university would only repeat its answer.
const canResendWithNewKey = ({ state, lastProblem }: OutboxItem, form: AnyForm | undefined) =>
  canResend(form) &&
  (lastProblem?.keyUsed === true ||
    (state === 'needs-you' && form?.isDeduplicatedByServer === true))
const dependenceOf = ({ dependsOn }: OutboxItem) => (dependsOn === undefined ? {} : { dependsOn })

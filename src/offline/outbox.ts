import type { AnyForm } from '#contract/form'
import { forms as knownForms } from '#contract/forms'
import { type Database, type Transaction, unwaited } from './database.ts'
import { fingerprint, newKey } from './fingerprint.ts'
import type { Draft, Item, Receipt } from './item.ts'

/**
 * How a submission ended on this phone. 'quota': the disk is full; 'unavailable': there is no usable database. 'unsure':
 * writing reported an error and nobody can look whether the disk has it.
 */
export type Saved =
  | { readonly type: 'saved'; readonly order: number }
  | { readonly type: 'not-saved'; readonly why: 'quota' | 'unavailable' | 'unsure' }

/** The student's repair. `key` is the key of what was looked at: anything else in its place is not what was repaired. */
export interface Repaired {
  readonly payload: unknown
  readonly baseVersion?: string | undefined
  readonly key?: string
}

/** What was to be repaired has been replaced meanwhile. */
export interface Replaced {
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
  /** A key that is derived from the thing itself, so that two phones merge (scans); random otherwise. */
  readonly key?: string
}

/** The student's side of the outbox: write down, look, change one's mind. */
export interface Outbox {
  /** Write a submission down for good; resolves when the disk has it. Never rejects. */
  readonly add: (submission: Submission) => Promise<Saved>
  /** Everything of this subject that the university does not have, oldest first. */
  readonly list: (subject: string) => Promise<Item[]>
  /** How many of other subjects the university does not have: of who was bound on this phone before. */
  readonly countOthers: (subject: string) => Promise<number>
  /** The last confirmations of this subject, newest first. */
  readonly receipts: (subject: string) => Promise<Receipt[]>
  /**
   * Send this instead: for an item that was refused, or that conflicts, after the student's repair. 'replaced': what was
   * being repaired is no longer here, since another tab wrote newer words, deleted it or sent it; nothing was written.
   */
  readonly repair: (order: number, repaired: Repaired) => Promise<Saved | Replaced>
  /** Send what nobody could make sense of once more, as it is: it may have arrived, so its key stays. False: it is not here. */
  readonly retry: (order: number) => Promise<boolean>
  /**
   * The student's own decision to throw an item away, with all that depends on it, unless newer words of the same form
   * are here or have arrived. False: it is being sent right now.
   */
  readonly discard: (order: number) => Promise<boolean>
  readonly saveDraft: (draft: Omit<Draft, 'schemaVersion'>) => Promise<Saved>
  readonly draft: (subject: string, form: string) => Promise<Draft | undefined>
  readonly dropDraft: (subject: string, form: string) => Promise<void>
  /** Remove what others than this subject left here: receipts and drafts, and with `items` also what was never sent. */
  readonly forgetOthers: (
    subject: string,
    options: { items: (other: string) => boolean },
  ) => Promise<void>
  /** Remove everything of this subject, and who sends; only what others never sent stays. */
  readonly forgetOwn: (isOwn: (subject: string) => boolean) => Promise<void>
}

/** The outbox over its database. */
export function createOutbox({
  database,
  now = Date.now,
  forms = knownForms,
}: {
  database: Database
  now?: () => number
  forms?: Readonly<Record<string, AnyForm>>
}): Outbox {
  return {
    async add({ form, subject, payload, baseVersion, dependsOn, key = newKey() }) {
      const definition = forms[form]
      if (definition === undefined) throw new Error(`There is no queued form "${form}"`)
      const item: Omit<Item, 'order'> = {
        key,
        subject,
        form,
        schemaVersion: definition.schemaVersion,
        payload,
        payloadHash: fingerprint(payload),
        state: 'waiting',
        attempts: 0,
        nextAttemptAt: 0,
        capturedAt: now(),
        ...(baseVersion !== undefined && { baseVersion }),
        ...(dependsOn !== undefined && { dependsOn }),
      }
      const isThis = (one: Item | Receipt) =>
        one.key === key ||
        ('state' in one && one.payloadHash === item.payloadHash && isUnderWay(one))
      const write = (reached: () => void) =>
        database.run(
          { mode: 'readwrite', stores: ['items', 'drafts', 'receipts'], durable: true },
          async (transaction, again) => {
            const items = transaction.objectStore('items')
            // Scans are each their own, so a thousand waiting ones need not be looked through.
            reached()
            const unsent = definition.replaces
              ? await items.index('form').getAll([subject, form])
              : []
            // The connection was lost after the disk had it; by now it may even have been sent.
            const written = again
              ? await orderOf(transaction, subject, (one) => one.key === key)
              : undefined
            if (written !== undefined) return written
            const latest = unsent.at(-1)
            unwaited(transaction.objectStore('drafts').delete([subject, form]))
            const same = latest !== undefined && latest.payloadHash === item.payloadHash
            if (same && isUnderWay(latest)) return latest.order
            // The same words again for what may have arrived: the key tells the university so.
            if (same && latest.lastProblem?.unclear === true) return items.put(onceMore(latest))
            const replaced = latest !== undefined && isReplaceable(latest) ? latest : undefined
            // In place: the new words keep the old ones' turn, and whatever depends on it.
            const stored =
              replaced === undefined ? item : { ...item, order: replaced.order, ...keep(replaced) }
            return items.put(stored as Item)
          },
        )
      return saving(database, write, (transaction) => orderOf(transaction, subject, isThis))
    },

    list: (subject) =>
      database.run({ mode: 'readonly', stores: ['items'] }, async (transaction) => {
        const items = await transaction
          .objectStore('items')
          .index('form')
          .getAll(allFormsOf(subject))
        return items.sort((one, other) => one.order - other.order)
      }),

    countOthers: (subject) =>
      database.run({ mode: 'readonly', stores: ['items'] }, async (transaction) => {
        const items = transaction.objectStore('items')
        const [all, own] = await Promise.all([
          items.count(),
          items.index('form').count(allFormsOf(subject)),
        ])
        return all - own
      }),

    receipts: (subject) =>
      database.run({ mode: 'readonly', stores: ['receipts'] }, async (transaction) => {
        const receipts = await transaction.objectStore('receipts').index('subject').getAll(subject)
        return receipts.sort((one, other) => other.deliveredAt - one.deliveredAt)
      }),

    repair: async (order, { payload, baseVersion, key }) => {
      // Other words need another key: under the old one the backend would repeat its old answer.
      const fresh = newKey()
      let replaced = false
      const write = (reached: () => void) =>
        database.run(
          { mode: 'readwrite', stores: ['items'], durable: true },
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
              payloadHash: fingerprint(payload),
              state: 'waiting',
              attempts: 0,
              nextAttemptAt: 0,
              capturedAt: now(),
              ...(dependsOn !== undefined && { dependsOn }),
              ...(baseVersion !== undefined && { baseVersion }),
            })
          },
        )
      const saved = await saving(database, write, async (transaction) => {
        const item = await transaction.objectStore('items').get(order)
        return item?.key === fresh ? order : undefined
      })
      return replaced ? { type: 'replaced' } : saved
    },

    retry: (order) =>
      database.run({ mode: 'readwrite', stores: ['items'], durable: true }, async (transaction) => {
        const items = transaction.objectStore('items')
        const item = await items.get(order)
        if (item?.lastProblem?.unclear !== true) return false
        await items.put(onceMore(item))
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
            await bereave(transaction, item, { replaces: forms[item.form]?.replaces === true })
          return true
        },
      ),

    saveDraft: async (draft) => {
      const schemaVersion = forms[draft.form]?.schemaVersion ?? 0
      return saving(database, () =>
        database.run({ mode: 'readwrite', stores: ['drafts'] }, async (transaction) => {
          await transaction.objectStore('drafts').put({ ...draft, schemaVersion })
          return 0
        }),
      )
    },

    draft: async (subject, form) => {
      const draft = await database.run({ mode: 'readonly', stores: ['drafts'] }, (transaction) =>
        transaction.objectStore('drafts').get([subject, form]),
      )
      // A draft of another version of the form would fill the wrong fields.
      return draft?.schemaVersion === (forms[form]?.schemaVersion ?? 0) ? draft : undefined
    },

    dropDraft: (subject, form) =>
      database.run({ mode: 'readwrite', stores: ['drafts'] }, (transaction) =>
        transaction.objectStore('drafts').delete([subject, form]),
      ),

    forgetOthers: (subject, { items }) =>
      database.run(
        { mode: 'readwrite', stores: ['items', 'receipts', 'drafts'], durable: true },
        async (transaction) => {
          const others = (one: { subject: string }) => one.subject !== subject
          await remove(transaction, ['receipts', 'drafts'], others)
          await remove(transaction, ['items'], (one) => others(one) && items(one.subject))
        },
      ),

    forgetOwn: (isOwn) =>
      database.run(
        { mode: 'readwrite', stores: ['items', 'receipts', 'drafts', 'bearer'], durable: true },
        async (transaction) => {
          for (const store of ['receipts', 'drafts', 'bearer'] as const)
            unwaited(transaction.objectStore(store).clear())
          await remove(transaction, ['items'], (one) => isOwn(one.subject))
        },
      ),
  }
}

/** Where a submission stands that is here or has arrived from here. */
async function orderOf(
  transaction: Transaction<'readonly' | 'readwrite'>,
  subject: string,
  isIt: (one: Item | Receipt) => boolean,
): Promise<number | undefined> {
  const [items, receipts] = await Promise.all([
    transaction.objectStore('items').index('form').getAll(allFormsOf(subject)),
    transaction.objectStore('receipts').index('subject').getAll(subject),
  ])
  return [...items, ...receipts].find(isIt)?.order
}

async function remove(
  transaction: Transaction<'readwrite'>,
  stores: readonly ('items' | 'receipts' | 'drafts')[],
  isGoing: (one: { subject: string }) => boolean,
) {
  for (const store of stores) {
    for (
      let cursor = await transaction.objectStore(store).openCursor();
      cursor !== null;
      cursor = await cursor.continue()
    ) {
      if (isGoing(cursor.value)) await cursor.delete()
    }
  }
}

/** All index keys of one subject, whatever the form. */
export const allFormsOf = (subject: string) => IDBKeyRange.bound([subject, ''], [subject, '\uffff'])

// Never tried, or answered with a final no: nothing of it can be on its way.
const isReplaceable = (item: Item) =>
  (item.state === 'waiting' && item.attempts === 0) ||
  item.state === 'needs-you' ||
  item.state === 'conflict'
const isUnderWay = (item: Item) =>
  item.state !== 'needs-you' && item.state !== 'conflict' && item.state !== 'parked'
const onceMore = ({ lastProblem: _riddle, ...item }: Item): Item => ({
  ...item,
  state: 'waiting',
  nextAttemptAt: 0,
})
const keep = (replaced: Item) =>
  replaced.dependsOn === undefined ? {} : { dependsOn: replaced.dependsOn }

// What depended on a discarded item goes after newer words of the same form, if there are any, and else away with it.
async function bereave(
  transaction: Transaction<'readwrite'>,
  gone: Item,
  { replaces }: { replaces: boolean },
) {
  const items = transaction.objectStore('items')
  const [others, receipts] = await Promise.all([
    items.index('form').getAll(allFormsOf(gone.subject)),
    transaction.objectStore('receipts').index('subject').getAll(gone.subject),
  ])
  const isNewer = (one: Item | Receipt) =>
    replaces && one.form === gone.form && one.order > gone.order
  if (receipts.some(isNewer)) return
  const heir = others.find((other) => isNewer(other) && other.dependsOn !== gone.order)
  for (const other of others) {
    if (other.dependsOn !== gone.order) continue
    if (heir === undefined) await items.delete(other.order)
    else await items.put({ ...other, dependsOn: heir.order })
  }
}

/**
 * Turn a failure of the disk into data, so that the form can say it and keep its values. A commit may report an error and be
 * on the disk all the same (`reached` says that it was begun), so nothing is called "not saved" before somebody has looked.
 */
async function saving(
  database: Database,
  write: (reached: () => void) => Promise<number>,
  written?: (transaction: Transaction<'readonly'>) => Promise<number | undefined>,
): Promise<Saved> {
  let mayBeThere = false
  try {
    return { type: 'saved', order: await write(() => (mayBeThere = true)) }
  } catch (cause) {
    if (cause instanceof TypeError) throw cause
    const why = isQuota(cause) ? 'quota' : 'unavailable'
    if (!mayBeThere || written === undefined) return { type: 'not-saved', why }
    try {
      const order = await database.run({ mode: 'readonly', stores: ['items', 'receipts'] }, written)
      return order === undefined ? { type: 'not-saved', why } : { type: 'saved', order }
    } catch {
      return { type: 'not-saved', why: 'unsure' }
    }
  }
}

const isQuota = (cause: unknown) =>
  cause instanceof DOMException && cause.name === 'QuotaExceededError'

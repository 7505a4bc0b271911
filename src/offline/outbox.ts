import { forms as knownForms } from '#contract/forms'
import type { AnyForm } from '#contract/form'
import type { Database, Transaction } from './database.ts'
import { fingerprint, newKey } from './fingerprint.ts'
import type { Draft, Item, Receipt } from './item.ts'

/** How a submission ended on this phone. 'quota': the disk is full; 'unavailable': there is no usable database. */
export type Saved =
  | { readonly type: 'saved'; readonly order: number }
  | { readonly type: 'not-saved'; readonly why: 'quota' | 'unavailable' }

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
  /** Send this instead: for an item that was refused, or that conflicts, after the student's repair. */
  readonly repair: (order: number, repaired: { payload: unknown; baseVersion?: string | undefined }) => Promise<Saved>
  /** Send what nobody could make sense of once more, as it is: it may have arrived, so its key stays. False: it is not here. */
  readonly retry: (order: number) => Promise<boolean>
  /**
   * The student's own decision to throw an item away, with all that depends on it, unless newer words of the same form
   * are here or have arrived. False: it is being sent right now.
   */
  readonly discard: (order: number) => Promise<boolean>
  readonly saveDraft: (draft: Omit<Draft, 'schemaVersion'>) => Promise<Saved | { readonly type: 'saved' }>
  readonly draft: (subject: string, form: string) => Promise<Draft | undefined>
  readonly dropDraft: (subject: string, form: string) => Promise<void>
  /** Remove what others than this subject left here: receipts and drafts, and with `items` also what was never sent. */
  readonly forgetOthers: (subject: string, options: { items: boolean }) => Promise<void>
  /** Remove everything of this subject, and who sends; only what others never sent stays. */
  readonly forgetOwn: (subject: string) => Promise<void>
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
    async add({ form, subject, payload, baseVersion, dependsOn, key }) {
      const definition = forms[form]
      if (definition === undefined) throw new Error(`There is no queued form "${form}"`)
      const item: Omit<Item, 'order'> = {
        key: key ?? newKey(),
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
      return saving(() =>
        database.run({ mode: 'readwrite', stores: ['items', 'drafts'], durable: true }, async (transaction) => {
          const items = transaction.objectStore('items')
          // Scans are each their own, so a thousand waiting ones need not be looked through.
          const unsent = definition.replaces ? await items.index('form').getAll([subject, form]) : []
          const latest = unsent.at(-1)
          void transaction.objectStore('drafts').delete([subject, form])
          const same = latest !== undefined && latest.payloadHash === item.payloadHash
          if (same && isUnderWay(latest)) return latest.order
          // The same words again for what may have arrived: the key tells the university so.
          if (same && latest.lastProblem?.unclear === true) return items.put(onceMore(latest))
          const replaced = latest !== undefined && isReplaceable(latest) ? latest : undefined
          // In place: the new words keep the old ones' turn, and whatever depends on it.
          const stored = replaced === undefined ? item : { ...item, order: replaced.order, ...keep(replaced) }
          return items.put(stored as Item)
        }),
      )
    },

    list: (subject) =>
      database.run({ mode: 'readonly', stores: ['items'] }, async (transaction) => {
        const items = await transaction.objectStore('items').index('form').getAll(allFormsOf(subject))
        return items.sort((one, other) => one.order - other.order)
      }),

    countOthers: (subject) =>
      database.run({ mode: 'readonly', stores: ['items'] }, async (transaction) => {
        const items = transaction.objectStore('items')
        const [all, own] = await Promise.all([items.count(), items.index('form').count(allFormsOf(subject))])
        return all - own
      }),

    receipts: (subject) =>
      database.run({ mode: 'readonly', stores: ['receipts'] }, async (transaction) => {
        const receipts = await transaction.objectStore('receipts').index('subject').getAll(subject)
        return receipts.sort((one, other) => other.deliveredAt - one.deliveredAt)
      }),

    repair: (order, { payload, baseVersion }) =>
      saving(() =>
        database.run({ mode: 'readwrite', stores: ['items'], durable: true }, async (transaction) => {
          const items = transaction.objectStore('items')
          const item = await items.get(order)
          if (item === undefined) return order
          const { lastProblem: _answered, notBefore: _obeyed, baseVersion: _old, ...rest } = item
          const again: Item = {
            ...rest,
            // Other words need another key: under the old one the backend would repeat its old answer.
            key: newKey(),
            payload,
            payloadHash: fingerprint(payload),
            schemaVersion: forms[item.form]?.schemaVersion ?? item.schemaVersion,
            state: 'waiting',
            attempts: 0,
            nextAttemptAt: 0,
            capturedAt: now(),
            ...(baseVersion !== undefined && { baseVersion }),
          }
          return items.put(again)
        }),
      ),

    retry: (order) =>
      database.run({ mode: 'readwrite', stores: ['items'], durable: true }, async (transaction) => {
        const items = transaction.objectStore('items')
        const item = await items.get(order)
        if (item?.lastProblem?.unclear !== true) return false
        await items.put(onceMore(item))
        return true
      }),

    discard: (order) =>
      database.run({ mode: 'readwrite', stores: ['items', 'receipts'], durable: true }, async (transaction) => {
        const items = transaction.objectStore('items')
        const item = await items.get(order)
        if (item?.state === 'sending') return false
        await items.delete(order)
        if (item !== undefined) await bereave(transaction, item, { replaces: forms[item.form]?.replaces === true })
        return true
      }),

    saveDraft: async (draft) => {
      const schemaVersion = forms[draft.form]?.schemaVersion ?? 0
      const saved = await saving(() =>
        database.run({ mode: 'readwrite', stores: ['drafts'] }, async (transaction) => {
          await transaction.objectStore('drafts').put({ ...draft, schemaVersion })
          return 0
        }),
      )
      return saved
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
      database.run({ mode: 'readwrite', stores: ['items', 'receipts', 'drafts'], durable: true }, async (transaction) => {
        const others = (one: { subject: string }) => one.subject !== subject
        await remove(transaction, items ? ['items', 'receipts', 'drafts'] : ['receipts', 'drafts'], others)
      }),

    forgetOwn: (subject) =>
      database.run(
        { mode: 'readwrite', stores: ['items', 'receipts', 'drafts', 'bearer'], durable: true },
        async (transaction) => {
          for (const store of ['receipts', 'drafts', 'bearer'] as const) void transaction.objectStore(store).clear()
          await remove(transaction, ['items'], (one) => one.subject === subject)
        },
      ),
  }
}

async function remove(
  transaction: Transaction<'readwrite'>,
  stores: readonly ('items' | 'receipts' | 'drafts')[],
  isGoing: (one: { subject: string }) => boolean,
) {
  for (const store of stores) {
    for (let cursor = await transaction.objectStore(store).openCursor(); cursor !== null; cursor = await cursor.continue()) {
      if (isGoing(cursor.value)) await cursor.delete()
    }
  }
}

/** All index keys of one subject, whatever the form. */
export const allFormsOf = (subject: string) => IDBKeyRange.bound([subject, ''], [subject, '\uffff'])

// Never tried, or answered with a final no: nothing of it can be on its way.
const isReplaceable = (item: Item) =>
  (item.state === 'waiting' && item.attempts === 0) || item.state === 'needs-you' || item.state === 'conflict'
const isUnderWay = (item: Item) => item.state !== 'needs-you' && item.state !== 'conflict' && item.state !== 'parked'
const onceMore = ({ lastProblem: _riddle, ...item }: Item): Item => ({ ...item, state: 'waiting', nextAttemptAt: 0 })
const keep = (replaced: Item) => (replaced.dependsOn === undefined ? {} : { dependsOn: replaced.dependsOn })

// What depended on a discarded item goes after newer words of the same form, if there are any, and else away with it.
async function bereave(transaction: Transaction<'readwrite'>, gone: Item, { replaces }: { replaces: boolean }) {
  const items = transaction.objectStore('items')
  const [others, receipts] = await Promise.all([
    items.index('form').getAll(allFormsOf(gone.subject)),
    transaction.objectStore('receipts').index('subject').getAll(gone.subject),
  ])
  const isNewer = (one: Item | Receipt) => replaces && one.form === gone.form && one.order > gone.order
  if (receipts.some(isNewer)) return
  const heir = others.find((other) => isNewer(other) && other.dependsOn !== gone.order)
  for (const other of others) {
    if (other.dependsOn !== gone.order) continue
    if (heir === undefined) await items.delete(other.order)
    else await items.put({ ...other, dependsOn: heir.order })
  }
}

/** Turn a failure of the disk into data, so that the form can say it and keep its values. */
async function saving(work: () => Promise<number>): Promise<Saved> {
  try {
    return { type: 'saved', order: await work() }
  } catch (cause) {
    if (cause instanceof TypeError) throw cause
    return { type: 'not-saved', why: isQuota(cause) ? 'quota' : 'unavailable' }
  }
}

const isQuota = (cause: unknown) => cause instanceof DOMException && cause.name === 'QuotaExceededError'

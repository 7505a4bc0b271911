import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  openDB,
  type StoreNames,
} from 'idb'
import type { SenderIdentity, Draft, OutboxItem, Receipt } from '../outbox/outbox-records.ts'
import { withTimeout } from '../utilities/with-timeout.ts'
import { isConnectionLost, isDatabaseTimeout, createDatabaseTimeout } from './database-errors.ts'
import { abortOnPageHide, whenPageShown } from './page-hide.ts'

/** Who may send right now; one record. */
export interface Lease {
  readonly holder: string
  readonly until: number
}

interface Schema extends DBSchema {
  items: { key: number; value: OutboxItem; indexes: { form: [string, string] } }
  receipts: { key: number; value: Receipt; indexes: { subject: string } }
  drafts: { key: [string, string]; value: Draft }
  bearer: { key: 'bearer'; value: SenderIdentity }
  lease: { key: 'lease'; value: Lease }
}

/** A store of the outbox. */
export type OutboxStoreName = StoreNames<Schema>
/** A transaction over some of its stores. */
export type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<
  Schema,
  OutboxStoreName[],
  Mode
>

/**
 * The outbox's own database (docs/offline.md): a new build never empties it, and copies of reads
 * are kept elsewhere.
 */
export interface OutboxDatabase {
  /**
   * Do some work in one transaction and wait for its end, not just for the success of its requests.
   * After a lost connection the work is done once more, at most three times. `again` tells the work
   * so: the disk may have the first attempt although its end was not heard of. Every wait has a
   * limit. Rejects as IndexedDB does.
   */
  readonly run: <Result, Mode extends 'readonly' | 'readwrite'>(
    options: { mode: Mode; stores: OutboxStoreName[]; durable?: boolean },
    work: (transaction: Transaction<Mode>, again: boolean) => Promise<Result>,
  ) => Promise<Result>
  readonly close: () => Promise<void>
}

/**
 * Ask for a change and go on without waiting for it: should it fail, its transaction fails with it
 * and says so. Its own promise is heard here, or each request of an aborted transaction would be
 * one unhandled rejection more.
 */
export function ignoreRejection(request: Promise<unknown>): void {
  request.catch(() => {})
}

/**
 * Ask for two things at once. A connection that is lost between them lets the second not even be
 * asked for; the first is heard all the same.
 */
export const requestBoth = <One, Other>(
  one: () => Promise<One>,
  other: () => Promise<Other>,
): Promise<[One, Other]> => Promise.all([(async () => one())(), (async () => other())()])

const VERSION = 1
const REOPENS = 3

/**
 * How long a database may say nothing, ms. Strict writes on a slow phone take tenths of a second.
 */
export interface DatabaseTimeouts {
  readonly open: number
  readonly run: number
}

/** How long the app waits for its database. */
export const DATABASE_TIMEOUTS: DatabaseTimeouts = { open: 3_000, run: 6_000 }

/** What a page still holds of a database that the browser has taken away under it. */
export interface OutboxBackup {
  readonly items: readonly OutboxItem[]
  readonly receipts: readonly Receipt[]
  readonly drafts: readonly Draft[]
}

/** How a page hears that its database was not there, and gives back what it holds. */
export interface RecreationHooks {
  /**
   * Asked when the database is made anew, before anything else is written into it: a browser short of
   * space may take a whole database away under an open page.
   */
  readonly readBackup?: () => OutboxBackup
  /** It was made anew. `wasOpen`: this page had it open before, so it was taken away just now. */
  readonly onCreated?: (wasOpen: boolean) => void
}

/** Open the outbox's database. `name` and `patience` differ in tests only. */
export function openOutboxDatabase(
  name = 'baodao-outbox',
  patience = DATABASE_TIMEOUTS,
  { readBackup, onCreated }: RecreationHooks = {},
): OutboxDatabase {
  let wasOpen = false
  let connection: Promise<IDBPDatabase<Schema>> | undefined
  // The last use failed in all its tries. Until one succeeds each use tries once, so that nobody
  // waits for four failures.
  let isGone = false

  // What one work calls lost may have been opened anew by another: only that connection is dropped.
  const drop = (lost: typeof connection) => {
    if (connection === lost) connection = undefined
    // Even one that opens too late is closed: it would block a newer version and an unbinding.
    lost?.then((opened) => opened.close()).catch(() => {})
  }
  const begin = () => {
    const opening = openDB<Schema>(name, VERSION, {
      upgrade: (database, from, _to, transaction) => {
        migrate(database, from)
        if (from !== 0) return
        if (wasOpen && readBackup !== undefined) restoreBackup(transaction, readBackup())
        onCreated?.(wasOpen)
      },
      terminated: () => drop(opening),
      // Another tab brings a newer version or deletes it all: make way; the next use opens again.
      blocking: () => drop(opening),
      // An older tab is in the way and does not give way, perhaps frozen: this waits no longer than
      // for any silence.
      blocked: () => {},
    })
    opening.then(
      () => (wasOpen = true),
      () => {},
    )
    return opening
  }
  const connect = () => {
    // Missing altogether, or forbidden: reading its name may throw.
    if (globalThis.indexedDB === undefined)
      throw new DOMException('There is no database here', 'NotSupportedError')
    const used = (connection ??= begin())
    const opened = withTimeout(patience.open, used, () => {
      throw createDatabaseTimeout()
    }).catch((cause: unknown) => {
      drop(used)
      throw cause
    })
    return { used, opened }
  }

  return {
    async run({ mode, stores, durable = false }, work) {
      for (let reopened = 0; ;) {
        let used: typeof connection
        const away = whenPageShown()
        if (away !== undefined) await away
        try {
          const connecting = connect()
          used = connecting.used
          const result = await once(await connecting.opened, reopened > 0)
          isGone = false
          return result
        } catch (cause) {
          if (!isConnectionLost(cause)) throw cause
          drop(used)
          // Waiting in vain costs seconds each time, and who was silent twice stays silent.
          reopened += isDatabaseTimeout(cause) ? 2 : 1
          if (isGone || reopened > REOPENS) {
            isGone = true
            throw cause
          }
        }
      }

      async function once(database: IDBPDatabase<Schema>, again: boolean) {
        const transaction = database.transaction(stores, mode, {
          durability: durable ? 'strict' : 'relaxed',
        })
        // The work may fail before anybody waits for the end.
        ignoreRejection(transaction.done)
        const abort = () => {
          try {
            transaction.abort()
          } catch {
            // It has ended by itself.
          }
        }
        const ended = abortOnPageHide(abort)
        const whole = async () => {
          const result = await work(transaction, again)
          await transaction.done
          return result
        }
        try {
          return await withTimeout(patience.run, whole(), () => {
            throw createDatabaseTimeout()
          })
        } catch (cause) {
          // All of the work or nothing of it.
          abort()
          // The transaction's own error names the cause; its requests only say that they were
          // aborted.
          throw transaction.error ?? cause
        } finally {
          ended()
        }
      }
    },
    async close() {
      const open = await connection?.catch(() => undefined)
      connection = undefined
      open?.close()
    },
  }
}

/** All index keys of one subject, whatever the form. */
export const allFormsRange = (subject: string) =>
  IDBKeyRange.bound([subject, ''], [subject, '\uffff'])

// Under their old numbers, so that nothing that is written next goes before them.
function restoreBackup(
  transaction: IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>,
  { items, receipts, drafts }: OutboxBackup,
) {
  for (const item of items)
    ignoreRejection(
      transaction
        .objectStore('items')
        .put(item.state === 'sending' ? { ...item, state: 'waiting' } : item),
    )
  for (const receipt of receipts) ignoreRejection(transaction.objectStore('receipts').put(receipt))
  for (const draft of drafts) ignoreRejection(transaction.objectStore('drafts').put(draft))
}

function migrate(database: IDBPDatabase<Schema>, from: number) {
  if (from < 1) {
    const items = database.createObjectStore('items', { keyPath: 'order', autoIncrement: true })
    items.createIndex('form', ['subject', 'form'])
    database.createObjectStore('receipts', { keyPath: 'order' }).createIndex('subject', 'subject')
    database.createObjectStore('drafts', { keyPath: ['subject', 'form'] })
    database.createObjectStore('bearer')
    database.createObjectStore('lease')
  }
}

import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  openDB,
  type StoreNames,
} from 'idb'
import type {
  SenderIdentity,
  AttachmentWithBytes,
  FormDraft,
  OutboxAttachment,
  OutboxItem,
  DeliveryReceipt,
} from '../outbox/outbox-records.ts'
import { withTimeout } from '../utilities/with-timeout.ts'
import { isConnectionLost, isDatabaseTimeout, createDatabaseTimeout } from './database-errors.ts'
import { abortOnPageHide, whenPageShown } from './page-hide.ts'

/** The lease: the sender that is allowed to send now. There is one record. */
export interface SenderLease {
  readonly holder: string
  readonly until: number
}

interface Schema extends DBSchema {
  items: { key: number; value: OutboxItem; indexes: { form: [string, string] } }
  receipts: { key: number; value: DeliveryReceipt; indexes: { subject: string } }
  drafts: { key: [string, string]; value: FormDraft }
  bearer: { key: 'bearer'; value: SenderIdentity }
  lease: { key: 'lease'; value: SenderLease }
  attachments: { key: string; value: OutboxAttachment }
  'attachment-bytes': { key: string; value: ArrayBuffer }
}

/**
 * The stores of attachments. Only a phone that has had an attachment has them: its database was
 * upgraded when the first one was added.
 */
export const ATTACHMENT_STORES = ['attachments', 'attachment-bytes'] as const

/** The name of an object store of the outbox. */
export type OutboxStoreName = StoreNames<Schema>
/** A transaction over object stores of the outbox. */
export type OutboxTransaction<Mode extends IDBTransactionMode> = IDBPTransaction<
  Schema,
  OutboxStoreName[],
  Mode
>

/**
 * The outbox's own database (docs/offline.md). A new build never empties it. Cached reads are in
 * another database.
 */
export interface OutboxDatabase {
  /**
   * Runs `work` in one transaction and waits until the transaction has completed, not only its
   * requests. After a lost connection the work is repeated, at most three times. `again` is true
   * for a repeated attempt: an earlier attempt might have been committed. Every wait has a time
   * limit. `durable` asks for strict durability. Rejects with the errors of IndexedDB.
   *
   * Stores of attachments that the database lacks are left out of the transaction. With
   * `addsAttachments` the database is upgraded first, so that it has them.
   */
  readonly run: <Result, Mode extends 'readonly' | 'readwrite'>(
    options: {
      mode: Mode
      stores: readonly OutboxStoreName[]
      durable?: boolean
      addsAttachments?: boolean
    },
    work: (transaction: OutboxTransaction<Mode>, again: boolean) => Promise<Result>,
  ) => Promise<Result>
  readonly close: () => Promise<void>
}

/**
 * Issues a request without waiting for it. If the request fails, its transaction fails and reports
 * the error. The rejection of the request's own promise is ignored, because every request of an
 * aborted transaction would otherwise cause an unhandled rejection.
 */
export function ignoreRejection(request: Promise<unknown>): void {
  request.catch(() => {})
}

/**
 * Issues two requests at once. If the connection is lost between the two, issuing the second
 * request throws; the rejection of the first request is then still handled.
 */
export const awaitBothRequests = <One, Other>(
  one: () => Promise<One>,
  other: () => Promise<Other>,
): Promise<[One, Other]> => Promise.all([(async () => one())(), (async () => other())()])

/**
 * The version of a database with stores of attachments. A database is opened in the version that it
 * has, so that a build also opens a database to which a later build has added stores. An upgrade is
 * made only where the stores are needed, because builds before attachments open version 1 only
 * (docs/decisions/0366).
 */
const ATTACHMENTS_VERSION = 2
const REOPENS = 3

/**
 * Time limits for a database that does not respond, ms. A durable write on a slow phone takes some
 * tenths of a second.
 */
export interface DatabaseTimeouts {
  readonly open: number
  readonly run: number
}

/** The time limits of the app. */
export const DATABASE_TIMEOUTS: DatabaseTimeouts = { open: 3_000, run: 6_000 }

/** The records that a page still has in memory after the browser has deleted the database. */
export interface OutboxBackup {
  readonly items: readonly OutboxItem[]
  readonly receipts: readonly DeliveryReceipt[]
  readonly drafts: readonly FormDraft[]
  readonly attachments: readonly AttachmentWithBytes[]
}

/** Callbacks for a database that was created a second time while a page was open. */
export interface DatabaseRecreationHooks {
  /**
   * Called when the database is created again, before anything else is written into it. Returns the
   * records to restore. A browser that is short of space can delete a whole database under an open
   * page.
   */
  readonly readBackup?: () => OutboxBackup
  /**
   * Called when the database was created. `wasOpen`: this page had the database open before, so the
   * browser has just deleted it.
   */
  readonly onCreated?: (wasOpen: boolean) => void
}

/** Opens the outbox's database. `name` and `patience` have other values only in tests. */
export function openOutboxDatabase(
  name = 'baodao-outbox',
  patience = DATABASE_TIMEOUTS,
  { readBackup, onCreated }: DatabaseRecreationHooks = {},
): OutboxDatabase {
  let wasOpen = false
  let connection: Promise<IDBPDatabase<Schema>> | undefined
  // True after a `run` has failed in all its attempts, until another `run` succeeds. Meanwhile each
  // `run` makes only one attempt, so that callers do not wait for four failures.
  let isGone = false
  let needsAttachments = false

  // Only the lost connection is dropped, because another `run` might already have opened a new one.
  const drop = (lost: typeof connection) => {
    if (connection === lost) connection = undefined
    // A connection that opens too late is closed too: an open connection would block an upgrade of
    // the database and an unbinding.
    lost?.then((opened) => opened.close()).catch(() => {})
  }
  const begin = () => {
    const hasBackup = wasOpen && readBackup !== undefined
    const isUpgrade = needsAttachments || (hasBackup && readBackup().attachments.length > 0)
    const opening = openDB<Schema>(name, isUpgrade ? ATTACHMENTS_VERSION : undefined, {
      upgrade: (database, from, to, transaction) => {
        migrate(database, from, to ?? 1)
        if (from !== 0) return
        if (hasBackup) restoreBackup(transaction, readBackup())
        onCreated?.(wasOpen)
      },
      terminated: () => drop(opening),
      // Another tab upgrades or deletes the database: close this connection; the next use opens a
      // new one.
      blocking: () => drop(opening),
      // An older tab blocks the upgrade and does not close its connection, perhaps because it is
      // frozen; the time limit of `open` applies.
      blocked: () => {},
    })
    opening.then(
      () => (wasOpen = true),
      () => {},
    )
    return opening
  }
  const connect = () => {
    // IndexedDB is missing or forbidden. If it is forbidden, reading the property can throw.
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
    async run({ mode, stores, durable = false, addsAttachments = false }, work) {
      for (let reopened = 0; ;) {
        let used: typeof connection
        const away = whenPageShown()
        if (away !== undefined) await away
        try {
          const connecting = connect()
          used = connecting.used
          const database = await connecting.opened
          if (addsAttachments && !database.objectStoreNames.contains('attachments')) {
            // The next connection upgrades the database. Other pages close theirs (`blocking`).
            needsAttachments = true
            drop(used)
            continue
          }
          needsAttachments = false
          const result = await once(database, reopened > 0)
          isGone = false
          return result
        } catch (cause) {
          if (!isConnectionLost(cause)) throw cause
          drop(used)
          // A timeout counts twice, because each timeout costs seconds and a database that timed
          // out twice keeps timing out.
          reopened += isDatabaseTimeout(cause) ? 2 : 1
          if (isGone || reopened > REOPENS) {
            isGone = true
            throw cause
          }
        }
      }

      async function once(database: IDBPDatabase<Schema>, again: boolean) {
        const present = stores.filter(
          (store) => !isOfAttachments(store) || database.objectStoreNames.contains(store),
        )
        const transaction = database.transaction(present, mode, {
          durability: durable ? 'strict' : 'relaxed',
        })
        // The work can fail before any code waits for the transaction.
        ignoreRejection(transaction.done)
        const abort = () => {
          try {
            transaction.abort()
          } catch {
            // The transaction has already ended.
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
          // Aborts the transaction, so that none of the work is committed.
          abort()
          // The transaction's own error names the cause. The errors of its requests only say that
          // they were aborted.
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

const isOfAttachments = (store: OutboxStoreName) => ATTACHMENT_STORES.some((one) => one === store)

/** The range of all keys of the index `form` with this subject and any form. */
export const createAllFormsKeyRange = (subject: string) =>
  IDBKeyRange.bound([subject, ''], [subject, '\uffff'])

// Restores the records under their old `order`, so that records written later do not precede them.
function restoreBackup(
  transaction: IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>,
  { items, receipts, drafts, attachments }: OutboxBackup,
) {
  for (const item of items)
    ignoreRejection(
      transaction
        .objectStore('items')
        .put(item.state === 'sending' ? { ...item, state: 'waiting' } : item),
    )
  for (const receipt of receipts) ignoreRejection(transaction.objectStore('receipts').put(receipt))
  for (const draft of drafts) ignoreRejection(transaction.objectStore('drafts').put(draft))
  for (const { attachment, bytes } of attachments) {
    ignoreRejection(transaction.objectStore('attachments').put(attachment))
    ignoreRejection(transaction.objectStore('attachment-bytes').put(bytes, attachment.id))
  }
}

function migrate(database: IDBPDatabase<Schema>, from: number, to: number) {
  if (from < 1) {
    const items = database.createObjectStore('items', { keyPath: 'order', autoIncrement: true })
    items.createIndex('form', ['subject', 'form'])
    database.createObjectStore('receipts', { keyPath: 'order' }).createIndex('subject', 'subject')
    database.createObjectStore('drafts', { keyPath: ['subject', 'form'] })
    database.createObjectStore('bearer')
    database.createObjectStore('lease')
  }
  if (from < ATTACHMENTS_VERSION && to >= ATTACHMENTS_VERSION) {
    database.createObjectStore('attachments', { keyPath: 'id' })
    database.createObjectStore('attachment-bytes')
  }
}

import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb'
import type { Bearer, Draft, Item, Receipt } from './item.ts'

/** Who may send right now; one record. */
export interface Lease {
  readonly holder: string
  readonly until: number
}

interface Schema extends DBSchema {
  items: { key: number; value: Item; indexes: { form: [string, string] } }
  receipts: { key: number; value: Receipt; indexes: { subject: string } }
  drafts: { key: [string, string]; value: Draft }
  bearer: { key: 'bearer'; value: Bearer }
  lease: { key: 'lease'; value: Lease }
}

/** A store of the outbox. */
export type Store = StoreNames<Schema>
/** A transaction over some of its stores. */
export type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<Schema, Store[], Mode>

/** The outbox's own database: never touched by cache busting, never shared with the kept reads. */
export interface Database {
  /**
   * Do some work in one transaction and wait until it is complete, not just until its requests succeeded.
   * A connection that was lost is opened again and the work done once more. Rejects as IndexedDB does.
   */
  readonly run: <Result, Mode extends 'readonly' | 'readwrite'>(
    options: { mode: Mode; stores: Store[]; durable?: boolean },
    work: (transaction: Transaction<Mode>) => Promise<Result>,
  ) => Promise<Result>
  readonly close: () => Promise<void>
}

const VERSION = 1
/** A database that says nothing for so long counts as none, ms. */
const PATIENCE_MS = 3_000

/** Open the outbox's database. `name` differs in tests only. */
export function openDatabase(name = 'baodao-outbox'): Database {
  let connection: Promise<IDBPDatabase<Schema>> | undefined

  const lost = () => {
    connection = undefined
  }
  const connect = () => {
    connection ??= inTime(open()).catch((cause: unknown) => {
      lost()
      throw cause
    })
    return connection
  }
  const open = async () => {
    if (globalThis.indexedDB === undefined) throw new DOMException('There is no database here', 'NotSupportedError')
    return openDB<Schema>(name, VERSION, {
      upgrade: migrate,
      terminated: lost,
      // Another tab runs a newer version, or unbinds: let it; the next use opens again.
      blocking: (_old, _new, event) => {
        lost()
        if (event.target instanceof IDBDatabase) event.target.close()
      },
    })
  }

  return {
    async run({ mode, stores, durable = false }, work) {
      try {
        return await once(await connect())
      } catch (cause) {
        if (!isLostConnection(cause)) throw cause
        lost()
        return once(await connect())
      }

      async function once(database: IDBPDatabase<Schema>) {
        const transaction = database.transaction(stores, mode, { durability: durable ? 'strict' : 'relaxed' })
        // A failing request aborts the transaction; without a listener its rejection would be reported as unhandled.
        transaction.done.catch(() => {})
        const result = await work(transaction)
        await transaction.done
        return result
      }
    },
    async close() {
      const open = await connection?.catch(() => undefined)
      lost()
      open?.close()
    },
  }
}

async function inTime<T>(opening: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('The database does not answer', 'TimeoutError')), PATIENCE_MS)
  })
  return Promise.race([opening, silence]).finally(() => clearTimeout(timer))
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

// Safari and Chromium close a connection under memory pressure or after a disk error.
const isLostConnection = (cause: unknown) => cause instanceof DOMException && cause.name === 'InvalidStateError'

import { createDatabaseTimeout } from '../storage/database-errors.ts'
import { abortOnPageHide, whenPageShown } from '../storage/page-hide.ts'
import { withTimeout } from '../utilities/with-timeout.ts'
import type { SenderIdentity } from './outbox-records.ts'

/** What a page has to know of the outbox before it loads the code that reads and sends it. */
export interface OutboxSummary {
  /** The number of unsent items, of all subjects. */
  readonly itemCount: number
  /** The highest `order` of all receipts; undefined without receipts. */
  readonly lastReceipt: number | undefined
  readonly identity: SenderIdentity | undefined
}

const TIMEOUT_MS = 3_000

/**
 * Counts the outbox without the code that reads it: one connection and one transaction. Resolves to
 * undefined if there is no database; it does not create one. Rejects if the database cannot be read
 * or does not respond in time.
 */
export async function summarizeOutbox(name = 'baodao-outbox'): Promise<OutboxSummary | undefined> {
  await whenPageShown()
  const opening = open(name)
  // The connection is closed at once, also if it opens too late: an open connection would block an
  // upgrade of the database and an unbinding.
  const reading = opening.then(async (database) => {
    try {
      return database && (await read(database))
    } finally {
      database?.close()
    }
  })
  return withTimeout(TIMEOUT_MS, reading, () => {
    throw createDatabaseTimeout()
  })
}

function open(name: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    // Only a database that does not exist is upgraded here.
    request.onupgradeneeded = () => {
      request.transaction?.abort()
      resolve(undefined)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('refused'))
  })
}

function read(database: IDBDatabase): Promise<OutboxSummary> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(['items', 'receipts', 'bearer'], 'readonly')
    const ended = abortOnPageHide(() => transaction.abort())
    const count = transaction.objectStore('items').count()
    const last = transaction.objectStore('receipts').openKeyCursor(null, 'prev')
    const identity: IDBRequest<SenderIdentity | undefined> = transaction
      .objectStore('bearer')
      .get('bearer')
    transaction.oncomplete = () => {
      ended()
      const order = last.result?.key
      resolve({
        itemCount: count.result,
        lastReceipt: typeof order === 'number' ? order : undefined,
        identity: identity.result,
      })
    }
    transaction.onabort = () => {
      ended()
      reject(transaction.error ?? new DOMException('aborted', 'AbortError'))
    }
  })
}

import { withTimeout } from '../utilities/with-timeout.ts'

/** The database with the key of the sealed copies on a supervisor's phone. */
export const SEAL_DATABASE = 'baodao-seal'
/** The databases whose content can be fetched again. */
export const CACHE_DATABASE_NAMES = [
  'baodao-reads',
  'baodao-pass',
  'baodao-seen',
  SEAL_DATABASE,
] as const
/** Every database of the app. */
export const ALL_DATABASE_NAMES = ['baodao-outbox', ...CACHE_DATABASE_NAMES] as const

/** The longest time for one step of a deletion, ms. */
const TIMEOUT_MS = 2_000

/**
 * Deletes databases with all their content. It uses only the browser's API, so that unbinding works
 * without loading a further file.
 *
 * Each database is emptied first, so that no records are left even if another tab keeps it open.
 * Then the database is deleted, because the browser's files still contain the old bytes of an
 * emptied database. The browser erases the files of a deleted database later, usually when it next
 * opens any database. Resolves to false if a database could not be deleted.
 */
export async function deleteIndexedDatabases(
  names: readonly string[] = ALL_DATABASE_NAMES,
): Promise<boolean> {
  const removed = await Promise.all(names.map(deleteDatabase))
  return removed.every((one) => one)
}

async function deleteDatabase(name: string): Promise<boolean> {
  const emptied = await inTime(() => emptyDatabase(name))
  const deleted = await inTime(() => done(indexedDB.deleteDatabase(name)))
  return emptied || deleted
}

// Resolves to true if the work succeeded in time, and without IndexedDB, where nothing was stored.
const inTime = (work: () => Promise<unknown>): Promise<boolean> => {
  // The work runs inside the promise, because a browser that forbids storage throws synchronously.
  const ended = Promise.resolve()
    .then(() => (globalThis.indexedDB === undefined ? undefined : work()))
    .then(
      () => true,
      () => false,
    )
  return withTimeout(TIMEOUT_MS, ended, () => false)
}

async function emptyDatabase(name: string): Promise<void> {
  const opening = indexedDB.open(name)
  let isNew = false
  opening.onupgradeneeded = () => {
    // The database did not exist before. A database without its stores would break the next `open`
    // of the app, so its creation is aborted.
    isNew = true
    opening.transaction?.abort()
  }
  try {
    const database = await done(opening)
    // This connection must not block the deletion that follows.
    database.onversionchange = () => database.close()
    const stores = [...database.objectStoreNames]
    const transaction =
      stores.length > 0
        ? database.transaction(stores, 'readwrite', { durability: 'strict' })
        : undefined
    for (const store of stores) transaction?.objectStore(store).clear()
    if (transaction !== undefined)
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
      })
    database.close()
  } catch (cause) {
    if (!isNew) throw cause
  }
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('refused'))
  })

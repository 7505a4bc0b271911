import { withTimeout } from '../utilities/with-timeout.ts'

/** Contains the key of the sealed copies on a supervisor's phone. */
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
 * Deletes databases with all their content. Uses nothing but the browser's API, so that unbinding
 * works without loading a further file.
 *
 * Each database is emptied first, so that nothing is left even if another tab keeps it open. Then
 * it is deleted, because an emptied database keeps its old bytes in the browser's files; the
 * browser erases the files of a deleted one later, usually when it next opens any database.
 * Resolves to false if something could not be deleted.
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

// True if the work succeeded in time. Without IndexedDB nothing was stored.
const inTime = (work: () => Promise<unknown>): Promise<boolean> => {
  // Inside the promise, because a browser that forbids storage throws synchronously.
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
    // The database did not exist. One without its stores would break the next `open` of the app.
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

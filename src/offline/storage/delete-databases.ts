import { withTimeout } from '../utilities/with-timeout.ts'

/** Holds the key of what a supervisor's phone keeps sealed. */
export const SEAL_DATABASE = 'baodao-seal'
/** What can be fetched again. */
export const CACHE_DATABASES = [
  'baodao-reads',
  'baodao-pass',
  'baodao-seen',
  SEAL_DATABASE,
] as const
/** Every database of the app. */
export const ALL_DATABASES = ['baodao-outbox', ...CACHE_DATABASES] as const

/** How long a database may take for one step of its removal, ms. */
const PATIENCE_MS = 2_000

/**
 * Remove databases with all that is in them. Needs nothing but the browser: unbinding must work
 * without any further file. Emptied first, so that nothing is left even where another tab holds on
 * to one; then deleted, because an emptied database keeps its old words in the browser's files, and
 * those of a deleted one go when the browser tidies up: as a rule when it next opens any. False:
 * something could not be removed.
 */
export async function removeDatabases(names: readonly string[] = ALL_DATABASES): Promise<boolean> {
  const removed = await Promise.all(names.map(deleteDatabase))
  return removed.every((one) => one)
}

async function deleteDatabase(name: string): Promise<boolean> {
  const emptied = await inTime(() => emptyDatabase(name))
  const deleted = await inTime(() => done(indexedDB.deleteDatabase(name)))
  return emptied || deleted
}

// True when it ended well and in time. Where there are no databases nothing was kept.
const inTime = (work: () => Promise<unknown>): Promise<boolean> => {
  // Inside the promise, for a browser that forbids storage throws at once.
  const ended = Promise.resolve()
    .then(() => (globalThis.indexedDB === undefined ? undefined : work()))
    .then(
      () => true,
      () => false,
    )
  return withTimeout(PATIENCE_MS, ended, () => false)
}

async function emptyDatabase(name: string): Promise<void> {
  const opening = indexedDB.open(name)
  let isNew = false
  opening.onupgradeneeded = () => {
    // There was none, and an empty one without its stores would be in everybody's way.
    isNew = true
    opening.transaction?.abort()
  }
  try {
    const database = await done(opening)
    // However this ends, it must not stand in the way of the deletion behind it.
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

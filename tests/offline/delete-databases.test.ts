import { afterEach, expect, test, vi } from 'vitest'
import {
  CACHE_DATABASE_NAMES,
  ALL_DATABASE_NAMES,
  deleteIndexedDatabases,
} from '#offline/storage/delete-databases'

// Unbinding must leave no data on a phone, even if other pages keep databases open.

const held: IDBDatabase[] = []
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
  for (const database of held.splice(0)) database.close()
  await deleteIndexedDatabases()
})

const answered = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(new Error('no'))
  })
/** Create a database with a value in each store, which another page keeps open. */
async function written(name: string, stores = ['one', 'two']): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => stores.forEach((store) => opening.result.createObjectStore(store))
  const database = await answered(opening)
  held.push(database)
  for (const store of stores)
    await answered(database.transaction(store, 'readwrite').objectStore(store).put('张三', 'name'))
  return database
}
const names = async () => (await indexedDB.databases()).map(({ name }) => name).toSorted()
const readAll = async (database: IDBDatabase) =>
  Promise.all(
    [...database.objectStoreNames].map((store) =>
      answered(database.transaction(store).objectStore(store).count()),
    ),
  )

test('all databases of the app are deleted, and no others', async () => {
  for (const name of [...ALL_DATABASE_NAMES, 'another app’s']) (await written(name)).close()
  expect(await deleteIndexedDatabases()).toBe(true)
  expect(await names()).toEqual(['another app’s'])
  await deleteIndexedDatabases(['another app’s'])
})

test('only the named databases are deleted', async () => {
  for (const name of ALL_DATABASE_NAMES) (await written(name)).close()
  expect(await deleteIndexedDatabases(CACHE_DATABASE_NAMES)).toBe(true)
  expect(await names()).toEqual(['baodao-outbox'])
})

test('deleting a database that does not exist creates none', async () => {
  expect(await deleteIndexedDatabases()).toBe(true)
  expect(await names()).toEqual([])
  ;(await written('baodao-reads', [])).close()
  expect(await deleteIndexedDatabases()).toBe(true)
  expect(await names()).toEqual([])
})

test('a database that another page keeps open is emptied, although it still exists after two seconds', async () => {
  const open = await written('baodao-reads')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let isDone = false
  const removing = deleteIndexedDatabases(['baodao-reads']).finally(() => void (isDone = true))
  while ((await readAll(open)).some((count) => count > 0));
  await vi.advanceTimersByTimeAsync(1_999)
  expect(isDone).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await removing).toBe(true)
  expect(await readAll(open)).toEqual([0, 0])
})

test('a database that cannot be emptied is deleted, and one that can neither be emptied nor deleted is reported', async () => {
  ;(await written('baodao-reads')).close()
  ;(await written('baodao-pass')).close()
  const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('', 'UnknownError')
  })
  expect(await deleteIndexedDatabases(['baodao-reads'])).toBe(true)
  vi.spyOn(IDBFactory.prototype, 'deleteDatabase').mockImplementation(() => {
    throw new DOMException('', 'SecurityError')
  })
  expect(await deleteIndexedDatabases(['baodao-pass'])).toBe(false)
  broken.mockRestore()
  expect(await deleteIndexedDatabases(['baodao-pass', 'baodao-reads'])).toBe(true)
  // The removal fails if a single database remains.
  const { open } = IDBFactory.prototype
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, name) {
    if (name === 'baodao-pass') throw new DOMException(name, 'SecurityError')
    return open.call(this, name)
  })
  expect(await deleteIndexedDatabases(['baodao-reads', 'baodao-pass'])).toBe(false)
})

/** Let every deletion of a database fail. */
const keepsAll = () =>
  vi.spyOn(IDBFactory.prototype, 'deleteDatabase').mockImplementation(() => {
    throw new DOMException('', 'UnknownError')
  })

test('in a browser that cannot delete databases an empty one counts as removed, and none is created', async () => {
  ;(await written('baodao-reads', [])).close()
  const kept = keepsAll()
  expect(await deleteIndexedDatabases(['baodao-reads', 'baodao-pass'])).toBe(true)
  expect(await names()).toEqual(['baodao-reads'])
  kept.mockRestore()
})

test('a database whose emptying was aborted is reported as not removed', async () => {
  const open = await written('baodao-reads')
  const kept = keepsAll()
  const { clear } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(function (this: IDBObjectStore) {
    const clearing = clear.call(this)
    clearing.onsuccess = () => this.transaction.abort()
    return clearing
  })
  expect(await deleteIndexedDatabases(['baodao-reads'])).toBe(false)
  expect(await readAll(open)).toEqual([1, 1])
  kept.mockRestore()
})

test('a database that never opens is reported as not removed after a timeout', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const silent = {} as IDBOpenDBRequest
  vi.spyOn(IDBFactory.prototype, 'open').mockReturnValue(silent)
  vi.spyOn(IDBFactory.prototype, 'deleteDatabase').mockReturnValue(silent)
  const removing = deleteIndexedDatabases(['baodao-reads'])
  await vi.advanceTimersByTimeAsync(2_000)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await removing).toBe(false)
  vi.restoreAllMocks()
})

test('in a browser without IndexedDB the removal of databases succeeds', async () => {
  vi.stubGlobal('indexedDB', undefined)
  expect(await deleteIndexedDatabases()).toBe(true)
})

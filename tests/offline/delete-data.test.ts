import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteDataOfOthers, deleteOwnData } from '#offline/outbox/delete-data'
import { createDraftStore } from '#offline/outbox/drafts'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import { ALL_DATABASE_NAMES, deleteIndexedDatabases } from '#offline/storage/delete-databases'
import { type OutboxDatabase, openOutboxDatabase } from '#offline/storage/outbox-database'
import {
  openOfflinePage,
  createScriptedFetch,
  acceptEveryWrite,
} from '#tests/support/offline/offline-page.ts'
import { storeItems } from '#tests/support/offline/stored-items.ts'

const PEOPLE = ['s1', 's2', 's3']
let database: OutboxDatabase

beforeEach(async () => {
  const storage = createIdempotencyKey()
  const page = openOfflinePage({ fetch: createScriptedFetch(acceptEveryWrite).fetch, storage })
  await page.bind('s1', 'token-1')
  database = openOutboxDatabase(storage)
  const each = PEOPLE.map((subject, at) => ({ subject, order: at + 1 }))
  await storeItems(database, each, each)
  for (const subject of PEOPLE)
    await createDraftStore({ database }).save({ subject, form: 'travel', values: 1, savedAt: 0 })
})

const left = () =>
  database.run(
    { mode: 'readonly', stores: ['items', 'receipts', 'drafts', 'bearer'] },
    async (transaction) => {
      const of = async (store: 'items' | 'receipts' | 'drafts') =>
        (await transaction.objectStore(store).getAll()).map(({ subject }) => subject)
      return {
        items: await of('items'),
        receipts: await of('receipts'),
        drafts: await of('drafts'),
        bearers: await transaction.objectStore('bearer').count(),
      }
    },
  )

test('deleting other students’ data keeps the bound student’s data and other waiting items that were not chosen', async () => {
  await deleteDataOfOthers(database, 's1', { items: (other) => other === 's2' })
  expect(await left()).toEqual({
    items: ['s1', 's3'],
    receipts: ['s1'],
    drafts: ['s1'],
    bearers: 1,
  })
})

test('deleting the student’s own data removes it and the stored sender identity, and keeps other students’ waiting items', async () => {
  await deleteOwnData(database, (subject) => subject === 's1')
  expect(await left()).toEqual({ items: ['s2', 's3'], receipts: [], drafts: [], bearers: 0 })
})

test('data is deleted in strict transactions, so that it is gone from the disk when the deletion is reported', async () => {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await deleteDataOfOthers(database, 's1', { items: () => true })
  await deleteOwnData(database, () => true)
  const asked = transaction.mock.calls.map(([, , options]) => options?.durability)
  transaction.mockRestore()
  expect(asked).toEqual(['strict', 'strict'])
})

test('removing a database fails only if it can be neither emptied nor deleted', async () => {
  const refuse = () => {
    throw new DOMException('forbidden', 'SecurityError')
  }
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation(refuse)
  expect(await deleteIndexedDatabases(['one'])).toBe(true)
  const deleting = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(refuse)
  expect(await deleteIndexedDatabases(['one'])).toBe(false)
  opening.mockRestore()
  expect(await deleteIndexedDatabases(['one'])).toBe(true)
  deleting.mockRestore()
  // Without IndexedDB nothing was stored, so that nothing is left.
  vi.stubGlobal('indexedDB', undefined)
  expect(await deleteIndexedDatabases(['one'])).toBe(true)
  vi.unstubAllGlobals()
})

test('removing a database that does not exist creates none', async () => {
  const deleting = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  const name = createIdempotencyKey()
  expect(await deleteIndexedDatabases([name])).toBe(true)
  deleting.mockRestore()
  expect((await indexedDB.databases()).map((one) => one.name)).not.toContain(name)
})

/** Create a database with one value and keep its connection open. */
const held = (name: string, { stores = ['words'] as readonly string[], gives = false } = {}) =>
  new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(name)
    opening.onupgradeneeded = () => {
      for (const store of stores) opening.result.createObjectStore(store).put('a word', 'key')
    }
    opening.onsuccess = () => {
      if (gives) opening.result.onversionchange = () => opening.result.close()
      resolve(opening.result)
    }
  })
const readAll = (database: IDBDatabase) =>
  new Promise<unknown[]>((resolve) => {
    const reading = database.transaction('words').objectStore('words').getAll()
    reading.onsuccess = () => resolve(reading.result)
  })

describe('removal of databases', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  /** The result of a removal after this many ms, or undefined if it has not ended. */
  const ended = async (removal: Promise<boolean>, ms: number) => {
    let end: boolean | undefined
    void removal.then((is) => (end = is))
    const turns = async () => {
      for (let turn = 0; turn < 40; turn++) await new Promise((next) => setImmediate(next))
      await vi.advanceTimersByTimeAsync(0)
    }
    await turns()
    await vi.advanceTimersByTimeAsync(ms)
    await turns()
    return end
  }

  test('a removal without names removes all databases of the app', async () => {
    for (const name of ALL_DATABASE_NAMES) await held(name, { gives: true })
    expect(await ended(deleteIndexedDatabases(), 0)).toBe(true)
    const left = (await indexedDB.databases()).map(({ name }) => name)
    for (const name of ALL_DATABASE_NAMES) expect(left).not.toContain(name)
  })

  test('removing a database that another tab keeps open empties it, and waits two seconds for that tab', async () => {
    const strict = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const other = await held('held')
    const removal = deleteIndexedDatabases(['held'])
    expect(await ended(removal, 1_900)).toBeUndefined()
    expect(await readAll(other)).toEqual([])
    const emptying = strict.mock.calls.find(([, mode]) => mode === 'readwrite')
    expect(emptying?.[2]).toEqual({ durability: 'strict' })
    expect(await ended(removal, 200)).toBe(true)
    other.close()
  })

  test('removing a database without stores succeeds although it cannot be deleted', async () => {
    await held('bare', { stores: [], gives: true })
    const deleting = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError')
    })
    expect(await ended(deleteIndexedDatabases(['bare']), 0)).toBe(true)
    deleting.mockRestore()
  })

  test('removing a database fails if it cannot be emptied and another tab prevents its deletion for two seconds', async () => {
    const other = await held('full')
    const { transaction } = IDBDatabase.prototype
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      ...asked
    ) {
      const begun = transaction.apply(this, asked)
      if (asked[1] === 'readwrite') begun.abort()
      return begun
    })
    expect(await ended(deleteIndexedDatabases(['full']), 2_100)).toBe(false)
    vi.restoreAllMocks()
    other.close()
    // The other tab has closed the database, so that it can be deleted.
    expect(await ended(deleteIndexedDatabases(['full']), 0)).toBe(true)
  })

  test('removing databases does not wait longer than two seconds for a database that never opens', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => new IDBOpenDBRequest())
    expect(await ended(deleteIndexedDatabases(['silent']), 2_100)).toBe(true)
  })
})

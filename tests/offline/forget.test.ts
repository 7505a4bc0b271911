import { beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '#offline/database'
import { createDrafts } from '#offline/drafts'
import { newKey } from '#offline/fingerprint'
import { forgetOthers, forgetOwn } from '#offline/forget'
import { removeDatabases } from '#offline/removal'
import { openPage, scripted, willing } from '#tests/support/phone.ts'
import { putStored } from '#tests/support/stored-items.ts'

const PEOPLE = ['s1', 's2', 's3']
let database: Database

beforeEach(async () => {
  const storage = newKey()
  const page = openPage({ fetch: scripted(willing).fetch, storage })
  await page.bind('s1', 'token-1')
  database = openDatabase(storage)
  const each = PEOPLE.map((subject, at) => ({ subject, order: at + 1 }))
  await putStored(database, each, each)
  for (const subject of PEOPLE)
    await createDrafts({ database }).save({ subject, form: 'travel', values: 1, savedAt: 0 })
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

test('of others nothing stays but what waits, of whom it may; one’s own stays', async () => {
  await forgetOthers(database, 's1', { items: (other) => other === 's2' })
  expect(await left()).toEqual({
    items: ['s1', 's3'],
    receipts: ['s1'],
    drafts: ['s1'],
    bearers: 1,
  })
})

test('of oneself nothing stays, nor who sends; what waits of others does', async () => {
  await forgetOwn(database, (subject) => subject === 's1')
  expect(await left()).toEqual({ items: ['s2', 's3'], receipts: [], drafts: [], bearers: 0 })
})

test('what is forgotten is gone from the disk before it is called so', async () => {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await forgetOthers(database, 's1', { items: () => true })
  await forgetOwn(database, () => true)
  const asked = transaction.mock.calls.map(([, , options]) => options?.durability)
  transaction.mockRestore()
  expect(asked).toEqual(['strict', 'strict'])
})

test('a database that can be neither emptied nor deleted is said to be left; one of the two is enough', async () => {
  const refuse = () => {
    throw new DOMException('forbidden', 'SecurityError')
  }
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation(refuse)
  expect(await removeDatabases(['one'])).toBe(true)
  const deleting = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(refuse)
  expect(await removeDatabases(['one'])).toBe(false)
  opening.mockRestore()
  expect(await removeDatabases(['one'])).toBe(true)
  deleting.mockRestore()
  // Where nothing can be kept nothing is left.
  vi.stubGlobal('indexedDB', undefined)
  expect(await removeDatabases(['one'])).toBe(true)
  vi.unstubAllGlobals()
})

test('a removal makes no database where there was none', async () => {
  const deleting = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  const name = newKey()
  expect(await removeDatabases([name])).toBe(true)
  deleting.mockRestore()
  expect((await indexedDB.databases()).map((one) => one.name)).not.toContain(name)
})

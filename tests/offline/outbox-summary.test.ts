import { afterEach, expect, test } from 'vitest'
import { setSenderIdentity } from '#offline/drain/sender-identity'
import { createOutbox } from '#offline/outbox/outbox'
import { summarizeOutbox } from '#offline/outbox/outbox-summary'
import { openOutboxDatabase } from '#offline/storage/outbox-database'
import { sampleTravel } from '../support/offline/offline-page.ts'

const identity = {
  subject: 'S1',
  token: 'mine',
  roots: { campus: '', management: '', provider: '' },
  language: 'zh',
  timeout: 1,
} as const
let nth = 0
let database: ReturnType<typeof openOutboxDatabase> | undefined

afterEach(async () => {
  await database?.close()
  database = undefined
})
const open = () => {
  const name = `summary ${++nth}`
  database = openOutboxDatabase(name)
  return { name, opened: database }
}
const submission = { form: 'travel', subject: 'S1', payload: sampleTravel({ student: 'S1' }) }

test('a summary of the outbox counts its items and names its last receipt and its sender', async () => {
  const { name, opened } = open()
  await setSenderIdentity(opened, identity)
  expect(await summarizeOutbox(name)).toEqual({ itemCount: 0, lastReceipt: undefined, identity })
  await createOutbox({ database: opened }).add(submission)
  expect(await summarizeOutbox(name)).toMatchObject({ itemCount: 1 })
  await opened.run({ mode: 'readwrite', stores: ['items', 'receipts'] }, async (transaction) => {
    const [item] = await transaction.objectStore('items').getAll()
    if (item === undefined) throw new Error('nothing waits')
    await transaction.objectStore('items').clear()
    await transaction.objectStore('receipts').put({ ...item, deliveredAt: 1 })
  })
  expect(await summarizeOutbox(name)).toEqual({ itemCount: 0, lastReceipt: 1, identity })
})

test('without a database there is no summary, and none is created', async () => {
  expect(await summarizeOutbox('never opened')).toBeUndefined()
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('never opened')
})

test('a summary leaves no connection open, so the database can be deleted', async () => {
  const { name, opened } = open()
  await setSenderIdentity(opened, identity)
  await summarizeOutbox(name)
  await opened.close()
  await new Promise<void>((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name)
    deleting.onsuccess = () => resolve()
    deleting.onblocked = () => reject(new Error('a connection is still open'))
  })
  expect(await summarizeOutbox(name)).toBeUndefined()
})

test('an identity that is already stored is not written again', async () => {
  const { opened } = open()
  await setSenderIdentity(opened, identity)
  const put = IDBObjectStore.prototype.put
  let writes = 0
  IDBObjectStore.prototype.put = function (...args) {
    writes += 1
    return put.apply(this, args)
  }
  try {
    await setSenderIdentity(opened, { ...identity })
    expect(writes).toBe(0)
    await setSenderIdentity(opened, { ...identity, token: 'newer' })
    expect(writes).toBe(1)
  } finally {
    IDBObjectStore.prototype.put = put
  }
})

import { get, set } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import { createKeyValueStore } from '#offline/storage/key-value-store'
import {
  type PageSnapshot,
  deletePageSnapshots,
  readPageSnapshot,
  savePageSnapshot,
} from '#offline/storage/page-snapshot'
import { createReadCache } from '#offline/storage/read-cache'
import { waitUntil } from '../support/setup/wait-until.ts'

describe('a key-value store that does not open', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('a key-value store that does not open is waited for once, and opened again after its request has ended', async () => {
    const name = createIdempotencyKey()
    const store = createKeyValueStore(name, 'reads')
    const request = new IDBOpenDBRequest()
    const opening = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => request)
    const first = get('a', store)
    first.catch(() => {})
    await vi.advanceTimersByTimeAsync(3_000)
    await expect(first).rejects.toThrow('does not answer')
    // The second use is rejected at once, without a timer.
    await expect(get('a', store)).rejects.toThrow('does not answer')
    expect(opening).toHaveBeenCalledTimes(1)
    // When the pending request fails, another connection can be opened.
    Object.defineProperty(request, 'error', { value: new DOMException('lost', 'UnknownError') })
    request.onerror?.call(request, new Event('error'))
    await waitUntil(() => get('a', store).catch(() => Promise.reject(new Error('still silent'))))
    opening.mockRestore()
  })
})

test('an operation of the key-value store whose connection is lost twice fails, and the next one opens a new connection', async () => {
  const store = createKeyValueStore(createIdempotencyKey(), 'reads')
  await set('a', 1, store)
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('closing', 'InvalidStateError')
  })
  await expect(get('a', store)).rejects.toThrow('closing')
  transaction.mockRestore()
  const opening = vi.spyOn(indexedDB, 'open')
  expect(await get('a', store)).toBe(1)
  expect(opening).toHaveBeenCalledTimes(1)
  opening.mockRestore()
})

test('an operation of the key-value store whose connection is lost is repeated on a new connection', async () => {
  const store = createKeyValueStore(createIdempotencyKey(), 'reads')
  await set('a', 1, store)
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('closing', 'InvalidStateError')
  })
  await set('a', 2, store)
  expect(await get('a', store)).toBe(2)
  vi.restoreAllMocks()
})

test('an error of the caller does not close the key-value store’s connection', async () => {
  const store = createKeyValueStore(createIdempotencyKey(), 'reads')
  await set('a', 1, store)
  const mistake = store('readonly', () => {
    throw new TypeError('a mistake')
  })
  await expect(mistake).rejects.toThrow('a mistake')
  const opening = vi.spyOn(indexedDB, 'open')
  expect(await get('a', store)).toBe(1)
  expect(opening).not.toHaveBeenCalled()
  opening.mockRestore()
})

test('the key-value store closes its connection when its database is deleted, and opens it again afterwards', async () => {
  const name = createIdempotencyKey()
  const store = createKeyValueStore(name, 'reads')
  await set('a', 1, store)
  await new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name)
    deleting.addEventListener('success', resolve)
    deleting.addEventListener('blocked', () => reject(new Error('blocked')))
  })
  expect(await get('a', store)).toBeUndefined()
})

test('when the cache of reads fails or is closed, storing does nothing and reading returns undefined', async () => {
  const reads = createReadCache(createIdempotencyKey())
  await reads.storage.setItem('grades', 1)
  const failing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await reads.storage.setItem('grades', 2)
  expect(await reads.storage.getItem('grades')).toBeUndefined()
  await reads.storage.removeItem('grades')
  failing.mockRestore()
  expect(await reads.storage.entries()).toEqual([['grades', 1]])
  reads.close()
  await reads.storage.setItem('grades', 3)
  expect(await reads.storage.getItem('grades')).toBeUndefined()
  reads.open()
  expect(await reads.storage.getItem('grades')).toBe(1)
  await reads.storage.removeItem('grades')
  expect(await reads.storage.getItem('grades')).toBeUndefined()
})

test('a page snapshot is returned until it expires or is deleted', async () => {
  const frame: PageSnapshot = { html: '<p>', css: '', age: '', styles: [], root: {}, until: 10 }
  await savePageSnapshot('/', frame)
  expect(await readPageSnapshot('/', 9)).toEqual(frame)
  expect(await readPageSnapshot('/', 10)).toBeUndefined()
  expect(await readPageSnapshot('/fees', 9)).toBeUndefined()
  await deletePageSnapshots()
  expect(await readPageSnapshot('/', 9)).toBeUndefined()
})

import { get, set } from 'idb-keyval'
import { afterEach, expect, test, vi } from 'vitest'
import { createKeyValueStore } from '#offline/storage/key-value-store'
import { openOutboxDatabase } from '#offline/storage/outbox-database'
import { abortOnPageHide, whenPageShown } from '#offline/storage/page-hide'

/** Hide the page as when it enters the back/forward cache. */
const setAside = () => dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }))
const show = () => dispatchEvent(new Event('pageshow'))
afterEach(() => void show())

/**
 * Read a value over a connection of its own, as another page does, waiting for open transactions.
 */
const asAnother = (name: string, store: string, key: string) =>
  new Promise<unknown>((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.onerror = () => reject(new Error(name))
    opening.onsuccess = () => {
      const reading = opening.result.transaction(store, 'readwrite').objectStore(store).get(key)
      reading.onsuccess = () => resolve(reading.result)
    }
  })

test('a page that enters the back/forward cache aborts its outbox transaction, so that other pages can proceed, and repeats it when it is shown again', async () => {
  const database = openOutboxDatabase('left')
  const lease = { holder: 'me', until: 1 }
  let tries = 0
  let busy = true
  let begun = () => {}
  const beginning = new Promise<void>((resolve) => (begun = resolve))
  const working = database.run({ mode: 'readwrite', stores: ['lease'] }, async (transaction) => {
    tries += 1
    const leases = transaction.objectStore('lease')
    await leases.put(lease, 'lease')
    begun()
    // The work lasts until the page is hidden, but not until its timeout.
    for (let asked = 0; busy && asked < 1_000; asked++) await leases.get('lease')
  })
  await beginning
  setAside()
  expect(await asAnother('left', 'lease', 'lease')).toBeUndefined()
  busy = false
  expect(tries).toBe(1)
  show()
  await working
  expect(tries).toBe(2)
  expect(await asAnother('left', 'lease', 'lease')).toEqual(lease)
})

test('a page in the back/forward cache writes its cached reads only when it is shown again', async () => {
  const store = createKeyValueStore('left-reads', 'reads')
  await set('grades', 'before', store)
  setAside()
  const writing = set('grades', 'after', store)
  expect(await asAnother('left-reads', 'reads', 'grades')).toBe('before')
  show()
  await writing
  expect(await get('grades', store)).toBe('after')
})

test('caching a read is aborted when the page enters the back/forward cache, so that other pages can use the store', async () => {
  const store = createKeyValueStore('left-keeping', 'reads')
  await set('grades', 'before', store)
  let busy = true
  let begun = () => {}
  const beginning = new Promise<void>((resolve) => (begun = resolve))
  const keeping = store('readwrite', async (reads) => {
    const ask = () =>
      new Promise<void>((resolve, reject) => {
        const request = reads.put('after', 'grades')
        request.onsuccess = () => resolve()
        request.onerror = () => reject(request.error)
      })
    for (let asked = 0; busy && asked < 1_000; asked++) {
      await ask()
      begun()
    }
  })
  const given = keeping.then(
    () => 'kept',
    () => 'given up',
  )
  await beginning
  setAside()
  expect(await asAnother('left-keeping', 'reads', 'grades')).toBe('before')
  busy = false
  expect(await given).toBe('given up')
  show()
  await set('grades', 'again', store)
  expect(await get('grades', store)).toBe('again')
})

test('when a page is hidden, a transaction that has already ended does not prevent the abort of the others', () => {
  const over = vi.fn<() => void>(() => {
    throw new DOMException('The transaction is inactive or finished.', 'InvalidStateError')
  })
  const next = vi.fn<() => void>()
  const ended = [over, next].map(abortOnPageHide)
  setAside()
  expect([over.mock.calls.length, next.mock.calls.length]).toEqual([1, 1])
  for (const end of ended) end()
})

test('a page that is unloaded, instead of entering the back/forward cache, aborts no transaction', () => {
  const giveUp = vi.fn<() => void>()
  const ended = abortOnPageHide(giveUp)
  dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }))
  dispatchEvent(new Event('pagehide'))
  expect([giveUp.mock.calls, whenPageShown()]).toEqual([[], undefined])
  setAside()
  expect(giveUp).toHaveBeenCalledTimes(1)
  expect(whenPageShown()).toBeInstanceOf(Promise)
  ended()
})

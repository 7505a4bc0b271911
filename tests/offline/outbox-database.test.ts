import { afterEach, describe, expect, test, vi } from 'vitest'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import { openOutboxDatabase } from '#offline/storage/outbox-database'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const lease = { mode: 'readwrite' as const, stores: ['lease' as const] }

describe('the outbox’s database connection', () => {
  test('without IndexedDB the outbox’s database fails with NotSupportedError', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const reading = openOutboxDatabase(createIdempotencyKey()).run(lease, async () => 1)
    await expect(reading).rejects.toMatchObject({ name: 'NotSupportedError' })
  })

  test('when the caller’s work in a transaction throws, the writes are rolled back and the work is not repeated', async () => {
    const database = openOutboxDatabase(createIdempotencyKey())
    let tries = 0
    const working = database.run(lease, async (transaction) => {
      tries += 1
      await transaction.objectStore('lease').put({ holder: 'me', until: 1 }, 'lease')
      throw new TypeError('a mistake')
    })
    await expect(working).rejects.toThrow('a mistake')
    expect(tries).toBe(1)
    const kept = await database.run(lease, (transaction) =>
      transaction.objectStore('lease').get('lease'),
    )
    expect(kept).toBeUndefined()
  })

  test('a transaction of the outbox’s database has relaxed durability by default', async () => {
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await openOutboxDatabase(createIdempotencyKey()).run(lease, async () => 1)
    expect(transaction.mock.lastCall?.[2]).toEqual({ durability: 'relaxed' })
  })

  test('the outbox’s database can be closed before its first use, and opens again at the next use', async () => {
    const database = openOutboxDatabase(createIdempotencyKey())
    await database.close()
    const closing = vi.spyOn(IDBDatabase.prototype, 'close')
    await database.run(lease, async () => 1)
    await database.close()
    expect(closing).toHaveBeenCalledTimes(1)
    expect(await database.run(lease, async () => 2)).toBe(2)
  })
})

import { afterEach, describe, expect, test, vi } from 'vitest'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import { openOutboxDatabase } from '#offline/storage/outbox-database'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const lease = { mode: 'readwrite' as const, stores: ['lease' as const] }

describe('the outbox’s database connection', () => {
  test('without IndexedDB the connection fails by that name and does not retry', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const reading = openOutboxDatabase(createIdempotencyKey()).run(lease, async () => 1)
    await expect(reading).rejects.toMatchObject({ name: 'NotSupportedError' })
  })

  test('an error of the work is not retried, and its writes are rolled back', async () => {
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

  test('a write that may be lost does not wait for the disk', async () => {
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await openOutboxDatabase(createIdempotencyKey()).run(lease, async () => 1)
    expect(transaction.mock.lastCall?.[2]).toEqual({ durability: 'relaxed' })
  })

  test('a closed connection blocks nobody, also before it was ever opened, and opens again on use', async () => {
    const database = openOutboxDatabase(createIdempotencyKey())
    await database.close()
    const closing = vi.spyOn(IDBDatabase.prototype, 'close')
    await database.run(lease, async () => 1)
    await database.close()
    expect(closing).toHaveBeenCalledTimes(1)
    expect(await database.run(lease, async () => 2)).toBe(2)
  })
})

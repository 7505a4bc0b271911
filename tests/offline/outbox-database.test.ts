import { afterEach, describe, expect, test, vi } from 'vitest'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import { openOutboxDatabase } from '#offline/storage/outbox-database'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const lease = { mode: 'readwrite' as const, stores: ['lease' as const] }

describe('the connection', () => {
  test('where there is no database at all it says so by name, and does not look for one', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const reading = openOutboxDatabase(createIdempotencyKey()).run(lease, async () => 1)
    await expect(reading).rejects.toMatchObject({ name: 'NotSupportedError' })
  })

  test('a mistake of the work is not tried again, and takes back what it wrote', async () => {
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

  test('what need not last is not waited for at the disk', async () => {
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await openOutboxDatabase(createIdempotencyKey()).run(lease, async () => 1)
    expect(transaction.mock.lastCall?.[2]).toEqual({ durability: 'relaxed' })
  })

  test('closed it stands in nobody’s way, also before it was ever open, and opens anew when it is used', async () => {
    const database = openOutboxDatabase(createIdempotencyKey())
    await database.close()
    const closing = vi.spyOn(IDBDatabase.prototype, 'close')
    await database.run(lease, async () => 1)
    await database.close()
    expect(closing).toHaveBeenCalledTimes(1)
    expect(await database.run(lease, async () => 2)).toBe(2)
  })
})

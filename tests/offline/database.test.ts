import { afterEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#offline/database'
import { bereave } from '#offline/dependence'
import { newKey } from '#offline/fingerprint'
import type { Item, Receipt } from '#offline/item'
import { saving } from '#offline/saving'
import { putStored } from '#tests/support/stored-items.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const lease = { mode: 'readwrite' as const, stores: ['lease' as const] }
const stores = ['items' as const, 'receipts' as const]

describe('the connection', () => {
  test('where there is no database at all it says so by name, and does not look for one', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const reading = openDatabase(newKey()).run(lease, async () => 1)
    await expect(reading).rejects.toMatchObject({ name: 'NotSupportedError' })
  })

  test('a mistake of the work is not tried again, and takes back what it wrote', async () => {
    const database = openDatabase(newKey())
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
    await openDatabase(newKey()).run(lease, async () => 1)
    expect(transaction.mock.lastCall?.[2]).toEqual({ durability: 'relaxed' })
  })

  test('closed it stands in nobody’s way, also before it was ever open, and opens anew when it is used', async () => {
    const name = newKey()
    const database = openDatabase(name)
    await database.close()
    const closing = vi.spyOn(IDBDatabase.prototype, 'close')
    await database.run(lease, async () => 1)
    await database.close()
    expect(closing).toHaveBeenCalledTimes(1)
    expect(await database.run(lease, async () => 2)).toBe(2)
  })
})

describe('what saving came to', () => {
  const fails = (cause: unknown, reaches = true) =>
    saving(openDatabase(newKey()), async (reached) => {
      if (reaches) reached()
      throw cause
    })

  test('a mistake of ours is no failure of the disk', async () => {
    await expect(fails(new TypeError('a mistake'))).rejects.toThrow('a mistake')
  })

  test('where nobody can look for it, it was not saved', async () => {
    const lost = new DOMException('', 'AbortError')
    expect(await fails(lost)).toEqual({ type: 'not-saved', why: 'unavailable' })
    const full = new DOMException('', 'QuotaExceededError')
    expect(await fails(full)).toEqual({ type: 'not-saved', why: 'quota' })
  })
})

describe('what is left behind by a discarded item', () => {
  const gone = { order: 5, form: 'uniform', subject: 's1' } as Item
  /** What stands in the store when the item of place 5 went: place, form, and what it depends on. */
  async function left(
    items: readonly Partial<Item>[],
    receipts: readonly Partial<Receipt>[] = [],
    replaces = true,
  ) {
    const database = openDatabase(newKey())
    await putStored(database, items, receipts)
    const all = { mode: 'readwrite' as const, stores }
    await database.run(all, (transaction) => bereave(transaction, gone, { replaces }))
    const found = await database.run(all, (transaction) =>
      transaction.objectStore('items').getAll(),
    )
    return found.map(({ order, dependsOn }) => [order, dependsOn])
  }
  const mark = { order: 6, form: 'step', dependsOn: 5 }

  test('goes after newer words of the same form, and of no other, nor after older ones', async () => {
    const newer = { order: 8, form: 'uniform' }
    expect(await left([mark, { order: 7, form: 'travel' }, newer])).toEqual([
      [6, 8],
      [7, undefined],
      [8, undefined],
    ])
    expect(await left([{ order: 4, form: 'uniform' }, mark, { order: 7, form: 'travel' }])).toEqual(
      [
        [4, undefined],
        [7, undefined],
      ],
    )
  })

  test('goes after nothing that depended on the discarded one itself', async () => {
    expect(await left([mark, { order: 7, form: 'uniform', dependsOn: 5 }])).toEqual([])
  })

  test('stays as it is when newer words have arrived, and only then', async () => {
    expect(await left([mark], [{ order: 9, form: 'uniform' }])).toEqual([[6, 5]])
    expect(await left([mark], [{ order: 9, form: 'travel' }])).toEqual([])
    expect(await left([mark], [{ order: 4, form: 'uniform' }])).toEqual([])
    // Of a form whose submissions stand beside each other none takes the place of another.
    expect(await left([mark], [{ order: 9, form: 'uniform' }], false)).toEqual([])
  })
})

import { describe, expect, test, vi } from 'vitest'
import type { AnyForm } from '#contract/queued-form'
import { travelForm } from '#contract/travel'
import { createItemClaimer } from '#offline/drain/claim'
import { FIRST_RETRY_DELAY_MS, type SendTrigger } from '#offline/drain/schedule'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import type { OutboxItem } from '#offline/outbox/outbox-records'
import { openOutboxDatabase } from '#offline/storage/outbox-database'
import { formFinder } from '#tests/support/offline/offline-page.ts'
import { storeItems } from '#tests/support/offline/stored-items.ts'

const NOW = 1_700_000_000_000
const { find: _find, update: _update, ...added } = travelForm
const scan: AnyForm = { ...added, name: 'scan', replaces: false }
const otherForm: AnyForm = { ...added, name: 'words' }

/**
 * Store items in these states, oldest first; returns a function that claims items for one sender.
 */
async function claiming(
  items: readonly Partial<OutboxItem>[],
  forms: Readonly<Record<string, AnyForm>> = { scan, words: otherForm },
) {
  const database = openOutboxDatabase(createIdempotencyKey())
  const stores = ['items' as const]
  await storeItems(
    database,
    items.map((item) => ({ form: 'scan', ...item })),
  )
  const take = createItemClaimer(formFinder(forms))
  return async ({
    trigger = 'schedule' as SendTrigger,
    attemptedOrders = new Set<number>(),
    most = 16,
    again = false,
  } = {}) => {
    const claim = await database.run({ mode: 'readwrite', stores }, (transaction) =>
      take(transaction, {
        subject: 's1',
        trigger,
        attemptedOrders,
        limit: most,
        now: NOW,
        again,
      }),
    )
    return claim.type === 'items' ? claim.items : claim
  }
}
const orders = (claim: Awaited<ReturnType<Awaited<ReturnType<typeof claiming>>>>) =>
  'type' in claim ? claim : claim.map(({ order }) => order)

describe('claiming outbox items for a sending round', () => {
  test('a claim takes the oldest sendable items of its student up to its limit, and skips other students’ items', async () => {
    const take = await claiming(
      Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? {} : { subject: 's2' })),
    )
    expect(orders(await take({ most: 3 }))).toEqual([1, 3, 5])
    // The claim needs more items than one read of the store returns.
    expect(orders(await take({ most: 16 }))).toEqual([
      7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37,
    ])
    expect(orders(await take())).toEqual([39])
    expect(await take()).toEqual({ type: 'nothing' })
  })

  test('a claim reads items from the oldest unfinished one on', async () => {
    const take = await claiming(Array.from({ length: 18 }, () => ({})))
    await take({ most: 1 })
    const reading = vi.spyOn(IDBObjectStore.prototype, 'getAll')
    await take({ most: 1 })
    const [[from] = []] = reading.mock.calls
    reading.mockRestore()
    expect(from instanceof IDBKeyRange && [from.lower, from.lowerOpen]).toEqual([1, false])
  })

  test('a claim takes an item of an unknown form, so that it can be parked', async () => {
    const take = await claiming([{ form: 'hologram' }], { words: otherForm })
    expect(orders(await take())).toEqual([1])
  })
})

describe('items that can be sent before their pause has ended', () => {
  test.each([
    ['its pause has ended', { nextAttemptAt: NOW }, 2],
    ['its pause continues', { nextAttemptAt: NOW + 9_000, soonestAt: NOW }, 3],
  ])(
    'a try that starts because the campus is reachable counts as heard only if the item’s pause has not ended (%s)',
    async (_why, pauses, heard) => {
      const take = await claiming([{ state: 'later', attempts: 4, heard: 2, ...pauses }])
      expect(await take({ trigger: 'reachable' })).toMatchObject([{ attempts: 5, heard }])
    },
  )
})

describe('items that must not be overtaken', () => {
  const due = (ms: number): Partial<OutboxItem> => ({ state: 'later', nextAttemptAt: NOW + ms })

  test('a claim waits for an item that is due within the first retry delay, and skips a later one', async () => {
    expect(await (await claiming([due(FIRST_RETRY_DELAY_MS), {}]))()).toEqual({
      type: 'wait',
      until: NOW + FIRST_RETRY_DELAY_MS,
    })
    expect(orders(await (await claiming([due(FIRST_RETRY_DELAY_MS + 1), {}]))())).toEqual([2])
  })

  test('a claim that already has items does not wait for an item’s pause', async () => {
    expect(orders(await (await claiming([{}, due(500)]))())).toEqual([1])
  })

  test('a claim waits until the shortest pause ends, also that of an item already tried in this sending round', async () => {
    const take = await claiming([due(9_000), due(5_000), due(7_000)])
    expect(await take()).toEqual({ type: 'wait', until: NOW + 5_000 })
    expect(await take({ attemptedOrders: new Set([1, 2, 3]) })).toEqual({
      type: 'wait',
      until: NOW + 5_000,
    })
  })
})

describe('a claim whose transaction reported an error', () => {
  test('a claim that is repeated after its transaction reported an error finds the claimed items again, oldest first and without those already tried', async () => {
    const take = await claiming([
      { state: 'sending', form: 'words' },
      { state: 'sending', form: 'scan' },
      { state: 'sending', form: 'scan' },
      { state: 'waiting' },
      { state: 'needs-you' },
    ])
    expect(orders(await take({ again: true, attemptedOrders: new Set([2]) }))).toEqual([1, 3])
  })

  test('a claim is made again after its transaction reported an error and stored nothing', async () => {
    expect(orders(await (await claiming([{}]))({ again: true }))).toEqual([1])
  })

  test('a first claim does not take items that another sender is sending', async () => {
    expect(orders(await (await claiming([{ state: 'sending' }, {}]))())).toEqual([2])
  })
})

import { describe, expect, test } from 'vitest'
import { queuedForms as knownForms } from '#contract/forms'
import type { AnyForm } from '#contract/queued-form'
import { travelForm } from '#contract/travel'
import { LEASE_MS } from '#offline/drain/lease'
import { createOutboxLedger } from '#offline/drain/outbox-ledger'
import { MIN_SEND_PAUSE_MS } from '#offline/drain/schedule'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import type { OutboxItem, DeliveryReceipt } from '#offline/outbox/outbox-records'
import { findUnverifiedReceipts } from '#offline/outbox/receipt-check'
import { openOutboxDatabase, type OutboxStoreName } from '#offline/storage/outbox-database'
import {
  formFinder,
  jsonResponse,
  openOfflinePage,
  type OfflinePage,
  createScriptedFetch,
  sampleTravel,
  acceptEveryWrite,
} from '#tests/support/offline/offline-page.ts'
import { storeItems } from '#tests/support/offline/stored-items.ts'

const NOW = 1_700_000_000_000
const stores: OutboxStoreName[] = ['items', 'receipts', 'bearer', 'lease']

/** Create a phone on which s1 is bound, with the ledgers of its senders. */
async function phone(forms: Readonly<Record<string, AnyForm>> = knownForms) {
  const storage = createIdempotencyKey()
  const page = openOfflinePage({ fetch: createScriptedFetch(acceptEveryWrite).fetch, storage })
  await page.bind('s1', 'token-1')
  const database = openOutboxDatabase(storage)
  return {
    page,
    database,
    ledger: (holder: string) =>
      createOutboxLedger({ database, holder, findForm: formFinder(forms) }),
    lease: () =>
      database.run({ mode: 'readonly', stores }, (transaction) =>
        transaction.objectStore('lease').get('lease'),
      ),
    bearer: () =>
      database.run({ mode: 'readonly', stores }, (transaction) =>
        transaction.objectStore('bearer').get('bearer'),
      ),
    put: (item: Partial<OutboxItem>, receipt?: Partial<DeliveryReceipt>) =>
      storeItems(
        database,
        [{ attempts: 1, ...item }],
        receipt === undefined ? [] : [{ order: 2, ...receipt }],
      ),
  }
}

const free = { locked: false, random: 0 }

describe('the sender’s lease', () => {
  test('a sender waits for another sender’s valid lease, unless it holds the lock', async () => {
    const { ledger, lease } = await phone()
    await ledger('one').begin(NOW, free)
    expect(await ledger('two').begin(NOW + LEASE_MS - 1, free)).toEqual({
      type: 'wait',
      until: NOW + LEASE_MS,
    })
    expect(await lease()).toEqual({ holder: 'one', until: NOW + LEASE_MS })
    expect(await ledger('one').begin(NOW + 1, free)).toMatchObject({ type: 'go' })
    expect(await ledger('two').begin(NOW + 2, { ...free, locked: true })).toMatchObject({
      type: 'go',
    })
    expect(await lease()).toEqual({ holder: 'two', until: NOW + 2 + LEASE_MS })
  })

  test('a sender’s lease can be taken over exactly at its expiry', async () => {
    const { ledger } = await phone()
    await ledger('one').begin(NOW, free)
    expect(await ledger('two').begin(NOW + LEASE_MS, free)).toMatchObject({ type: 'go' })
  })

  test('only the holder can renew a lease, and a sender that has lost its lease records no outcome', async () => {
    const { ledger, lease, put, page } = await phone()
    const [one, two] = [ledger('one'), ledger('two')]
    await one.begin(NOW, free)
    expect(await one.renew(NOW + 10)).toBe(true)
    expect(await lease()).toEqual({ holder: 'one', until: NOW + 10 + LEASE_MS })
    expect(await one.advance({ concluded: [], now: NOW + 20 })).toEqual({ type: 'nothing' })
    expect(await lease()).toEqual({ holder: 'one', until: NOW + 20 + LEASE_MS })

    await two.begin(NOW + 30, { ...free, locked: true })
    await put({ state: 'sending' })
    const [item] = await page.outbox.list('s1')
    if (item === undefined) throw new Error('not there')
    const gone = { item, delivery: { type: 'signed-out' }, at: NOW, random: 0 } as const
    expect(await one.renew(NOW + 40)).toBe(false)
    expect(await one.advance({ concluded: [gone], now: NOW + 40 })).toEqual({ type: 'lease-lost' })
    await one.finish({ subject: 's1' })
    expect(await lease()).toEqual({ holder: 'two', until: NOW + 30 + LEASE_MS })
    expect(await page.outbox.list('s1')).toMatchObject([{ state: 'sending' }])
    await two.finish({ subject: 's1' })
    expect(await lease()).toBeUndefined()
    expect(await two.renew(NOW + 50)).toBe(false)
  })
})

describe('an expired token', () => {
  test('after a token was reported as expired, sending needs a new token, while an older expired token is ignored', async () => {
    const { ledger, bearer, page } = await phone()
    await ledger('one').dropToken('token-0')
    expect(await bearer()).toMatchObject({ token: 'token-1' })
    await ledger('one').dropToken('token-1')
    expect(await bearer()).toBeUndefined()
    await ledger('one').dropToken('token-1')
    expect(await ledger('one').begin(NOW, free)).toEqual({ type: 'nobody' })
    await page.bind('s1', 'token-2')
    expect(await ledger('one').begin(NOW, free)).toMatchObject({ bearer: { token: 'token-2' } })
  })

  test('an expired token is not used to send items that were submitted after it expired', async () => {
    const campus = createScriptedFetch(() => jsonResponse({ status: -400 }, { status: 401 }))
    const clock = { now: NOW }
    const page = openOfflinePage({ fetch: campus.fetch, clock })
    await page.bind('s1', 'token-1')
    const add = (remark: string) =>
      page.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel({ remark }) })
    await add('一')
    await page.sendRound()
    const asked = campus.seen.length
    await add('二')
    clock.now += 60_000
    await page.sendRound({ trigger: 'manual' })
    expect(campus.seen).toHaveLength(asked)
  })
})

describe('items left by an earlier sending round', () => {
  test('an item that an earlier sender left in the state “sending” counts as sent and answered when that sender last wrote its lease', async () => {
    const { ledger, put, page } = await phone()
    await ledger('one').begin(NOW, free)
    await put({ state: 'sending', attempts: 1 })
    await ledger('two').begin(NOW + 2 * LEASE_MS, free)
    // The minimum pause of 0.5 s holds even if the campus is known to be reachable.
    expect(await page.outbox.list('s1')).toMatchObject([
      {
        state: 'waiting',
        heard: 1,
        triedAt: NOW,
        nextAttemptAt: NOW + MIN_SEND_PAUSE_MS,
        soonestAt: NOW + MIN_SEND_PAUSE_MS,
      },
    ])
  })

  test.each([
    ['a form with newer values delivered', true, 'conflict', { message: '' }],
    ['a scan, which newer scans do not replace', false, 'waiting', undefined],
  ] as const)(
    'an item that an earlier version of the app has parked is released: %s',
    async (_what, replaces, state, lastProblem) => {
      const { ledger, put, page } = await phone({ travel: { ...travelForm, replaces } })
      await put({ state: 'parked' }, {})
      await ledger('one').begin(NOW, free)
      const [item] = await page.outbox.list('s1')
      expect([item?.state, item?.lastProblem]).toEqual([state, lastProblem])
    },
  )

  test('a refused item stays refused although newer values have been delivered', async () => {
    const { ledger, put, page } = await phone()
    await put({ state: 'needs-you', lastProblem: { message: '不行' } }, {})
    await ledger('one').begin(NOW, free)
    expect(await page.outbox.list('s1')).toMatchObject([
      { state: 'needs-you', lastProblem: { message: '不行' } },
    ])
  })

  const DAY_MS = 24 * 3_600_000
  const ordersOf = async (page: OfflinePage) =>
    (await page.outbox.receipts('s1')).map(({ order }) => order).toSorted((one, two) => one - two)

  test('the fifty newest receipts of a student’s replaceable forms are kept, and all receipts of other students', async () => {
    const { ledger, put, page } = await phone()
    for (let order = 2; order <= 53; order++) await put({}, { order })
    await put({}, { order: 1, key: 'theirs', subject: 's2' })
    await ledger('one').finish({ subject: 's1' })
    expect(await ordersOf(page)).toEqual(Array.from({ length: 50 }, (_, at) => at + 4))
    expect(await page.outbox.receipts('s2')).toHaveLength(1)
  })

  test('all receipts of scans are kept as long as the campus can be restored from a backup', async () => {
    const { ledger, put, page } = await phone()
    const at = (days: number) => ({ deliveredAt: NOW, receivedAt: NOW - days * DAY_MS })
    for (let order = 1; order <= 3; order++) await put({}, { order, form: 'scan', ...at(37) })
    for (let order = 4; order <= 120; order++) await put({}, { order, form: 'scan', ...at(35) })
    // A round without a response of the campus deletes no receipts, whatever the phone's clock
    // shows.
    await ledger('one').finish({ subject: 's1' })
    expect(await ordersOf(page)).toHaveLength(120)
    await ledger('one').finish({ subject: 's1' }, NOW)
    expect(await ordersOf(page)).toEqual(Array.from({ length: 117 }, (_, index) => index + 4))
  })

  test('receipts are kept and checked for the days that the campus can be restored, and at least for the default time', async () => {
    const { ledger, put, page } = await phone()
    const at = (days: number) => ({ deliveredAt: NOW, receivedAt: NOW - days * DAY_MS })
    for (let order = 1; order <= 3; order++) await put({}, { order, form: 'scan', ...at(92) })
    for (let order = 4; order <= 60; order++) await put({}, { order, form: 'scan', ...at(89) })
    await ledger('one').finish({ subject: 's1', restorableDays: 90 }, NOW)
    expect(await ordersOf(page)).toHaveLength(57)
    const doubted = (restorableDays: number) =>
      findUnverifiedReceipts(page.database, {
        subject: 's1',
        epoch: 'another',
        now: NOW,
        restorableDays,
      })
    expect(await doubted(90)).toHaveLength(57)
    expect(await doubted(1)).toEqual([])
    for (let order = 61; order <= 120; order++) await put({}, { order, form: 'scan', ...at(34) })
    await ledger('one').finish({ subject: 's1', restorableDays: 1 }, NOW)
    expect((await ordersOf(page)).filter((order) => order > 60)).toHaveLength(60)
    expect(await doubted(1)).toHaveLength(60)
  })
})

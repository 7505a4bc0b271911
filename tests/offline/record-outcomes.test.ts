import { describe, expect, test } from 'vitest'
import { recordOutcomes, type ItemOutcome } from '#offline/drain/record-outcomes'
import { MAX_RETRY_DELAY_MS } from '#offline/drain/schedule'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import { createOutbox } from '#offline/outbox/outbox'
import type { OutboxItem, DeliveryReceipt } from '#offline/outbox/outbox-records'
import { findUnverifiedReceipts, applyReceiptCheck } from '#offline/outbox/receipt-check'
import { type OutboxDatabase, openOutboxDatabase } from '#offline/storage/outbox-database'
import { storeItems } from '#tests/support/offline/stored-items.ts'

const NOW = 1_700_000_000_000

async function phone(
  items: readonly Partial<OutboxItem>[],
  receipts: readonly Partial<DeliveryReceipt>[] = [],
) {
  const database = openOutboxDatabase(createIdempotencyKey())
  await storeItems(database, items, receipts)
  return { database, ...createOutbox({ database }) }
}

/** Record the outcome of an item; returns the remaining items and the receipts. */
async function concluded(
  delivery: ItemOutcome['delivery'],
  stored: Partial<OutboxItem> = {},
  behind: readonly Partial<OutboxItem>[] = [],
) {
  const { database, list, receipts } = await phone([
    { state: 'sending', attempts: 1, ...stored },
    ...behind,
  ])
  const [item] = await list('s1')
  if (item === undefined) throw new Error('not there')
  await settled(database, [{ item, delivery, at: NOW, random: 0 }])
  return { items: await list('s1'), receipts: await receipts('s1'), database, item }
}

const settled = (database: OutboxDatabase, all: readonly ItemOutcome[]) =>
  database.run({ mode: 'readwrite', stores: ['items', 'receipts', 'bearer'] }, (transaction) =>
    recordOutcomes(transaction, all),
  )

describe('recording the outcome of an item', () => {
  test('a receipt has the fields of its item and of the response, and no others', async () => {
    const bare = await concluded({ type: 'delivered', echoed: false })
    const { order, key, subject, form, schemaVersion, payload, capturedAt } = bare.item
    const shared = {
      order,
      key,
      subject,
      form,
      schemaVersion,
      payload,
      capturedAt,
      deliveredAt: NOW,
    }
    expect([bare.items, bare.receipts]).toStrictEqual([[], [shared]])
    const more = { epoch: 'e', receipt: 'R', message: '已收到' }
    const full = await concluded({ type: 'delivered', echoed: true, ...more }, { dependsOn: 9 })
    expect(full.receipts).toStrictEqual([{ ...shared, dependsOn: 9, ...more }])
  })

  test.each<[string, Partial<OutboxItem>]>([
    ['has another key', { key: 'k2' }],
    ['is not being sent any more', { state: 'later' }],
  ])('no outcome is recorded when the stored item %s', async (_what, changed) => {
    const { database, list, receipts } = await phone([{ state: 'sending', attempts: 1 }])
    const [item] = await list('s1')
    if (item === undefined) throw new Error('not there')
    await storeItems(database, [{ ...item, ...changed }])
    await settled(database, [
      { item, delivery: { type: 'delivered', echoed: false }, at: NOW, random: 0 },
    ])
    expect(await list('s1')).toMatchObject([changed])
    expect(await receipts('s1')).toEqual([])
  })

  test('no outcome is recorded when the item is gone', async () => {
    const { database, list } = await phone([{ state: 'sending' }])
    const [item] = await list('s1')
    if (item === undefined) throw new Error('not there')
    await database.run({ mode: 'readwrite', stores: ['items'] }, (transaction) =>
      transaction.objectStore('items').delete(1),
    )
    await settled(database, [{ item, delivery: { type: 'parked' }, at: NOW, random: 0 }])
    expect(await list('s1')).toEqual([])
  })

  const later = { type: 'later', silent: false, campusResponded: false } as const
  test('for a later try the pause starts now, and an earlier problem and an earlier Retry-After are removed', async () => {
    const before = { lastProblem: { message: '旧' }, notBefore: NOW + 9, puzzled: 3 }
    const { items } = await concluded(later, before)
    expect(items[0]).toMatchObject({
      state: 'later',
      puzzled: 0,
      triedAt: NOW,
      nextAttemptAt: NOW + 500,
    })
    expect(items[0]).not.toHaveProperty('lastProblem')
    expect(items[0]).not.toHaveProperty('notBefore')
  })

  test('for a later try the university’s message and its Retry-After, up to a maximum, are stored', async () => {
    const problem = { message: '在忙' }
    const { items } = await concluded({ ...later, after: 7_000, problem })
    expect(items[0]).toMatchObject({ notBefore: NOW + 7_000, lastProblem: problem })
    const long = await concluded({ ...later, after: MAX_RETRY_DELAY_MS + 1 })
    expect(long.items[0]).toMatchObject({ notBefore: NOW + MAX_RETRY_DELAY_MS })
  })

  test.each([
    [6, { state: 'later', puzzled: 7 }],
    [7, { state: 'needs-you', lastProblem: { message: '怪', unclear: true } }],
  ])(
    'the eighth unreadable response in a row makes an item wait for the student’s decision (after %i others)',
    async (puzzled, left) => {
      const problem = { message: '怪' }
      const { items } = await concluded({ ...later, isUnreadable: true, problem }, { puzzled })
      expect(items).toMatchObject([left])
    },
  )

  test('an item that was claimed but not sent does not count as tried', async () => {
    const problem = { message: '旧' }
    const { items } = await concluded({ type: 'untouched' }, { lastProblem: problem, attempts: 3 })
    expect(items).toMatchObject([{ state: 'waiting', attempts: 2, lastProblem: problem }])
  })

  test.each(['signed-out', 'parked'] as const)(
    'the outcome %s records the time of the try',
    async (type) => {
      const { items } = await concluded({ type }, { lastProblem: { message: '旧' } })
      expect(items).toMatchObject([{ state: type, triedAt: NOW }])
      expect(items[0]).not.toHaveProperty('lastProblem')
    },
  )

  test.each(['conflict', 'needs-you'] as const)(
    'the outcome %s records the university’s message',
    async (type) => {
      const { items } = await concluded({ type, problem: { message: '不行' } })
      expect(items).toMatchObject([{ state: type, lastProblem: { message: '不行' } }])
    },
  )

  test('after a delivery, later items of the same form and base version get the delivered version as their base', async () => {
    const etag = '"2"'
    const from = { baseVersion: '"1"' }
    const behind = [from, { baseVersion: '"0"' }, { ...from, form: 'family' }, {}]
    const delivered = { type: 'delivered', echoed: false } as const
    const versions = async (...given: Parameters<typeof concluded>) =>
      (await concluded(...given)).items.map(({ baseVersion }) => baseVersion)
    expect(await versions({ ...delivered, etag }, from, behind)).toEqual([
      etag,
      '"0"',
      '"1"',
      undefined,
    ])
    expect(await versions(delivered, from, behind)).toEqual(['"1"', '"0"', '"1"', undefined])
    expect(await versions({ ...delivered, etag }, {}, [{}])).toEqual([undefined])
    // An earlier item keeps its base version.
    const { database, list } = await phone([
      { ...from, state: 'needs-you' },
      { ...from, state: 'sending' },
    ])
    const [, item] = await list('s1')
    if (item === undefined) throw new Error('not there')
    await settled(database, [{ item, delivery: { ...delivered, etag }, at: NOW, random: 0 }])
    expect(await list('s1')).toMatchObject([from])
  })

  test('recording an echoed delivery without a sender identity creates none', async () => {
    const { database } = await concluded({ type: 'delivered', echoed: true })
    const bearer = () =>
      database.run({ mode: 'readonly', stores: ['bearer'] }, (transaction) =>
        transaction.objectStore('bearer').get('bearer'),
      )
    expect(await bearer()).toBeUndefined()
  })
})

describe('receipts from before a restore of the university', () => {
  test('receipts of other epochs from the last 35 days are checked, by the campus’s clock if known, oldest first', async () => {
    const day = 24 * 3_600_000
    const { database } = await phone(
      [],
      [
        { order: 3, deliveredAt: NOW },
        { order: 1, deliveredAt: NOW - 35 * day + 1 },
        { order: 2, deliveredAt: NOW - 35 * day },
        { order: 4, deliveredAt: NOW, epoch: 'e' },
        { order: 5, deliveredAt: NOW - 800 * day, receivedAt: NOW, epoch: 'e0' },
      ],
    )
    const doubted = await findUnverifiedReceipts(database, { subject: 's1', epoch: 'e', now: NOW })
    expect(doubted.map(({ order }) => order)).toEqual([1, 3, 5])
  })

  test('lost receipts become items with their earlier fields, of which scans and marks of lost forms wait and the others need a decision', async () => {
    const { database, list, receipts } = await phone(
      [],
      [
        { order: 1, schemaVersion: 7, capturedAt: 4 },
        { order: 2, form: 'step', dependsOn: 1 },
        { order: 3, form: 'step', dependsOn: 9 },
        { order: 4, form: 'scan' },
        { order: 5, form: 'hologram' },
        { order: 6, form: 'family' },
      ],
    )
    const asked = (await receipts('s1')).toSorted((one, other) => one.order - other.order)
    const gone = new Set(['key-1', 'key-2', 'key-3', 'key-4', 'key-5'])
    const checkResult = { gone, newer: new Set<string>() }
    expect(await applyReceiptCheck(database, { asked, epoch: 'e', checkResult })).toBe(5)
    const lastProblem = { message: '', lost: true }
    const items = await list('s1')
    expect(
      items.map(({ state, attempts, schemaVersion, dependsOn, ...item }) => [
        state,
        attempts,
        schemaVersion,
        dependsOn,
        item.lastProblem,
      ]),
    ).toEqual([
      ['needs-you', 1, 7, undefined, lastProblem],
      ['waiting', 1, 1, 1, undefined],
      ['needs-you', 1, 1, 9, lastProblem],
      ['waiting', 1, 1, undefined, undefined],
      ['needs-you', 1, 0, undefined, lastProblem],
    ])
    expect(items[0]).toMatchObject({ key: 'key-1', capturedAt: 4, nextAttemptAt: 0 })
    expect(items[0]).not.toHaveProperty('dependsOn')
    expect(await receipts('s1')).toMatchObject([{ order: 6, epoch: 'e' }])
  })

  test('a lost receipt is not restored if newer values of the same student and form exist on the phone or at the university', async () => {
    const replaced = { key: 'key-1', order: 1 }
    const nobody = new Set<string>()
    for (const [items, others, checkResult, back] of [
      [[{ order: 2 }], [], { gone: new Set(['key-1']), newer: nobody }, 0],
      [[], [{ order: 2 }], { gone: new Set(['key-1']), newer: nobody }, 0],
      [[], [], { gone: nobody, newer: new Set(['key-1']) }, 0],
      [
        [{ order: 2, subject: 's2' }],
        [{ order: 3, form: 'family' }],
        { gone: new Set(['key-1']), newer: nobody },
        1,
      ],
    ] as const) {
      const { database, receipts } = await phone(items, [replaced, ...others])
      const asked = (await receipts('s1')).filter(({ order }) => order === 1)
      expect(await applyReceiptCheck(database, { asked, epoch: 'e', checkResult })).toBe(back)
      expect((await receipts('s1')).map(({ order }) => order)).not.toContain(1)
    }
  })

  test('a receipt whose key has changed during the check is left unchanged, and an empty check restores nothing', async () => {
    const { database, list, receipts } = await phone([], [{ order: 1, key: 'newer' }])
    const asked = (await receipts('s1')).map((one) => ({ ...one, key: 'older' }))
    const checkResult = { gone: new Set(['older', 'newer']), newer: new Set<string>() }
    expect(await applyReceiptCheck(database, { asked, epoch: 'e', checkResult })).toBe(0)
    expect(await applyReceiptCheck(database, { asked: [], epoch: 'e', checkResult })).toBe(0)
    expect(await list('s1')).toEqual([])
    expect(await receipts('s1')).toMatchObject([{ key: 'newer' }])
    expect((await receipts('s1'))[0]).not.toHaveProperty('epoch')
  })
})

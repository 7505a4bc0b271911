import { describe, expect, test, vi } from 'vitest'
import { findQueuedForm } from '#contract/forms'
import type { AnyForm } from '#contract/queued-form'
import { travelForm } from '#contract/travel'
import { clearSenderIdentity, setSenderIdentity } from '#offline/drain/sender-identity'
import { createDraftStore } from '#offline/outbox/drafts'
import { fingerprintPayload, createIdempotencyKey } from '#offline/outbox/fingerprint'
import { createOutbox } from '#offline/outbox/outbox'
import type { OutboxItem, DeliveryReceipt } from '#offline/outbox/outbox-records'
import { type OutboxDatabase, openOutboxDatabase } from '#offline/storage/outbox-database'
import { formFinder, sampleTravel } from '#tests/support/offline/offline-page.ts'
import { storeItems } from '#tests/support/offline/stored-items.ts'

const NOW = 1_700_000_000_000
const payloadFields = (remark: string) => sampleTravel({ remark })
const sameAs = (remark: string) => ({
  payload: payloadFields(remark),
  payloadHash: fingerprintPayload(payloadFields(remark)),
})
const { find: _find, update: _update, ...added } = travelForm
const known: Readonly<Record<string, AnyForm>> = {
  travel: travelForm,
  scan: { ...added, name: 'scan', replaces: false },
  merged: { ...added, name: 'merged', isDeduplicatedByServer: true },
}

/** Create an outbox with stored items and receipts. */
async function phone(
  items: readonly Partial<OutboxItem>[] = [],
  receipts: readonly Partial<DeliveryReceipt>[] = [],
) {
  const database = openOutboxDatabase(createIdempotencyKey())
  await storeItems(database, items, receipts)
  const outbox = createOutbox({ database, now: () => NOW, findForm: formFinder(known) })
  return {
    database,
    ...outbox,
    submit: (remark: string, more: object = {}) =>
      outbox.add({ form: 'travel', subject: 's1', payload: payloadFields(remark), ...more }),
  }
}

describe('a submission', () => {
  test('a submitted item is stored with exactly its own fields', async () => {
    const { submit, list } = await phone()
    await submit('一')
    await submit('二', { form: 'scan', baseVersion: '"1"', dependsOn: 1, key: 'k', capturedAt: 5 })
    const shared = {
      subject: 's1',
      state: 'waiting',
      attempts: 0,
      nextAttemptAt: 0,
      schemaVersion: 1,
    }
    const [first, second] = await list('s1')
    expect([first, second]).toStrictEqual([
      { ...shared, ...sameAs('一'), order: 1, key: first?.key, form: 'travel', capturedAt: NOW },
      {
        ...shared,
        ...sameAs('二'),
        order: 2,
        key: 'k',
        form: 'scan',
        capturedAt: 5,
        baseVersion: '"1"',
        dependsOn: 1,
      },
    ])
  })

  test('the submission time of an imported item is never later than now', async () => {
    const { submit, list } = await phone()
    await submit('一', { capturedAt: NOW + 1 })
    expect(await list('s1')).toMatchObject([{ capturedAt: NOW }])
  })

  test('submitting an unknown form throws an error', async () => {
    await expect((await phone()).submit('一', { form: 'hologram' })).rejects.toThrow('hologram')
  })

  test('submitting a form deletes the draft of that form and that person only', async () => {
    const { database, submit } = await phone()
    const drafts = createDraftStore({ database })
    for (const [subject, form] of [
      ['s1', 'travel'],
      ['s1', 'family'],
      ['s2', 'travel'],
    ] as const)
      await drafts.save({ subject, form, values: 1, savedAt: 0 })
    await submit('一')
    expect(await drafts.read('s1', 'travel')).toBeUndefined()
    expect(await drafts.read('s1', 'family')).toBeDefined()
    expect(await drafts.read('s2', 'travel')).toBeDefined()
    await drafts.drop('s2', 'travel')
    expect(await drafts.read('s2', 'travel')).toBeUndefined()
    expect(await drafts.read('s1', 'family')).toBeDefined()
  })

  const tried = { attempts: 1, key: 'old' }
  test.each<
    [string, Partial<OutboxItem>, 'is that item' | 'replaces it' | 'follows it' | 'continues it']
  >([
    ['that was not tried yet', { state: 'waiting' }, 'is that item'],
    ['that is being sent', { ...tried, state: 'sending' }, 'is that item'],
    ['that is tried again later', { ...tried, state: 'later' }, 'is that item'],
    ['that waits for a sign-in', { ...tried, state: 'signed-out' }, 'is that item'],
    ['that was refused', { ...tried, state: 'needs-you' }, 'replaces it'],
    ['that is in conflict', { ...tried, state: 'conflict' }, 'replaces it'],
    ['that this version could not read', { ...tried, state: 'parked' }, 'follows it'],
    [
      'whose outcome is unclear',
      { ...tried, state: 'needs-you', lastProblem: { message: '', unclear: true } },
      'continues it',
    ],
    [
      'that the university has lost',
      { ...tried, state: 'needs-you', lastProblem: { message: '', lost: true } },
      'continues it',
    ],
  ])('a submission of the same values as an item %s %s', async (_one, item, what) => {
    const { submit, list } = await phone([{ key: 'old', ...sameAs('一'), ...item }])
    await submit('一')
    const now = (await list('s1')).map(({ key, state, attempts }) => [
      key === 'old' ? 'old' : 'new',
      state,
      attempts,
    ])
    expect(now).toEqual(
      {
        'is that item': [['old', item.state, item.attempts ?? 0]],
        'replaces it': [['new', 'waiting', 0]],
        'follows it': [
          ['old', 'parked', 1],
          ['new', 'waiting', 0],
        ],
        'continues it': [['old', 'waiting', 1]],
      }[what],
    )
  })

  test.each<[string, Partial<OutboxItem>, boolean]>([
    ['was not tried', { state: 'waiting' }, true],
    ['was tried once', { state: 'waiting', attempts: 1 }, false],
    ['is being sent for the first time', { state: 'sending' }, false],
    ['was refused', { state: 'needs-you', attempts: 1 }, true],
    ['is in conflict', { state: 'conflict', attempts: 1 }, true],
    ['could not be read', { state: 'parked' }, false],
  ])(
    'a submission of other values replaces an untried or refused item and follows any other: one that %s',
    async (_one, item, replaced) => {
      const { submit, list } = await phone([{ key: 'old', dependsOn: 9, ...sameAs('一'), ...item }])
      await submit('二')
      const left = (await list('s1')).map(({ order, key, dependsOn }) => [
        order,
        key === 'old',
        dependsOn,
      ])
      // A replacement has the position and the dependencies of the replaced item.
      expect(left).toEqual(
        replaced
          ? [[1, false, 9]]
          : [
              [1, true, 9],
              [2, false, undefined],
            ],
      )
    },
  )

  test('a submission that replaces an item without dependencies has none', async () => {
    const { submit, list } = await phone([{ ...sameAs('一') }])
    await submit('二')
    expect((await list('s1'))[0]).not.toHaveProperty('dependsOn')
  })
})

/** A database whose writes report an error, whether or not they have reached the disk. */
const unheard = (database: OutboxDatabase, { reaches }: { reaches: boolean }): OutboxDatabase => {
  const lost = new DOMException('odd', 'DataError')
  return {
    ...database,
    run: async (options, work) => {
      if (options.mode === 'readonly') return database.run(options, work)
      if (reaches) await database.run(options, work)
      else
        await database.run(options, async (transaction, again) => {
          await work(transaction, again)
          throw lost
        })
      throw lost
    },
  }
}

describe('a write whose commit reports an error', () => {
  const others: [Partial<OutboxItem>[], Partial<DeliveryReceipt>[]] = [
    [
      { order: 1, ...sameAs('一'), state: 'needs-you' },
      { order: 2, ...sameAs('他'), state: 'later' },
    ],
    [{ order: 9 }],
  ]
  test.each([
    [true, { type: 'saved', order: 3 }],
    [false, { type: 'not-saved', why: 'unavailable' }],
  ])(
    'after a commit that reported an error, a submission counts as saved if it is on disk (%s)',
    async (reaches, said) => {
      const { database } = await phone(...others)
      const doubting = createOutbox({
        database: unheard(database, { reaches }),
        findForm: formFinder(known),
      })
      const form = { form: 'scan', subject: 's1', payload: payloadFields('一') }
      expect(await doubting.add(form)).toEqual(said)
    },
  )

  test('a repeated submission whose write fails counts as saved while the first one is being sent', async () => {
    const { database } = await phone([{ ...sameAs('一'), state: 'sending', attempts: 1 }])
    const doubting = createOutbox({
      database: unheard(database, { reaches: false }),
      findForm: formFinder(known),
    })
    expect(
      await doubting.add({ form: 'travel', subject: 's1', payload: payloadFields('一') }),
    ).toEqual({
      type: 'saved',
      order: 1,
    })
  })

  test.each([
    [true, { type: 'saved', order: 1 }],
    [false, { type: 'not-saved', why: 'unavailable' }],
  ])(
    'after a commit that reported an error, a repair counts as saved if it is on disk (%s)',
    async (reaches, said) => {
      const { database } = await phone([{ state: 'needs-you' }])
      const doubting = createOutbox({
        database: unheard(database, { reaches }),
        findForm: formFinder(known),
      })
      expect(await doubting.repair(1, { payload: payloadFields('修') })).toEqual(said)
    },
  )

  test('after a commit that reported an error, a submission that was sent meanwhile counts as saved', async () => {
    const { database } = await phone()
    const sentMeanwhile: OutboxDatabase = {
      ...database,
      run: async (options, work) => {
        if (options.mode === 'readonly') return database.run(options, work)
        await database.run({ mode: 'readwrite', stores: ['items'] }, async (transaction) =>
          transaction.objectStore('items').clear(),
        )
        await storeItems(database, [], [{ order: 5, key: 'k' }])
        return unheard(database, { reaches: false }).run(options, work)
      },
    }
    const outbox = createOutbox({ database: sentMeanwhile, findForm: formFinder(known) })
    const submittedTravel = {
      form: 'travel',
      subject: 's1',
      payload: payloadFields('一'),
      key: 'k',
    }
    expect(await outbox.add(submittedTravel)).toEqual({ type: 'saved', order: 5 })
  })

  test('a repair whose transaction cannot begin returns why it was not saved', async () => {
    const run = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    const full = createOutbox({ database: { run, close: async () => {} } })
    expect(await full.repair(1, { payload: 1 })).toEqual({ type: 'not-saved', why: 'quota' })
  })

  test('a repair whose transaction is repeated after a lost connection counts as saved', async () => {
    const { database, list } = await phone([{ state: 'needs-you' }])
    const twice: OutboxDatabase = {
      ...database,
      run: async (options, work) => {
        await database.run(options, work)
        return database.run(options, work)
      },
    }
    const outbox = createOutbox({ database: twice, findForm: formFinder(known) })
    const [seen] = await list('s1')
    expect(await outbox.repair(1, { payload: payloadFields('修'), key: seen?.key ?? '' })).toEqual({
      type: 'saved',
      order: 1,
    })
  })
})

describe('submissions that were begun on an earlier version', () => {
  const arrived = [
    { order: 1, form: 'travel', baseVersion: '"1"', version: '"2"' },
    { order: 2, form: 'merged', baseVersion: '"2"', version: '"9"' },
    { order: 3, form: 'travel', baseVersion: '"2"', version: '"3"' },
    // The response to this item had no version.
    { order: 4, form: 'travel', baseVersion: '"3"' },
  ]
  const versionsOf = async (own: Awaited<ReturnType<typeof phone>>) =>
    (await own.list('s1')).map(({ baseVersion }) => baseVersion)

  test('a submission’s base version is replaced by the version of this phone’s later delivered values of the form', async () => {
    const own = await phone([], arrived)
    await own.submit('一', { baseVersion: '"1"' })
    expect(await versionsOf(own)).toEqual(['"3"'])
  })

  test('a submission keeps its base version if this phone has not delivered values on top of it', async () => {
    for (const baseVersion of ['"0"', undefined]) {
      const own = await phone([], arrived)
      await own.submit('一', { baseVersion })
      expect(await versionsOf(own)).toEqual([baseVersion])
    }
  })

  test('a repair’s base version is replaced by the version of this phone’s later delivered values', async () => {
    const own = await phone([{ order: 5, state: 'needs-you' }], arrived)
    await own.repair(5, { payload: payloadFields('修'), baseVersion: '"2"' })
    expect(await versionsOf(own)).toEqual(['"3"'])
  })
})

describe('a repair', () => {
  test('a repaired item has a new key, no tries and no refusal, and keeps its position and dependencies', async () => {
    const { repair, list } = await phone([
      {
        state: 'needs-you',
        attempts: 3,
        dependsOn: 9,
        baseVersion: '"1"',
        lastProblem: { message: '不行' },
      },
      { order: 2, state: 'conflict' },
    ])
    expect(await repair(1, { payload: payloadFields('修') })).toEqual({ type: 'saved', order: 1 })
    expect(await repair(2, { payload: payloadFields('修'), baseVersion: '"2"' })).toMatchObject({
      type: 'saved',
    })
    const [first, second] = await list('s1')
    expect(first).toStrictEqual({
      order: 1,
      key: first?.key,
      subject: 's1',
      form: 'travel',
      schemaVersion: travelForm.schemaVersion,
      ...sameAs('修'),
      state: 'waiting',
      attempts: 0,
      nextAttemptAt: 0,
      capturedAt: NOW,
      dependsOn: 9,
    })
    expect(first?.key).not.toBe('key-1')
    expect(second).toMatchObject({ baseVersion: '"2"' })
    expect(second).not.toHaveProperty('dependsOn')
  })

  test.each<[string, Partial<OutboxItem>[], string]>([
    ['got another key', [{ state: 'needs-you' }], 'key-of-older-words'],
    ['started being sent', [{ state: 'sending' }], 'key-1'],
    ['been removed', [], 'key-1'],
  ])('repairing an item that has %s meanwhile changes nothing', async (_what, items, key) => {
    const { repair, list } = await phone(items)
    const before = await list('s1')
    expect(await repair(1, { payload: payloadFields('修'), key })).toEqual({ type: 'replaced' })
    expect(await list('s1')).toEqual(before)
  })

  test('repairing an item of an unknown form keeps the item’s version', async () => {
    const { repair, list } = await phone([
      { form: 'hologram', schemaVersion: 7, state: 'conflict' },
    ])
    await repair(1, { payload: 1 })
    expect(await list('s1')).toMatchObject([{ schemaVersion: 7 }])
  })
})

describe('a retry of an unchanged item', () => {
  const refused = { state: 'needs-you', attempts: 2, key: 'old' } as const
  const problem = { message: '' }
  test.each<[string, Partial<OutboxItem>, 'old' | 'new' | false]>([
    [
      'with an unclear outcome, its key stays',
      { ...refused, lastProblem: { ...problem, unclear: true } },
      'old',
    ],
    [
      'lost by the university, its key stays',
      { ...refused, lastProblem: { ...problem, lost: true } },
      'old',
    ],
    [
      'with a used key and a lookup, it gets a new key',
      { ...refused, lastProblem: { ...problem, keyUsed: true } },
      'new',
    ],
    [
      'with a used key and no lookup, it is not retried, since it could count twice',
      { ...refused, form: 'scan', lastProblem: { ...problem, keyUsed: true } },
      false,
    ],
    ['finally refused, it is not retried', { ...refused, lastProblem: problem }, false],
    [
      'finally refused, of a form that the server deduplicates, it gets a new key',
      { ...refused, form: 'merged', lastProblem: problem },
      'new',
    ],
    ['not yet answered, it is not retried', { ...refused, form: 'merged', state: 'later' }, false],
    [
      'of an unknown form, it is not retried',
      { ...refused, form: 'hologram', lastProblem: { ...problem, keyUsed: true } },
      false,
    ],
  ])('retrying an item %s', async (_what, item, key) => {
    const { retry, list } = await phone([item])
    expect(await retry(1)).toBe(key !== false)
    const [left] = await list('s1')
    if (key === false) return expect(left).toMatchObject(item)
    expect([left?.state, left?.key === 'old', left?.attempts, left?.lastProblem]).toEqual([
      'waiting',
      key === 'old',
      key === 'old' ? 2 : 0,
      undefined,
    ])
  })

  test('retrying a missing item returns false', async () => {
    expect(await (await phone()).retry(1)).toBe(false)
  })
})

describe('discarding an item', () => {
  test('discarding an item returns false while it is being sent, and true if it no longer exists', async () => {
    const { discard, list } = await phone([{ state: 'sending' }])
    expect(await discard(1)).toBe(false)
    expect(await list('s1')).toHaveLength(1)
    expect(await discard(2)).toBe(true)
  })

  test.each([
    ['travel', [[3, 2]]],
    ['scan', []],
    ['hologram', []],
  ])(
    'after discarding an item of the form %s, its dependents depend on newer values only if these replace the form',
    async (form, left) => {
      const { discard, list } = await phone([
        { form, state: 'needs-you' },
        { form, state: 'needs-you' },
        { form: 'merged', dependsOn: 1 },
      ])
      await discard(1)
      const marks = (await list('s1')).filter((item) => item.form === 'merged')
      expect(marks.map(({ order, dependsOn }) => [order, dependsOn])).toEqual(left)
    },
  )
})

describe('listing items', () => {
  test('a student’s items are listed in order, and other students’ items are only counted', async () => {
    const { list, countItemsOfOthers, receipts } = await phone(
      [{ form: 'travel' }, { form: 'scan' }, { subject: 's2' }, { form: 'family' }],
      [
        { order: 8, deliveredAt: 1 },
        { order: 9, deliveredAt: 3 },
        { order: 10, deliveredAt: 2 },
        { order: 11, subject: 's2' },
      ],
    )
    expect((await list('s1')).map(({ order }) => order)).toEqual([1, 2, 4])
    expect(await countItemsOfOthers('s1')).toBe(1)
    expect(await countItemsOfOthers('s3')).toBe(4)
    expect((await receipts('s1')).map(({ order }) => order)).toEqual([9, 10, 8])
  })
})

test('a student’s decisions and the sender identity are stored in strict transactions', async () => {
  const { database, discard, retry, repair } = await phone([{ state: 'needs-you' }])
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await repair(1, { payload: payloadFields('修') })
  await retry(1)
  await discard(1)
  await setSenderIdentity(database, bearer)
  await clearSenderIdentity(database)
  const asked = transaction.mock.calls.map(([, , options]) => options?.durability)
  transaction.mockRestore()
  expect(asked).toEqual(['strict', 'strict', 'strict', 'strict', 'strict'])
})

const bearer = {
  subject: 's1',
  token: 't',
  language: 'zh',
  roots: { campus: '', management: '', provider: '' },
  timeout: 1,
}

test('after a new sign-in the sender identity still records that the backend sends receipts, until the identity is cleared', async () => {
  const { database } = await phone()
  const stored = () =>
    database.run({ mode: 'readonly', stores: ['bearer'] }, (transaction) =>
      transaction.objectStore('bearer').get('bearer'),
    )
  await setSenderIdentity(database, bearer)
  expect(await stored()).toEqual(bearer)
  await setSenderIdentity(database, { ...bearer, sendsReceipts: true })
  await setSenderIdentity(database, { ...bearer, token: 't2' })
  expect(await stored()).toEqual({ ...bearer, token: 't2', sendsReceipts: true })
  await clearSenderIdentity(database)
  expect(await stored()).toBeUndefined()
})

test('a draft is read only by the version of its form that has stored it', async () => {
  const { database } = await phone()
  const draft = { subject: 's1', form: 'travel', values: 1, savedAt: 0 }
  const older = createDraftStore({
    database,
    findForm: formFinder({ travel: { ...travelForm, schemaVersion: 8 } }),
  })
  await older.save(draft)
  expect(await older.read('s1', 'travel')).toMatchObject({ schemaVersion: 8, values: 1 })
  expect(
    await createDraftStore({ database, findForm: findQueuedForm }).read('s1', 'travel'),
  ).toBeUndefined()
  const none = createDraftStore({ database, findForm: formFinder({}) })
  expect(await none.save({ ...draft, form: 'hologram' })).toMatchObject({ type: 'saved' })
  expect(await none.read('s1', 'hologram')).toMatchObject({ schemaVersion: 0 })
  expect(await none.read('s1', 'travel')).toBeUndefined()
})

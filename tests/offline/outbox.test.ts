import { describe, expect, test, vi } from 'vitest'
import { queuedForms } from '#contract/forms'
import type { AnyForm } from '#contract/queued-form'
import { travelForm } from '#contract/travel'
import { clearSenderIdentity, setSenderIdentity } from '#offline/drain/sender-identity'
import { createDraftStore } from '#offline/outbox/drafts'
import { fingerprintPayload, createIdempotencyKey } from '#offline/outbox/fingerprint'
import { createOutbox } from '#offline/outbox/outbox'
import type { OutboxItem, DeliveryReceipt } from '#offline/outbox/outbox-records'
import { type OutboxDatabase, openOutboxDatabase } from '#offline/storage/outbox-database'
import { sampleTravel } from '#tests/support/offline/offline-page.ts'
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

/** An outbox with these items from an earlier day. */
async function phone(
  items: readonly Partial<OutboxItem>[] = [],
  receipts: readonly Partial<DeliveryReceipt>[] = [],
) {
  const database = openOutboxDatabase(createIdempotencyKey())
  await storeItems(database, items, receipts)
  const outbox = createOutbox({ database, now: () => NOW, forms: known })
  return {
    database,
    ...outbox,
    submit: (remark: string, more: object = {}) =>
      outbox.add({ form: 'travel', subject: 's1', payload: payloadFields(remark), ...more }),
  }
}

describe('a submission', () => {
  test('a submission is stored with what it was given, and nothing else', async () => {
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

  test('a submission’s base is never newer than now, whatever another clock said', async () => {
    const { submit, list } = await phone()
    await submit('一', { capturedAt: NOW + 1 })
    expect(await list('s1')).toMatchObject([{ capturedAt: NOW }])
  })

  test('a submission of an unknown form throws as a programming error', async () => {
    await expect((await phone()).submit('一', { form: 'hologram' })).rejects.toThrow('hologram')
  })

  test('a submission deletes the draft of its own form and person only', async () => {
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
    [string, Partial<OutboxItem>, 'is it' | 'replaces it' | 'follows it' | 'goes on as it']
  >([
    ['that was not tried yet', { state: 'waiting' }, 'is it'],
    ['that is being sent', { ...tried, state: 'sending' }, 'is it'],
    ['that is tried again later', { ...tried, state: 'later' }, 'is it'],
    ['that waits for a sign-in', { ...tried, state: 'signed-out' }, 'is it'],
    ['that was refused', { ...tried, state: 'needs-you' }, 'replaces it'],
    ['that is in conflict', { ...tried, state: 'conflict' }, 'replaces it'],
    ['that this version could not read', { ...tried, state: 'parked' }, 'follows it'],
    [
      'that came to no clear end',
      { ...tried, state: 'needs-you', lastProblem: { message: '', unclear: true } },
      'goes on as it',
    ],
    [
      'that the university has lost',
      { ...tried, state: 'needs-you', lastProblem: { message: '', lost: true } },
      'goes on as it',
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
        'is it': [['old', item.state, item.attempts ?? 0]],
        'replaces it': [['new', 'waiting', 0]],
        'follows it': [
          ['old', 'parked', 1],
          ['new', 'waiting', 0],
        ],
        'goes on as it': [['old', 'waiting', 1]],
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
    'a submission of other values replaces or follows an item that %s',
    async (_one, item, replaced) => {
      const { submit, list } = await phone([{ key: 'old', dependsOn: 9, ...sameAs('一'), ...item }])
      await submit('二')
      const left = (await list('s1')).map(({ order, key, dependsOn }) => [
        order,
        key === 'old',
        dependsOn,
      ])
      // A replacement takes over position and dependencies.
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

  test('a submission that replaces another has the dependencies of the other and no more', async () => {
    const { submit, list } = await phone([{ ...sameAs('一') }])
    await submit('二')
    expect((await list('s1'))[0]).not.toHaveProperty('dependsOn')
  })
})

/** A database whose next write has reached the disk, or not, and is never confirmed. */
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

describe('a write whose commit is never confirmed', () => {
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
    'a submission that reached the disk (%s) is found by its key and payload',
    async (reaches, said) => {
      const { database } = await phone(...others)
      const doubting = createOutbox({ database: unheard(database, { reaches }), forms: known })
      const form = { form: 'scan', subject: 's1', payload: payloadFields('一') }
      expect(await doubting.add(form)).toEqual(said)
    },
  )

  test('a repeated tap counts as saved while the first one is being sent, though its own write is not confirmed', async () => {
    const { database } = await phone([{ ...sameAs('一'), state: 'sending', attempts: 1 }])
    const doubting = createOutbox({ database: unheard(database, { reaches: false }), forms: known })
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
  ])('a repair that reached the disk (%s) is found by its new key', async (reaches, said) => {
    const { database } = await phone([{ state: 'needs-you' }])
    const doubting = createOutbox({ database: unheard(database, { reaches }), forms: known })
    expect(await doubting.repair(1, { payload: payloadFields('修') })).toEqual(said)
  })

  test('a submission that was sent before it was looked for is found by its key', async () => {
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
    const outbox = createOutbox({ database: sentMeanwhile, forms: known })
    const submittedTravel = {
      form: 'travel',
      subject: 's1',
      payload: payloadFields('一'),
      key: 'k',
    }
    expect(await outbox.add(submittedTravel)).toEqual({ type: 'saved', order: 5 })
  })

  test('a repair that never began is not saved, and nothing is said of other items', async () => {
    const run = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    const full = createOutbox({ database: { run, close: async () => {} } })
    expect(await full.repair(1, { payload: 1 })).toEqual({ type: 'not-saved', why: 'quota' })
  })

  test('a repair repeated after a lost connection stays one repair', async () => {
    const { database, list } = await phone([{ state: 'needs-you' }])
    const twice: OutboxDatabase = {
      ...database,
      run: async (options, work) => {
        await database.run(options, work)
        return database.run(options, work)
      },
    }
    const outbox = createOutbox({ database: twice, forms: known })
    const [seen] = await list('s1')
    expect(await outbox.repair(1, { payload: payloadFields('修'), key: seen?.key ?? '' })).toEqual({
      type: 'saved',
      order: 1,
    })
  })
})

describe('submissions begun on an earlier version', () => {
  const arrived = [
    { order: 1, form: 'travel', baseVersion: '"1"', version: '"2"' },
    { order: 2, form: 'merged', baseVersion: '"2"', version: '"9"' },
    { order: 3, form: 'travel', baseVersion: '"2"', version: '"3"' },
    // A campus without versions.
    { order: 4, form: 'travel', baseVersion: '"3"' },
  ]
  const versionsOf = async (own: Awaited<ReturnType<typeof phone>>) =>
    (await own.list('s1')).map(({ baseVersion }) => baseVersion)

  test('a submission continues from the version that this phone’s own values of that form have reached', async () => {
    const own = await phone([], arrived)
    await own.submit('一', { baseVersion: '"1"' })
    expect(await versionsOf(own)).toEqual(['"3"'])
  })

  test('a submission keeps its base version when others, or nobody, changed the record since', async () => {
    for (const baseVersion of ['"0"', undefined]) {
      const own = await phone([], arrived)
      await own.submit('一', { baseVersion })
      expect(await versionsOf(own)).toEqual([baseVersion])
    }
  })

  test('a repair continues from the version of this phone’s own values as well', async () => {
    const own = await phone([{ order: 5, state: 'needs-you' }], arrived)
    await own.repair(5, { payload: payloadFields('修'), baseVersion: '"2"' })
    expect(await versionsOf(own)).toEqual(['"3"'])
  })
})

describe('a repair', () => {
  test('a repair gets another key and no trace of the refusal; its position and dependencies stay', async () => {
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
    ['another key', [{ state: 'needs-you' }], 'key-of-older-words'],
    ['is being sent', [{ state: 'sending' }], 'key-1'],
    ['is gone', [], 'key-1'],
  ])('a repair of an item that has %s meanwhile writes nothing', async (_what, items, key) => {
    const { repair, list } = await phone(items)
    const before = await list('s1')
    expect(await repair(1, { payload: payloadFields('修'), key })).toEqual({ type: 'replaced' })
    expect(await list('s1')).toEqual(before)
  })

  test('a repair of a form that this version does not know keeps the form’s version', async () => {
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
      'no clear end: its key stays',
      { ...refused, lastProblem: { ...problem, unclear: true } },
      'old',
    ],
    [
      'lost by the university: its key stays',
      { ...refused, lastProblem: { ...problem, lost: true } },
      'old',
    ],
    [
      'a used key makes way where a record is looked for',
      { ...refused, lastProblem: { ...problem, keyUsed: true } },
      'new',
    ],
    [
      'not where that could count twice',
      { ...refused, form: 'scan', lastProblem: { ...problem, keyUsed: true } },
      false,
    ],
    ['a final no', { ...refused, lastProblem: problem }, false],
    [
      'a final no where the university merges',
      { ...refused, form: 'merged', lastProblem: problem },
      'new',
    ],
    ['merged, and on its way', { ...refused, form: 'merged', state: 'later' }, false],
    [
      'of a form that this version does not know',
      { ...refused, form: 'hologram', lastProblem: { ...problem, keyUsed: true } },
      false,
    ],
  ])('a retry of an item: %s', async (_what, item, key) => {
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

  test('a retry of a missing item is refused', async () => {
    expect(await (await phone()).retry(1)).toBe(false)
  })
})

describe('discarding an item', () => {
  test('discarding is refused while the item is being sent, and succeeds when it is already gone', async () => {
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
    'discarding a %s lets its dependents follow newer values only where these replace it',
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
  test('a student’s own items are listed in order, and other students’ are only counted', async () => {
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

test('decisions of a student and the signed-in identity are on disk before they are confirmed', async () => {
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

test('the note that a backend sends receipts survives a new sign-in, and is not set without one', async () => {
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

test('a draft of an unknown form or of another version fills no fields', async () => {
  const { database } = await phone()
  const draft = { subject: 's1', form: 'travel', values: 1, savedAt: 0 }
  const older = createDraftStore({
    database,
    forms: { travel: { ...travelForm, schemaVersion: 8 } },
  })
  await older.save(draft)
  expect(await older.read('s1', 'travel')).toMatchObject({ schemaVersion: 8, values: 1 })
  expect(
    await createDraftStore({ database, forms: queuedForms }).read('s1', 'travel'),
  ).toBeUndefined()
  const none = createDraftStore({ database, forms: {} })
  expect(await none.save({ ...draft, form: 'hologram' })).toMatchObject({ type: 'saved' })
  expect(await none.read('s1', 'hologram')).toMatchObject({ schemaVersion: 0 })
  expect(await none.read('s1', 'travel')).toBeUndefined()
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  bookOutsidePayment,
  takeBackOutsidePayment,
} from '#server/features/outside-payments/public'
import { decideRefund, markRefundPaid, requestRefund } from '#server/features/refunds/requests'
import { toChinaDay } from '#server/platform/clock'
import { runTransaction } from '#server/platform/database/driver/transaction'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { currentFeeYear, enrolPayer } from '../support/backend/payer.ts'

// A day on which no other test of this file records anything.
const DAY = '2024-03-15'
/** 23:30 in China on that day, which is the same day in UTC, and midnight half an hour later. */
const LATE = new Date(`${DAY}T23:30:00+08:00`)
const NEXT = new Date(`${DAY}T24:00:00+08:00`)
const EARLY = new Date(`${DAY}T00:10:00+08:00`)

let backend: Backend
let finance: SignedInUser
let administrator: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  finance = await backend.signInAs('T6001')
  administrator = await backend.signInAs('T4001')
  const order = (number: string, at: Date, change: object = {}) => ({
    number,
    student_code: 'S880001',
    year: 2024,
    kind: '3',
    charge_id: null,
    amount_fen: 100_000,
    open_id: 'x',
    state: 'paid' as const,
    prepay: null,
    created_at: at,
    updated_at: at,
    expires_at: at,
    ...change,
  })
  await backend.db
    .insertInto('pay_order')
    .values([
      order('BDearly', EARLY),
      order('BDlate', LATE),
      order('BDgivenup', LATE, { state: 'closed', amount_fen: 5_000, student_code: 'S990002' }),
      order('BDnext', NEXT),
    ])
    .execute()
  const credit = (
    transaction: string,
    order_number: string,
    credited_at: Date,
    surplus_fen = 0,
  ) => ({
    transaction,
    order_number,
    student_code: 'S880001',
    year: 2024,
    way: 'wechat',
    amount_fen: 100_000,
    surplus_fen,
    credited_at,
  })
  await backend.db
    .insertInto('payment_credit')
    .values([
      credit('T-early', 'BDearly', EARLY),
      credit('T-late', 'BDlate', LATE, 1_250),
      credit('T-next', 'BDnext', NEXT),
    ])
    .execute()
  const refund = (transaction: string, reverses: string, credited_at: Date) => ({
    ...credit(transaction, '', credited_at),
    order_number: null,
    kind: 'refund' as const,
    amount_fen: -3_000,
    reverses,
  })
  await backend.db
    .insertInto('payment_credit')
    .values([refund('REFUND:1', 'T-late', LATE), refund('REFUND:2', 'T-next', NEXT)])
    .execute()
})
beforeEach(async () => {
  await backend.db.deleteFrom('payment_incident').execute()
  const incident = (kind: string, transaction: string, noticed_at: Date, amount_fen = 3_000) => ({
    kind,
    order_number: 'BDlate',
    transaction,
    amount_fen,
    noticed_at,
  })
  await backend.db
    .insertInto('payment_incident')
    .values([
      incident('refund', 'R-late', LATE),
      incident('refund', 'R-next', NEXT),
      incident('surplus', 'T-late', LATE, 1_250),
    ])
    .execute()
})
afterAll(() => backend.close())

const ask = async (name: string, body: object, who = finance) =>
  (await who.post(`/api/manage/finance/${name}`, body)).body
const download = async (name: string, body: object) => {
  const answer = await backend.fetch(`/api/manage/exports/${name}`, {
    method: 'POST',
    headers: { authorization: finance.token, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, format: 'csv' }),
  })
  return answer.text()
}
const orders = async (change: object = {}) =>
  (await ask('orders', { find: '', state: '', after: '', ...change })).data as {
    number: string
    studentNumber: string
  }[]
const incidents = async (state = '') =>
  (await ask('incidents', { state, after: '' })).data as { id: string; transaction: string }[]
const findNewestAuditEntry = () =>
  backend.db
    .selectFrom('office_log')
    .select(['staff_code', 'action', 'reason', 'details'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

describe('the total of a day', () => {
  test('the total of a day is that of a day in China: by channel, with orders by state and refunds; half past midnight counts for the next day', async () => {
    expect((await ask('day', { day: DAY })).data).toEqual({
      day: DAY,
      to: DAY,
      channels: [{ way: 'wechat', count: 2, amount: 200_000, surplus: 1_250 }],
      orders: [
        { state: 'closed', count: 1, amount: 5_000 },
        { state: 'paid', count: 2, amount: 200_000 },
      ],
      refunds: { count: 1, amount: 3_000 },
      incidents: 3,
      noticed: { count: 2, open: 2 },
      groups: [
        { by: 'day', key: DAY, count: 3, amount: 197_000 },
        { by: 'channel', key: 'wechat', count: 2, amount: 200_000 },
        { by: 'channel', key: 'refund', count: 1, amount: -3_000 },
        { by: 'item', key: ':unassigned', count: 3, amount: 195_750 },
        { by: 'item', key: ':surplus', count: 1, amount: 1_250 },
        { by: 'college', key: '信息学院', count: 3, amount: 197_000 },
      ],
    })
  })

  test('the totals of a range have every day in China, and their entries can be listed and exported by group, one page after the other', async () => {
    const range = { day: DAY, to: '2024-03-16' }
    const { data } = await ask('day', range)
    expect(data.groups.slice(0, 2)).toEqual([
      { by: 'day', key: DAY, count: 3, amount: 197_000 },
      { by: 'day', key: '2024-03-16', count: 2, amount: 97_000 },
    ])
    const list = async (by: string, key: string) =>
      (await ask('entries', { ...range, by, key, after: '' })).data.map(
        ({ transaction, amount, part }: Record<string, unknown>) => [transaction, amount, part],
      )
    expect(await list('channel', 'refund')).toEqual([
      ['REFUND:2', -3_000, -3_000],
      ['REFUND:1', -3_000, -3_000],
    ])
    expect(await list('item', ':surplus')).toEqual([['T-late', 100_000, 1_250]])
    expect(await list('college', '不存在的学院')).toEqual([])
    expect(await list('', '')).toHaveLength(5)
    const exported = await download('bookEntries', {
      ...range,
      by: 'channel',
      key: 'refund',
    })
    expect(exported).toContain('REFUND:1')
    expect(exported).not.toContain('T-late')
    expect(await download('financeTotals', range)).toContain('按支付渠道,退款（已退回学生）,2,-60')
  })

  test('a range that ends before it begins, or has more than 400 days, is refused with a sentence, also as an export', async () => {
    for (const to of ['2024-03-14', '2025-04-20'])
      for (const [path, body] of [
        ['/api/manage/finance/day', {}],
        ['/api/manage/finance/entries', { by: '', key: '', after: '' }],
        ['/api/manage/exports/financeTotals', { format: 'csv' }],
        ['/api/manage/exports/bookEntries', { by: '', key: '', format: 'csv' }],
      ] as const)
        expect((await finance.post(path, { day: DAY, to, ...body })).body).toMatchObject({
          msg: expect.stringContaining('最多 400 天'),
        })
  })

  test('incidents can be listed by the days in China on which they were noticed', async () => {
    const found = await ask('incidents', { state: '', from: DAY, to: DAY, after: '' })
    expect(found.data.map(({ transaction }: { transaction: string }) => transaction)).toEqual([
      'T-late',
      'R-late',
    ])
  })

  test('the total of a day without money is zero, and an invalid day is refused', async () => {
    expect((await ask('day', { day: '2020-02-02' })).data).toMatchObject({
      channels: [],
      orders: [],
      refunds: { count: 0, amount: 0 },
    })
    expect(await ask('day', { day: '2024-02-30' })).toMatchObject({ code: '422' })
  })
})

describe('the list of orders', () => {
  test('orders are listed newest first with student and received amount, and can be filtered by state and by days in China', async () => {
    const of2024 = { from: '2024-01-01', to: '2024-12-31' }
    expect((await orders(of2024)).map(({ number }) => number)).toEqual([
      'BDnext',
      'BDlate',
      'BDgivenup',
      'BDearly',
    ])
    expect((await orders({ from: DAY, to: DAY, state: 'paid' }))[0]).toEqual({
      number: 'BDlate',
      student: 'S880001',
      studentNumber: '880001',
      name: '刘嘉怡',
      year: 2024,
      amount: 100_000,
      state: 'paid',
      at: LATE.toISOString(),
      paidAt: LATE.toISOString(),
      way: 'wechat',
      transaction: 'T-late',
    })
  })

  test('orders can be searched by order number, payment number, student number and name, not by phone or ID number, and the search is logged', async () => {
    const { phone, id_card } = await backend.db
      .selectFrom('student')
      .select(['phone', 'id_card'])
      .where('code', '=', 'S880001')
      .executeTakeFirstOrThrow()
    const numbers = async (find: string) => (await orders({ find })).map(({ number }) => number)
    expect(await numbers('BDearly')).toEqual(['BDearly'])
    expect(await numbers('T-late')).toEqual(['BDlate'])
    expect(await numbers('990002')).toEqual(['BDgivenup'])
    expect(await findNewestAuditEntry()).toMatchObject({
      staff_code: 'T6001',
      action: 'finance.search',
      details: { find: '990002', found: 1 },
    })
    expect((await numbers('刘嘉怡')).length).toBeGreaterThanOrEqual(3)
    for (const unseen of [phone, phone.slice(-4), id_card])
      expect(await numbers(unseen)).toEqual([])
  })

  test('orders are exported as a table with the channel and the state as text', async () => {
    const answer = await backend.fetch('/api/manage/exports/orders', {
      method: 'POST',
      headers: { authorization: finance.token, 'content-type': 'application/json' },
      body: JSON.stringify({ find: '', state: 'paid', from: DAY, to: DAY, format: 'csv' }),
    })
    const lines = (await answer.text()).trimEnd().split('\r\n')
    expect(lines.slice(1)).toEqual([
      'BDearly,880001,刘嘉怡,2024,1000,已支付,2024-03-15 00:10,微信支付,T-early,2024-03-15 00:10',
      'BDlate,880001,刘嘉怡,2024,1000,已支付,2024-03-15 23:30,微信支付,T-late,2024-03-15 23:30',
    ])
  })
})

describe('a payment incident', () => {
  test('a payment incident is handled by one person with a note, is logged, no longer counts as open, and can be reopened', async () => {
    const [newest] = await incidents('open')
    expect(newest).toMatchObject({ transaction: 'T-late', studentNumber: '880001', handledAt: '' })
    const handled = { id: newest?.id, done: '1', note: '已原路退回 12.50 元' }
    expect(await ask('handle', handled)).toEqual({ code: '0' })
    expect(await findNewestAuditEntry()).toMatchObject({
      staff_code: 'T6001',
      action: 'finance.handle',
      reason: '已原路退回 12.50 元',
      details: { incident: '多缴', order: 'BDlate', transaction: 'T-late' },
    })
    expect(await incidents('open')).toHaveLength(2)
    expect(await incidents('handled')).toMatchObject([{ note: '已原路退回 12.50 元' }])
    expect((await ask('day', { day: DAY })).data.incidents).toBe(2)
    // A colleague who still saw the incident as open is told that it is handled, and changes
    // nothing.
    expect(await ask('handle', { ...handled, note: '又一次' }, administrator)).toMatchObject({
      msg: '同事刚刚已将它标记为已处理，请查看最新内容',
    })
    expect(await incidents('handled')).toMatchObject([{ note: '已原路退回 12.50 元' }])
    expect(await ask('handle', { ...handled, done: '0', note: '退款失败' })).toEqual({ code: '0' })
    expect(await incidents('handled')).toEqual([])
  })

  test('when two people handle a payment incident at once, the second is told that the first has handled it', async () => {
    const [{ id } = { id: '' }] = await incidents('open')
    const said = await Promise.all([
      ask('handle', { id, done: '1', note: 'A' }),
      ask('handle', { id, done: '1', note: 'B' }, administrator),
    ])
    expect(said.filter(({ code }) => code === '0')).toHaveLength(1)
  })

  test('handling a payment incident is refused without a note, or if the incident does not exist', async () => {
    const [{ id } = { id: '' }] = await incidents()
    expect(await ask('handle', { id, done: '1', note: ' ' })).toMatchObject({ code: '422' })
    for (const none of ['99999999', '99999999999', 'x'])
      expect((await ask('handle', { id: none, done: '1', note: 'x' })).code).not.toBe('0')
  })
})

describe('reconciliation', () => {
  test('a reconciliation started in the console compares the day, stores its differences, and is logged', async () => {
    expect((await ask('reconciliation', { id: '' })).data).toBeNull()
    // The order was credited here directly, so the sandbox gateway does not know the payment.
    const { id } = await ask('reconcile', { day: DAY })
    const { data: run, differences } = await ask('reconciliation', { id })
    expect(run).toMatchObject({
      id,
      day: DAY,
      by: '钱立新',
      matched: 0,
      incidents: 2,
      differing: 2,
    })
    expect(differences).toContainEqual({
      history: [],
      kind: 'not-taken',
      transaction: 'T-late',
      number: 'BDlate',
      taken: null,
      credited: 100_000,
      creditedNumber: 'BDlate',
    })
    expect(await findNewestAuditEntry()).toMatchObject({
      action: 'finance.reconcile',
      details: { day: DAY, matched: 0, differing: 2 },
    })
    const { id: second } = await ask('reconcile', { day: '2020-02-02' }, administrator)
    expect((await ask('reconciliations', { after: '' })).data).toMatchObject([
      { id: second, differing: 0 },
      { id, differing: 2 },
    ])
    // Without an id the newest reconciliation is returned.
    expect((await ask('reconciliation', { id: '' })).data).toMatchObject({ id: second })
  })

  test('a reconciliation of a future or invalid day is refused with a message', async () => {
    const tomorrow = toChinaDay(new Date(backend.clock.now().getTime() + 24 * 3600 * 1000))
    expect(await ask('reconcile', { day: tomorrow })).toMatchObject({ msg: '这一天还没有到' })
    for (const id of ['99999999', '99999999999', 'x'])
      expect((await ask('reconciliation', { id })).code).not.toBe('0')
  })

  test('a reconciliation is refused with a message where nothing is paid online', async () => {
    const unpaid = await startBackend({ env: { PAYMENT_PROVIDER: 'none' } })
    try {
      const who = await unpaid.signInAs('T6001')
      expect((await who.post('/api/manage/finance/reconcile', { day: DAY })).body).toMatchObject({
        msg: '学校没有开通在线缴费，没有可以核对的账单',
      })
    } finally {
      await unpaid.close()
    }
  })
})

describe('differences of a reconciliation', () => {
  const difference = {
    kind: 'not-taken',
    transaction: 'T-early',
    number: 'BDearly',
    taken: null,
    credited: 100_000,
    creditedNumber: 'BDearly',
  } as const
  const addRun = async () => {
    const { id } = await backend.db
      .insertInto('reconciliation')
      .values({
        day: DAY,
        ran_at: LATE,
        ran_by: null,
        matched: 1,
        incidents: 0,
        differences: JSON.stringify([difference]),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return String(id)
  }
  const settle = (change: object = {}, who = finance) => {
    const { kind, transaction, number } = difference
    const wanted = { kind, transaction, number, done: '1', note: '已补单' }
    return ask('settleDifference', { ...wanted, ...change }, who)
  }
  const read = (id: string) => ask('reconciliation', { id })

  test('a difference is settled by a person with a note, which stays with its history, holds for later comparisons, and is exported', async () => {
    const id = await addRun()
    expect(await read(id)).toMatchObject({ data: { open: 1 }, differences: [{ history: [] }] })
    expect(await settle({ note: '' })).toMatchObject({ code: '422' })
    expect(await settle({ number: 'BDnone' })).not.toMatchObject({ code: '0' })
    // Of two people who settle it at once, one is told.
    const codes = (await Promise.all([settle(), settle({}, administrator)])).map(({ code }) => code)
    expect(codes.filter((code) => code === '0')).toHaveLength(1)
    expect(await settle({ done: '0', note: '又对不上' })).toMatchObject({ code: '0' })
    expect(await settle({ note: '已核实' })).toMatchObject({ code: '0' })
    for (const run of [id, await addRun()])
      expect(await read(run)).toMatchObject({
        data: { open: 0, differing: 1 },
        differences: [
          { history: [{ note: '已核实' }, { done: '0', note: '又对不上' }, { note: '已补单' }] },
        ],
      })
    const exported = await backend.fetch('/api/manage/exports/reconciliation', {
      method: 'POST',
      headers: { authorization: finance.token, 'content-type': 'application/json' },
      body: JSON.stringify({ id, format: 'csv' }),
    })
    expect(await exported.text()).toContain('T-early,BDearly,,1000,BDearly,已处理,已核实')
    expect(await findNewestAuditEntry()).toMatchObject({ action: 'exports.reconciliation' })
    await expect(backend.db.deleteFrom('reconciliation_note').execute()).rejects.toThrow()
  })
})

test('a student’s page for finance has the sums of the student’s own fee page, and its books explain what is paid, also after a refund and a take-back', async () => {
  const payer = await enrolPayer(backend)
  const year = currentFeeYear(backend)
  const now = backend.clock.now()
  const [day, origin] = [toChinaDay(now), { by: 'T6001', source: 'desk', now }]
  const book = (reference: string, amountFen: number) =>
    runTransaction(backend.db, (tx) =>
      bookOutsidePayment(
        tx,
        {
          student: payer.subject,
          year,
          item: '',
          amountFen,
          paidOn: day,
          way: 'cash',
          reference,
          note: '',
        },
        origin,
      ),
    )
  await book('ACCOUNT-1', 1_900_000)
  await book('ACCOUNT-2', 30_000)
  await runTransaction(backend.db, (tx) =>
    takeBackOutsidePayment(tx, { reference: 'ACCOUNT-2', note: '错账' }, origin),
  )
  const wanted = { transaction: 'ACCOUNT-1', way: 'elsewhere' as const, amount: 500_000 }
  await runTransaction(backend.db, (tx) =>
    requestRefund(tx, { ...wanted, toYear: 0, reason: '退宿' }, origin),
  )
  const { number } = await backend.db
    .selectFrom('refund')
    .select('number')
    .where('student_code', '=', payer.subject)
    .executeTakeFirstOrThrow()
  await runTransaction(backend.db, (tx) =>
    decideRefund(tx, { number, approved: true, note: '', seen: undefined }, { by: 'T4001', now }),
  )
  await runTransaction(backend.db, (tx) =>
    markRefundPaid(tx, { number, way: 'bank', reference: 'ACCOUNT-BACK', paidOn: day }, origin),
  )
  const own = await payer.overview()
  const { money } = (await finance.post('/api/manage/students/open', { student: payer.subject }))
    .body.data
  const [sums] = money.years
  const yuan = (fen: number) => (fen / 100).toFixed(2)
  expect([yuan(sums.due), yuan(sums.paid), yuan(sums.owed)]).toEqual([
    own.needFee,
    own.isFee,
    own.owefee,
  ])
  expect(money.books).toEqual([
    { year, payments: 1_900_000, refunds: 500_000, carried: 0, surplus: 0 },
  ])
  expect(sums.paid).toBe(1_400_000)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reconcileDay } from '#server/features/payment/public'
import { settleRefund } from '#server/features/refunds/gateway-refunds'
import { recordGatewayRefund, startRefundJob } from '#server/features/refunds/public'
import { settleDueRefunds } from '#server/features/refunds/refund-job'
import type { GatewayRefundStatus, PaymentGateway } from '#server/payment-gateways/payment-gateway'
import { sandboxGateway, signSandboxNotification } from '#server/payment-gateways/sandbox-gateway'
import { toChinaDay } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { createImportRunner } from '../support/backend/import-runner.ts'
import { currentFeeYear, enrolPayer, type Payer } from '../support/backend/payer.ts'

/** What the gateway answers instead of the sandbox; undefined lets the sandbox answer. */
const said: { refund?: GatewayRefundStatus; query?: GatewayRefundStatus } = {}
/** The numbers of the refunds that the gateway was asked to make. */
const sent: string[] = []

let backend: Backend
let finance: SignedInUser
let second: SignedInUser
let gateway: PaymentGateway
beforeAll(async () => {
  const proxy: { gateway?: PaymentGateway } = {}
  const of = () => proxy.gateway ?? Object.assign({}, gateway)
  backend = await startBackend({
    gateway: new Proxy({} as PaymentGateway, { get: (_, name) => Reflect.get(of(), name) }),
  })
  const sandbox = sandboxGateway({ db: backend.db, clock: backend.clock })
  gateway = {
    ...sandbox,
    refund: async (wanted) => {
      sent.push(wanted.requestNumber)
      return said.refund ?? sandbox.refund(wanted)
    },
    queryRefund: async (number) => said.query ?? sandbox.queryRefund(number),
  }
  proxy.gateway = gateway
  finance = await backend.signInAs('T6001')
  second = await backend.signInAs('T4001')
})
afterAll(() => backend.close())

const ask = async (path: string, body: object, who = finance) =>
  (await who.post(`/api/manage/${path}`, body)).body
const list = async (find: string) =>
  (await ask('refunds/list', { find, state: '', from: '', to: '', after: '' })).data
const context = () => ({ db: backend.db, gateway, clock: backend.clock })
const settle = async (seconds = 60) => {
  backend.clock.advance(seconds)
  await settleDueRefunds(context())
}

/** A student who has paid online, with the payment's transaction and order. */
async function paidOnline(fen = 1_980_000) {
  const payer = await enrolPayer(backend)
  await payer.endPaymentSheet(await payer.order(fen), 'ok')
  const { transaction, order_number: order } = await backend.db
    .selectFrom('payment_credit')
    .selectAll()
    .where('student_code', '=', payer.subject)
    .executeTakeFirstOrThrow()
  return { payer, transaction, order: order ?? '' }
}
const request = (transaction: string, amount: number, change: object = {}) =>
  ask('refunds/request', {
    transaction,
    amount,
    way: 'gateway',
    toYear: 0,
    reason: '重复缴费',
    ...change,
  })
const decide = (number: string, approved = true, who = second, note = '') =>
  ask('refunds/decide', { number, approved, note }, who)
async function requested(transaction: string, amount: number, change: object = {}) {
  expect(await request(transaction, amount, change)).toMatchObject({ code: '0' })
  return (await list(transaction))[0].number as string
}
const receipts = async (payer: Payer) => (await payer.post('/api/fees/getCurrentChargeInfo')).body
const titlesOf = async ({ subject }: Payer) =>
  (
    await backend.db
      .selectFrom('notice')
      .select('title')
      .where('subject', '=', `student:${subject}`)
      .orderBy('published_at')
      .execute()
  ).map(({ title }) => title)
const entriesOf = ({ subject }: Payer) =>
  backend.db
    .selectFrom('payment_credit')
    .select(['kind', 'amount_fen', 'surplus_fen', 'reverses', 'source', 'recorded_by'])
    .where('student_code', '=', subject)
    .orderBy('credited_at')
    .orderBy('amount_fen', 'desc')
    .execute()
const incidentsOf = async (text: string) =>
  (
    await backend.db
      .selectFrom('payment_incident')
      .select('kind')
      .where((e) => e.or([e('transaction', '=', text), e('order_number', '=', text)]))
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)
async function notify(refund: object) {
  const notice = await signSandboxNotification(
    backend.db,
    JSON.stringify({ type: 'refund', ...refund }),
  )
  return (await backend.fetch('/payment/notify', { method: 'POST', ...notice })).status
}

describe('a refund through the gateway', () => {
  test.each([
    ['ID number', { id_card: '110101199003070214' }],
    ['phone', { phone: '13800138001' }],
  ])(
    'a refund cannot be approved by a second account of the person who requested it, which has the same %s',
    async (_what, same) => {
      const { transaction } = await paidOnline()
      const number = await requested(transaction, 100)
      const { requested_by } = await backend.db
        .selectFrom('refund')
        .select('requested_by')
        .where('number', '=', number)
        .executeTakeFirstOrThrow()
      const accounts = backend.db.updateTable('staff').where('code', 'in', [requested_by, 'T4001'])
      const before = await backend.db
        .selectFrom('staff')
        .select(['code', 'id_card', 'phone'])
        .where('code', 'in', [requested_by, 'T4001'])
        .execute()
      await accounts.set(same).execute()
      expect(await decide(number)).toMatchObject({
        msg: expect.stringContaining('视为同一人'),
      })
      for (const { code, ...own } of before)
        await backend.db.updateTable('staff').set(own).where('code', '=', code).execute()
      // Two accounts without a number are not one person's.
      await accounts.set({ id_card: null, phone: '' }).execute()
      expect(await decide(number)).toMatchObject({ code: '0' })
      for (const { code, ...own } of before)
        await backend.db.updateTable('staff').set(own).where('code', '=', code).execute()
    },
  )

  test('a refund is requested by one person and approved by another, and is booked only when the gateway has returned the money', async () => {
    const { payer, transaction } = await paidOnline()
    const number = await requested(transaction, 500_000)
    expect(await receipts(payer)).not.toHaveProperty('refunds')
    expect(await decide(number, true, finance)).toMatchObject({
      msg: '申请人不能批准自己的退款申请，请由另一人批准',
    })
    expect(sent).not.toContain(number)
    expect(await decide(number)).toMatchObject({ code: '0' })
    expect(await list(transaction)).toMatchObject([
      { state: 'processing', own: '1', amount: 500_000, problem: '' },
    ])
    // Being processed is not refunded.
    expect(await payer.overview()).toMatchObject({ isFee: '19800.00', owefee: '0.00' })
    expect(await receipts(payer)).toMatchObject({
      refunds: [{ fees: '5000.00', state: 'processing' }],
      payWays: [{ fees: '19800.00' }],
    })
    await settle()
    expect(await list(transaction)).toMatchObject([
      { state: 'done', decidedBy: expect.any(String) },
    ])
    expect(await payer.overview()).toMatchObject({ isFee: '14800.00', owefee: '5000.00' })
    expect(await receipts(payer)).toMatchObject({
      refunds: [{ fees: '5000.00', state: 'done' }],
      payWays: [{ fees: '14800.00' }],
    })
    expect(await entriesOf(payer)).toMatchObject([
      { kind: 'gateway', amount_fen: 1_980_000 },
      { kind: 'refund', amount_fen: -500_000, reverses: transaction, source: `refund:${number}` },
    ])
    expect(await titlesOf(payer)).toEqual(['您有一笔退款正在处理', '退款已完成'])
    expect(await incidentsOf(transaction)).toEqual([])
    expect(sent.filter((one) => one === number)).toHaveLength(1)
    const { data } = await ask('finance/day', { day: toChinaDay(backend.clock.now()) })
    expect(data.refunds.amount).toBeGreaterThanOrEqual(500_000)
  })

  test('a refund reopens the payment step if something is owed again', async () => {
    const { payer, transaction } = await paidOnline()
    const steps = async () =>
      (
        await backend.db
          .selectFrom('step_done')
          .select('step_id')
          .where('student_code', '=', payer.subject)
          .execute()
      ).length
    expect(await steps()).toBeGreaterThan(0)
    await decide(await requested(transaction, 1))
    await settle()
    expect(await steps()).toBe(0)
  })

  test('never more is refunded than was paid and not yet refunded, also if two people request at once', async () => {
    const { transaction } = await paidOnline()
    const both = await Promise.all([request(transaction, 1_980_000), request(transaction, 1)])
    expect(both.map(({ code }) => code).filter((code) => code === '0')).toHaveLength(1)
    const tooMuch = '退款金额应大于 0，且不超过这笔缴费尚未退回的部分，请刷新后重试'
    const [first] = await list(transaction)
    const left = 1_980_000 - first.amount
    expect(await request(transaction, left + 1)).toMatchObject({ msg: tooMuch })
    for (const amount of [0, -1])
      expect(await request(transaction, amount)).toMatchObject({ msg: tooMuch })
    // A rejected request frees what it reserved; its reason is needed.
    expect(await decide(first.number, false)).toMatchObject({ msg: '请填写不批准的原因' })
    expect(await decide(first.number, false, second, '金额有误')).toMatchObject({ code: '0' })
    expect(await decide(first.number)).toMatchObject({
      msg: '这笔退款的状态已变化，请查看最新内容',
    })
    expect(await request(transaction, 1_980_000)).toMatchObject({ code: '0' })
  })

  test('a refund that was approved since it was seen is not rejected', async () => {
    const { transaction } = await paidOnline()
    const number = await requested(transaction, 100, { way: 'elsewhere' })
    expect(await decide(number)).toMatchObject({ code: '0' })
    const reject = (seen: string) =>
      ask('refunds/decide', { number, approved: false, note: '金额有误', seen }, second)
    expect(await reject('requested')).toMatchObject({
      msg: '这笔退款的状态已变化，请查看最新内容',
    })
    expect((await list(transaction))[0].state).toBe('approved')
    expect(await reject('approved')).toMatchObject({ code: '0' })
  })

  test('two approvals at once send one refund', async () => {
    const { payer, transaction } = await paidOnline()
    const number = await requested(transaction, 500_000)
    const codes = (await Promise.all([decide(number), decide(number)])).map(({ code }) => code)
    expect(codes.filter((code) => code === '0')).toHaveLength(1)
    await settle()
    expect(await payer.overview()).toMatchObject({ isFee: '14800.00' })
  })

  test('a refund whose request got no answer is sent again with the same number', async () => {
    const { payer, transaction } = await paidOnline()
    const number = await requested(transaction, 500_000)
    said.refund = { type: 'unavailable' }
    expect(await decide(number)).toMatchObject({ code: '0' })
    expect(await list(transaction)).toMatchObject([{ state: 'approved' }])
    expect(await ask('refunds/check', { number })).toMatchObject({
      msg: '暂时联系不上支付机构，系统会继续查询',
    })
    const logged = await backend.db
      .selectFrom('office_log')
      .select('about')
      .where('action', '=', 'refunds.check')
      .where((e) => e(e.ref('details', '->>').key('refund'), '=', number))
      .execute()
    expect(logged).toEqual([{ about: `student:${payer.subject}` }])
    delete said.refund
    await settle(61)
    expect(await list(transaction)).toMatchObject([{ state: 'processing' }])
    await settle(120)
    expect(await payer.overview()).toMatchObject({ isFee: '14800.00' })
    expect(sent.filter((one) => one === number)).toHaveLength(3)
  })

  test('a refund that the gateway refuses has failed and frees its amount; without enough money it is sent again later', async () => {
    const { transaction } = await paidOnline()
    const poor = await requested(transaction, 500_000)
    Object.assign(said, {
      refund: { type: 'refused', code: 'NOT_ENOUGH' },
      query: { type: 'unknown' },
    })
    await decide(poor)
    expect(await list(transaction)).toMatchObject([{ state: 'approved', problem: 'NOT_ENOUGH' }])
    said.refund = { type: 'refused', code: 'USER_ACCOUNT_ABNORMAL' }
    await settle(31)
    expect(await list(transaction)).toMatchObject([
      { state: 'failed', problem: 'USER_ACCOUNT_ABNORMAL' },
    ])
    delete said.refund
    delete said.query
    expect(await request(transaction, 1_980_000)).toMatchObject({ code: '0' })
  })

  test('a refusal of a repetition does not hide that the gateway has the refund', async () => {
    const { payer, transaction, order } = await paidOnline()
    const number = await requested(transaction, 500_000)
    const made = {
      type: 'refund' as const,
      number: order,
      requestNumber: number,
      amountFen: 500_000,
    }
    said.refund = { type: 'refused', code: 'INVALID_REQUEST' }
    said.query = { ...made, refund: `SB-${number}`, state: 'done' }
    await decide(number)
    delete said.refund
    delete said.query
    expect(await list(transaction)).toMatchObject([{ state: 'done' }])
    expect(await payer.overview()).toMatchObject({ isFee: '14800.00' })
  })

  test('a stuck refund is paid back elsewhere, and money that the gateway returns after all is reported', async () => {
    const { payer, transaction, order } = await paidOnline()
    const number = await requested(transaction, 500_000)
    await decide(number)
    const told = {
      number: order,
      requestNumber: number,
      refund: `ST-${number}`,
      amountFen: 500_000,
    }
    expect(await notify({ ...told, state: 'stuck' })).toBe(200)
    expect(await list(transaction)).toMatchObject([{ state: 'stuck', problem: 'ABNORMAL' }])
    expect((await receipts(payer)).refunds).toMatchObject([{ state: 'stuck' }])
    const paid = { number, way: 'bank', reference: `r-${number}`, paidOn: toChinaDay(new Date(0)) }
    expect(await ask('refunds/markPaid', paid)).toMatchObject({ code: '0' })
    expect(await payer.overview()).toMatchObject({ isFee: '14800.00' })
    expect(await notify({ ...told, state: 'done' })).toBe(200)
    expect(await incidentsOf(told.refund)).toEqual(['refund stuck', 'refunded twice'])
  })

  test('a closed refund has failed, and a notice that arrives late changes nothing of a refund that is done', async () => {
    const { payer, transaction, order } = await paidOnline()
    const number = await requested(transaction, 500_000)
    await decide(number)
    const told = {
      number: order,
      requestNumber: number,
      refund: `CL-${number}`,
      amountFen: 500_000,
    }
    await notify({ ...told, state: 'closed' })
    expect(await list(transaction)).toMatchObject([{ state: 'failed', problem: 'CLOSED' }])
    await notify({ ...told, state: 'done' })
    await notify({ ...told, state: 'closed' })
    await notify({ ...told, state: 'done' })
    expect(await list(transaction)).toMatchObject([{ state: 'done' }])
    expect(await payer.overview()).toMatchObject({ isFee: '14800.00' })
  })
})

describe('what the gateway says late or wrongly', () => {
  test('a refund that is paid back elsewhere while the gateway is asked is not sent again', async () => {
    const { payer, transaction, order } = await paidOnline()
    const number = await requested(transaction, 500_000)
    await decide(number)
    const told = { number: order, requestNumber: number, refund: `W${number}`, amountFen: 500_000 }
    await notify({ ...told, state: 'stuck' })
    const slow: PaymentGateway = {
      ...gateway,
      queryRefund: async () => {
        const paid = {
          number,
          way: 'bank',
          reference: `w-${number}`,
          paidOn: toChinaDay(new Date(0)),
        }
        expect(await ask('refunds/markPaid', paid)).toMatchObject({ code: '0' })
        return { type: 'unknown' }
      },
    }
    expect(await settleRefund({ ...context(), gateway: slow }, number)).toBe('settled')
    expect(await list(transaction)).toMatchObject([{ state: 'done' }])
    await settle(300)
    expect(sent.filter((one) => one === number)).toHaveLength(1)
    expect(await payer.overview()).toMatchObject({ isFee: '14800.00' })
  })

  test('a notice with the number of a refund that nobody has approved is booked as made at the gateway', async () => {
    const { payer, transaction, order } = await paidOnline()
    const waiting = await requested(transaction, 400_000)
    const withdrawn = await requested(transaction, 300_000)
    await decide(withdrawn, false, finance, '写错金额')
    const told = (number: string, state: string, amountFen: number) =>
      notify({ number: order, requestNumber: number, refund: `U${number}`, amountFen, state })
    expect(await told(withdrawn, 'closed', 300_000)).toBe(200)
    expect(await told(waiting, 'stuck', 400_000)).toBe(200)
    expect(await told(withdrawn, 'done', 300_000)).toBe(200)
    expect(await told(waiting, 'done', 400_000)).toBe(200)
    expect(await incidentsOf(`U${withdrawn}`)).toEqual(['refund'])
    expect(await incidentsOf(`U${waiting}`)).toEqual(['refund stuck', 'refund'])
    expect(await payer.overview()).toMatchObject({ isFee: '12800.00' })
    expect((await list(transaction)).map(({ state }: { state: string }) => state).sort()).toEqual([
      'rejected',
      'requested',
    ])
  })

  test('a student who was told of a refund learns once that it was not made', async () => {
    const { payer, transaction, order } = await paidOnline()
    const closed = await requested(transaction, 500_000)
    await decide(closed)
    const told = { number: order, requestNumber: closed, refund: `E${closed}`, amountFen: 500_000 }
    for (const state of ['closed', 'closed']) await notify({ ...told, state })
    const begun = ['您有一笔退款正在处理', '退款未能完成']
    expect(await titlesOf(payer)).toEqual(begun)
    backend.clock.advance(1)
    const stopped = await requested(transaction, 500_000, { way: 'elsewhere' })
    await decide(stopped)
    backend.clock.advance(1)
    await decide(stopped, false, second, '学生放弃')
    expect(await titlesOf(payer)).toEqual([...begun, ...begun])
    // A request that nobody approved was never told.
    const silent = await requested(transaction, 500_000)
    await decide(silent, false, second, '不退')
    expect(await titlesOf(payer)).toEqual([...begun, ...begun])
  })
})

describe('a refund at the gateway itself', () => {
  test('a refund at the gateway itself is booked once by its signed notice, and told to finance and the student', async () => {
    const { payer, transaction, order } = await paidOnline()
    const told = {
      number: order,
      requestNumber: `M${order}`,
      refund: `MR${order}`,
      amountFen: 480_000,
      state: 'done',
    }
    const forged = await backend.fetch('/payment/notify', {
      method: 'POST',
      headers: { 'sandbox-signature': 'AAAA' },
      body: JSON.stringify({ type: 'refund', ...told }),
    })
    expect(forged.status).toBe(401)
    expect(await payer.overview()).toMatchObject({ isFee: '19800.00' })
    expect(await Promise.all([notify(told), notify(told), notify(told)])).toEqual([200, 200, 200])
    expect(await payer.overview()).toMatchObject({ isFee: '15000.00', owefee: '4800.00' })
    expect(await incidentsOf(told.refund)).toEqual(['refund'])
    expect(await titlesOf(payer)).toEqual(['退款已完成'])
    // What was returned there cannot be returned again.
    expect((await request(transaction, 1_500_001)).code).not.toBe('0')
    expect((await request(transaction, 1_500_000)).code).toBe('0')
  })

  test('a payment whose refund is booked is no difference in a reconciliation', async () => {
    const { transaction, order } = await paidOnline()
    await decide(await requested(transaction, 500_000))
    await settle()
    const day = toChinaDay(backend.clock.now())
    const report = await reconcileDay({
      db: backend.db,
      gateway: { ...gateway, fetchStatement: async () => ({ payments: [], refunds: [] }) },
      recordRefund: recordGatewayRefund,
      day,
      now: backend.clock.now(),
    })
    expect(await gateway.query(order)).toMatchObject({ type: 'refunded' })
    expect(report?.differences.map((one) => one.transaction)).not.toContain(transaction)
  })

  test('refunds at the gateway that return more than is left are booked up to the payment, and the rest is reported', async () => {
    const { payer, transaction, order } = await paidOnline()
    const number = await requested(transaction, 1_980_000, { way: 'elsewhere' })
    await decide(number)
    const told = { number: order, requestNumber: 'm', amountFen: 1_000_000, state: 'done' as const }
    const now = backend.clock.now()
    await Promise.all(
      ['A', 'B'].map((one) =>
        recordGatewayRefund(backend.db, { ...told, refund: `${one}${order}` }, now),
      ),
    )
    expect((await entriesOf(payer)).reduce((sum, one) => sum + one.amount_fen, 0)).toBe(0)
    expect(await incidentsOf(order)).toEqual(
      expect.arrayContaining(['refund', 'refund', 'refunded twice']),
    )
    // The refund elsewhere was approved before, and is not paid any more.
    const paid = { number, way: 'cash', reference: `x${number}`, paidOn: toChinaDay(now) }
    expect((await ask('refunds/markPaid', paid)).code).not.toBe('0')
  })

  test('a refund of money that is not in the books is only reported', async () => {
    await notify({
      number: 'BDnone',
      requestNumber: 'm',
      refund: 'RN',
      amountFen: 5,
      state: 'done',
    })
    expect(await incidentsOf('RN')).toEqual(['refund without payment'])
  })
})

describe('a refund elsewhere', () => {
  test('a payment from outside is paid back elsewhere, each reference once', async () => {
    const payer = await enrolPayer(backend)
    const reference = `OUT-${payer.subject}`
    const day = toChinaDay(backend.clock.now())
    const payment = {
      student: payer.subject,
      year: currentFeeYear(backend),
      item: '',
      amount: 1_000_000,
      paidOn: day,
      way: 'bank',
      reference,
      note: '',
    }
    await ask('outsidePayments/record', payment)
    const booked = reference.toUpperCase()
    expect(await request(booked, 100)).toMatchObject({
      msg: '这笔缴费不是在线支付的，不能原路退回，请选其他方式',
    })
    const [one, two] = [
      await requested(booked, 400_000, { way: 'elsewhere' }),
      await requested(booked, 600_000, { way: 'elsewhere' }),
    ]
    await decide(one)
    const paid = { number: one, way: 'bank', reference: `back-${one}`, paidOn: day }
    expect(await ask('refunds/markPaid', { ...paid, paidOn: '2999-01-01' })).toMatchObject({
      msg: '付款日期不能晚于今天',
    })
    expect(await ask('refunds/markPaid', { ...paid, number: two })).toMatchObject({
      msg: '这笔退款的状态已变化，请查看最新内容',
    })
    expect(await ask('refunds/markPaid', paid)).toMatchObject({ code: '0' })
    await decide(two)
    expect(await ask('refunds/markPaid', { ...paid, number: two })).toMatchObject({
      msg: '该凭证号已用于另一笔退款',
    })
    expect(await payer.overview()).toMatchObject({ isFee: '6000.00' })
    expect(
      await ask('outsidePayments/takeBack', { reference: booked, reason: '错' }),
    ).toMatchObject({
      msg: '这笔缴费有已退款或正在办理的退款，不能再冲销',
    })
    // An approved refund that was not paid yet can be stopped.
    expect(await decide(two, false, second, '学生放弃')).toMatchObject({ code: '0' })
    expect(await request(booked, 600_000, { way: 'elsewhere' })).toMatchObject({ code: '0' })
  })

  test('an import of payments with a refund is not reverted', async () => {
    const payer = await enrolPayer(backend)
    const imports = createImportRunner(backend)
    const { exam_number: exam } = await backend.db
      .selectFrom('student')
      .select('exam_number')
      .where('code', '=', payer.subject)
      .executeTakeFirstOrThrow()
    const { id } = await imports.dryRun('outside-payments', [
      {
        学号或考生号: exam ?? '',
        年度: String(currentFeeYear(backend)),
        '金额（元）': '100.00',
        缴费日期: toChinaDay(backend.clock.now()),
        渠道: '银行转账',
        凭证号: `IMP-${payer.subject}`,
      },
    ])
    expect(await imports.apply('outside-payments', id)).toBe('applied')
    const number = await requested(`IMP-${payer.subject}`.toUpperCase(), 100, { way: 'elsewhere' })
    expect(await imports.takeBack('outside-payments', id)).toBe('不能撤回：其中的缴费有退款')
    await decide(number, false, second, '不退')
    expect(await imports.takeBack('outside-payments', id)).toBe('taken back')
  })

  test('a surplus is refunded before anything else, and its incident is handled then', async () => {
    const payer = await enrolPayer(backend)
    const reference = `SUR-${payer.subject}`.toUpperCase()
    const day = toChinaDay(backend.clock.now())
    const payment = { student: payer.subject, year: currentFeeYear(backend), item: '', way: 'cash' }
    await ask('outsidePayments/record', {
      ...payment,
      amount: 2_000_000,
      paidOn: day,
      reference,
      note: '',
    })
    expect(await ask('refunds/payer', { number: await numberOf(payer) })).toMatchObject({
      data: {
        payments: [{ transaction: reference, left: 2_000_000, online: '0' }],
        years: [{ year: currentFeeYear(backend), excess: 20_000, owed: 0 }],
      },
    })
    const number = await requested(reference, 20_000, { way: 'elsewhere' })
    await decide(number)
    await ask('refunds/markPaid', { number, way: 'cash', reference: `c-${number}`, paidOn: day })
    expect(await payer.overview()).toMatchObject({ isFee: '19800.00', owefee: '0.00' })
    expect((await entriesOf(payer)).at(-1)).toMatchObject({ surplus_fen: -20_000 })
    const open = await backend.db
      .selectFrom('payment_incident')
      .select('kind')
      .where('transaction', '=', reference)
      .where('handled_at', 'is', null)
      .execute()
    expect(open).toEqual([])
  })
})

const numberOf = async ({ subject }: Payer) => {
  const found = await backend.db
    .selectFrom('student')
    .select(['number', 'exam_number'])
    .where('code', '=', subject)
    .executeTakeFirstOrThrow()
  return found.number ?? found.exam_number ?? ''
}

const confirmBed = async ({ subject }: Payer) => {
  const { id } = await backend.db.selectFrom('dorm_type').select('id').executeTakeFirstOrThrow()
  await backend.db
    .insertInto('dorm_choice')
    .values({
      student_code: subject,
      type_id: id,
      chosen_at: backend.clock.now(),
      held_until: null,
    })
    .execute()
}

describe('what is paid too much', () => {
  test('a charge that is lowered after its payment is listed, and carried over to what is owed for the next year', async () => {
    const { payer, transaction } = await paidOnline()
    const year = currentFeeYear(backend)
    const imports = createImportRunner(backend)
    const dry = await imports.dryRun('charges', [
      {
        学号或考生号: await numberOf(payer),
        年度: String(year),
        收费项目: '学费',
        '应缴金额（元）': '15000.00',
      },
    ])
    expect(dry.warnings).toEqual([
      ['应缴金额（元）', '已缴18600.00元，改后多缴的部分需退款或转入其他学年'],
    ])
    expect(await imports.apply('charges', dry.id)).toBe('applied')
    const find = await numberOf(payer)
    expect((await ask('refunds/excess', { find, after: '' })).data).toMatchObject([
      { year, amount: 360_000, pending: 0, student: payer.subject },
    ])
    const carry = { way: 'carry-over', toYear: year + 1 }
    expect(await request(transaction, 360_000, carry)).toMatchObject({
      msg: '转入金额超过该学年尚欠的费用',
    })
    await backend.db
      .insertInto('charge')
      .values({
        student_code: payer.subject,
        year: year + 1,
        item: '学费',
        due_fen: 1_860_000,
        paid_fen: 0,
      })
      .execute()
    const number = await requested(transaction, 360_000, carry)
    expect((await ask('refunds/excess', { find, after: '' })).data).toMatchObject([
      { pending: 360_000 },
    ])
    expect(await decide(number)).toMatchObject({ code: '0' })
    expect((await ask('refunds/excess', { find, after: '' })).data).toEqual([])
    expect(await payer.overview()).toMatchObject({
      needFee: '16200.00',
      isFee: '16200.00',
      owefee: '0.00',
    })
    const { rows } = await sql<{ paid: number }>`
      select sum(paid_fen)::int as paid from charge
      where student_code = ${payer.subject} and year = ${year + 1}`.execute(backend.db)
    expect(rows).toEqual([{ paid: 360_000 }])
    expect(await receipts(payer)).toMatchObject({
      payWays: [{ fees: '16200.00' }],
      refunds: [{ state: 'carried' }],
    })
    expect(await titlesOf(payer)).toEqual(['缴费已转入其他学年'])
    const exported = await backend.fetch('/api/manage/exports/refunds', {
      method: 'POST',
      headers: { authorization: finance.token, 'content-type': 'application/json' },
      body: JSON.stringify({ find: transaction, state: '', from: '', to: '', format: 'csv' }),
    })
    expect(await exported.text()).toContain(`转入其他学年,${year + 1},已退款`)
  })

  test('a bed whose payment was carried over to another year is told to finance', async () => {
    const { payer, transaction } = await paidOnline()
    await confirmBed(payer)
    const toYear = currentFeeYear(backend) + 1
    await backend.db
      .insertInto('charge')
      .values({
        student_code: payer.subject,
        year: toYear,
        item: '学费',
        due_fen: 1_860_000,
        paid_fen: 0,
      })
      .execute()
    const number = await requested(transaction, 500_000, { way: 'carry-over', toYear })
    expect(await decide(number)).toMatchObject({ code: '0' })
    expect(await payer.overview()).toMatchObject({ owefee: '5000.00' })
    expect(await incidentsOf(`CARRY:${number}:OUT`)).toEqual(['bed kept'])
  })

  test('a bed is not reported when money of the year before is refunded or carried over to this year', async () => {
    const payer = await enrolPayer(backend)
    await confirmBed(payer)
    const year = currentFeeYear(backend)
    const reference = `LY-${payer.subject}`.toUpperCase()
    const payment = { student: payer.subject, year, item: '', way: 'bank', reference, note: '' }
    const paidOn = toChinaDay(backend.clock.now())
    await ask('outsidePayments/record', { ...payment, amount: 2_100_000, paidOn })
    await backend.db
      .updateTable('charge')
      .set({ year: year - 1 })
      .where('student_code', '=', payer.subject)
      .execute()
    await backend.db
      .insertInto('charge')
      .values({ student_code: payer.subject, year, item: '学费', due_fen: 1_860_000, paid_fen: 0 })
      .execute()
    const back = await requested(reference, 20_000, { way: 'elsewhere' })
    await decide(back)
    const paid = { number: back, way: 'cash', reference: `ly-${back}`, paidOn }
    expect(await ask('refunds/markPaid', paid)).toMatchObject({ code: '0' })
    const carried = await requested(reference, 100_000, { way: 'carry-over', toYear: year })
    expect(await decide(carried)).toMatchObject({ code: '0' })
    expect(await payer.overview()).toMatchObject({ owefee: '17600.00' })
    expect(await incidentsOf(`REFUND:${back}`)).toEqual([])
    expect(await incidentsOf(`CARRY:${carried}:OUT`)).toEqual([])
  })

  test('a waiver is no money, so nothing of it is listed as paid too much', async () => {
    const payer = await enrolPayer(backend)
    const year = currentFeeYear(backend)
    const record = (way: string, amount: number) =>
      ask('outsidePayments/record', {
        student: payer.subject,
        year,
        item: '',
        amount,
        paidOn: toChinaDay(backend.clock.now()),
        way,
        reference: `${way}-${payer.subject}`,
        note: '',
      })
    expect(await record('waiver', 1_900_000)).toMatchObject({ code: '0' })
    expect(await record('cash', 80_000)).toMatchObject({ code: '0' })
    await backend.db
      .updateTable('charge')
      .set({ due_fen: 1_000_000 })
      .where('student_code', '=', payer.subject)
      .where('item', '=', '学费')
      .execute()
    const find = await numberOf(payer)
    expect((await ask('refunds/excess', { find, after: '' })).data).toMatchObject([
      { year, amount: 80_000 },
    ])
    const paid = `cash-${payer.subject}`.toUpperCase()
    const number = await requested(paid, 80_000, { way: 'elsewhere' })
    await decide(number)
    await ask('refunds/markPaid', {
      number,
      way: 'cash',
      reference: `v-${number}`,
      paidOn: toChinaDay(backend.clock.now()),
    })
    expect((await ask('refunds/excess', { find, after: '' })).data).toEqual([])
  })

  test('the sums of payment channels count what pays charges of the year, whichever year the payment names', async () => {
    const payer = await enrolPayer(backend)
    const year = currentFeeYear(backend)
    await backend.db
      .insertInto('charge')
      .values({
        student_code: payer.subject,
        year: year - 1,
        item: '学费',
        due_fen: 20_000,
        paid_fen: 0,
      })
      .execute()
    await ask('outsidePayments/record', {
      student: payer.subject,
      year: year - 1,
      item: '',
      amount: 120_000,
      paidOn: toChinaDay(backend.clock.now()),
      way: 'bank',
      reference: `Y-${payer.subject}`,
      note: '',
    })
    expect(await receipts(payer)).toMatchObject({
      payWays: [{ chargeWay: '银行转账', fees: '1000.00' }],
      payDetail: [{ isFee: '1000.00' }],
    })
  })
})

test('the refund job stops after its running round', async () => {
  const job = startRefundJob({ ...context(), onError: () => {} })
  await job.stop()
})

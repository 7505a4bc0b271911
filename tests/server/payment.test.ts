import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findOpenIncidents } from '#server/features/payment/incidents'
import { registerPaymentMetrics } from '#server/features/payment/metrics'
import { startOrderReconciler } from '#server/features/payment/order-reconciler'
import { findCreditsOfDay } from '#server/features/payment/orders'
import { settleOrder } from '#server/features/payment/settle'
import type { PaymentGateway } from '#server/payment-gateways/payment-gateway'
import { sandboxGateway, signSandboxNotification } from '#server/payment-gateways/sandbox-gateway'
import { toChinaDay } from '#server/platform/clock'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import {
  currentFeeYear,
  orderRequestBody,
  type Payer,
  enrolPayer,
} from '../support/backend/payer.ts'
import { settleDueOrders } from '../support/backend/settle-due-orders.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

const orderOf = async (who: Payer) =>
  backend.db
    .selectFrom('pay_order')
    .selectAll()
    .where('student_code', '=', who.subject)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
const credits = (who: Payer) =>
  backend.db
    .selectFrom('payment_credit')
    .selectAll()
    .where('student_code', '=', who.subject)
    .execute()
const gateway = (): PaymentGateway => sandboxGateway({ db: backend.db, clock: backend.clock })
/** A gateway that records the orders whose state is queried. */
function countQueries(): { asked: string[]; counting: PaymentGateway } {
  const asked: string[] = []
  const query: PaymentGateway['query'] = (number) => {
    asked.push(number)
    return gateway().query(number)
  }
  return { asked, counting: { ...gateway(), query } }
}
const settlementContext = () => ({ db: backend.db, gateway: gateway(), clock: backend.clock })
const notify = (notice: { headers: Record<string, string>; body: string }) =>
  backend.fetch('/payment/notify', { method: 'POST', ...notice })

describe('an order', () => {
  test('the server creates and signs an order [FEE-32 FEE-33 FEE-40 FEE-41 FEE-42]', async () => {
    const who = await enrolPayer(backend)
    const { body } = await who.order(500_000, { stuCode: who.subject, subject: 'whatever' })
    expect(body).toEqual({
      code: 0,
      results: {
        payParams: {
          timeStamp: expect.stringMatching(/^\d{10}$/),
          package: expect.stringMatching(/^prepay_id=/),
          signType: 'RSA',
          nonceStr: expect.any(String),
          paySign: expect.any(String),
        },
        orderNo: expect.stringMatching(/^BD/),
      },
    })
    expect(await orderOf(who)).toMatchObject({
      amount_fen: 500_000,
      state: 'open',
      kind: '1',
      year: currentFeeYear(backend),
    })
  })

  test('an order’s id is single-use, belongs to its student, and returns the same order again [FEE-34 FEE-35 D-62]', async () => {
    const [who, other] = [await enrolPayer(backend), await enrolPayer(backend)]
    const id = await who.orderId()
    const first = await who.order(500_000, {}, { uniqueId: id })
    const again = await who.order(500_000, {}, { uniqueId: id })
    expect(again.body.results.payParams.package).toBe(first.body.results.payParams.package)
    expect((await other.order(500_000, {}, { uniqueId: id })).body.code).toBe(-1)
    expect((await who.order(500_000, {}, { uniqueId: 'made-up' })).body.code).toBe(-1)
    const old = await who.orderId()
    backend.clock.advance(601)
    expect((await who.order(500_000, {}, { uniqueId: old })).body.code).toBe(-1)
  })

  test('two taps, also on two phones, create one order [FEE-56]', async () => {
    const who = await enrolPayer(backend)
    const both = await Promise.all([who.order(500_000), who.order(500_000)])
    const numbers = await backend.db
      .selectFrom('pay_order')
      .select('number')
      .where('student_code', '=', who.subject)
      .execute()
    expect([both.every(({ body }) => body.code === 0), numbers.length]).toEqual([true, 1])
  })

  test('ordering another amount closes the first order before a second is created [security 4]', async () => {
    const who = await enrolPayer(backend)
    const first = await who.order(500_000)
    await who.order(600_000)
    expect(await who.endPaymentSheet(first, 'ok')).toBe(409)
    const states = await backend.db
      .selectFrom('pay_order')
      .select(['state', 'amount_fen'])
      .where('student_code', '=', who.subject)
      .orderBy('created_at')
      .execute()
    expect(states).toEqual([
      { state: 'closed', amount_fen: 500_000 },
      { state: 'open', amount_fen: 600_000 },
    ])
  })

  test('a student can place sixty orders in ten minutes, cancelled or not; further ones must wait, and the gateway is not asked [security 12]', async () => {
    const [who, other] = [await enrolPayer(backend), await enrolPayer(backend)]
    const { asked, counting } = countQueries()
    const second = await startBackend({ sharing: backend, gateway: counting, clock: backend.clock })
    const pay = (by: Payer, fen: number) =>
      second.post('/payment/pay', orderRequestBody(currentFeeYear(backend), fen), {
        authorization: by.token,
      })
    const cancel = () => second.post('/payment/payCancel', {}, { authorization: who.token })
    for (let n = 0; n < 30; n++) {
      expect((await pay(who, n % 2 ? 500_000 : 600_000)).status).toBe(200)
      expect((await cancel()).status).toBe(200)
    }
    asked.length = 0
    for (const said of [await pay(who, 500_000), await cancel()]) {
      expect(said.status).toBe(429)
      expect(Number(said.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(asked).toEqual([])
    expect((await pay(other, 500_000)).body.code).toBe(0)
    await second.close()
  })

  test('an order is refused while an application is pending [FEE-49 FEE-54 FEE-55 D-66]', async () => {
    const student = await backend.signInAs('990003')
    const { body } = await student.post(
      '/payment/pay',
      orderRequestBody(currentFeeYear(backend), 500_000),
    )
    expect(body).toEqual({ code: -1, msg: '您有未处理的绿色通道审核,请耐心等待审核后操作！' })
  })

  test('an order made before an application is submitted ends, and its id cannot be used to pay meanwhile [FEE-55 D-66]', async () => {
    const who = await enrolPayer(backend)
    const id = await who.orderId()
    const ordered = await who.order(500_000, {}, { uniqueId: id })
    const row = {
      id: who.subject,
      review_id: who.subject,
      student_code: who.subject,
      type: '1',
      year: currentFeeYear(backend),
    }
    const payloadFields = {
      reason: '',
      contract_number: '',
      receipt_code: '',
      picture: '',
      picture2: '',
    }
    await backend.db
      .insertInto('green_application')
      .values({
        ...row,
        ...payloadFields,
        amount_fen: 100_000,
        status: '0',
        audit_amount_fen: null,
        offset_status: '0',
        version: 1,
        applied_at: backend.clock.now(),
      })
      .execute()
    const { body } = await who.order(500_000, {}, { uniqueId: id })
    expect(body).toEqual({ code: -1, msg: '您有未处理的绿色通道审核,请耐心等待审核后操作！' })
    backend.clock.advance(30)
    await settleDueOrders(settlementContext())
    expect(await orderOf(who)).toMatchObject({ state: 'closed' })
    expect(await who.endPaymentSheet(ordered, 'ok')).toBe(409)
  })

  test('an order is refused after the bed reservation has expired [FEE-52 D-64]', async () => {
    const who = await enrolPayer(backend)
    const past = new Date(backend.clock.now().getTime() - 1000)
    await backend.db
      .insertInto('dorm_choice')
      .values({ student_code: who.subject, type_id: '2', chosen_at: past, held_until: past })
      .execute()
    expect((await who.order(500_000)).body).toEqual({ code: -1, msg: '支付超时，请重新选择宿舍！' })
  })

  test('no order is made while the gateway does not answer, and no order stays in doubt for long [FEE-48]', async () => {
    const broken: PaymentGateway = {
      ...gateway(),
      prepay: async () => ({ type: 'unavailable' }),
      query: async () => ({ type: 'unknown' }),
      close: async () => ({ type: 'unknown' }),
    }
    const second = await startBackend({ sharing: backend, gateway: broken, clock: backend.clock })
    const who = await enrolPayer(second)
    expect((await who.order(500_000)).body).toEqual({ code: -1, msg: '下单失败' })
    expect(await orderOf(who)).toMatchObject({ state: 'checking' })
    backend.clock.advance(15)
    await settleDueOrders({ ...settlementContext(), gateway: broken })
    expect(await orderOf(who)).toMatchObject({ state: 'closed' })
    await second.close()
  })

  test('a single fee is paid by its own order [FEE-32]', async () => {
    const who = await enrolPayer(backend)
    const { body } = await who.post('/findScore/queryitems', { idCard: '' })
    const item = body.data.find(
      (one: Record<string, string>) => one['chargeItemsName'] === '住宿费',
    )
    const ordered = await who.order(120_000, { orderType: '3', regItemId: item.regItemId })
    await who.endPaymentSheet(ordered, 'ok')
    const charges = await backend.db
      .selectFrom('charge')
      .select(['item', 'paid_fen'])
      .where('student_code', '=', who.subject)
      .orderBy('id')
      .execute()
    expect(charges).toEqual([
      { item: '学费', paid_fen: 0 },
      { item: '住宿费', paid_fen: 120_000 },
    ])
    expect((await who.order(1, { orderType: '3', regItemId: item.regItemId })).body.code).toBe(-1)
  })

  test('another payer of the messaging app gets another order, and the first payment sheet can no longer be paid', async () => {
    const who = await enrolPayer(backend)
    const first = await who.order(500_000)
    await backend.db
      .updateTable('session')
      .set({ open_id: 'another' })
      .where('code', '=', who.subject)
      .execute()
    const second = await who.order(500_000)
    expect(second.body.results.payParams.package).not.toBe(first.body.results.payParams.package)
    expect([
      await who.endPaymentSheet(first, 'ok'),
      await who.endPaymentSheet(second, 'ok'),
    ]).toEqual([409, 200])
  })

  test('the single-use id of an expired order cannot be used for another order [D-62]', async () => {
    const who = await enrolPayer(backend)
    const until = new Date(backend.clock.now().getTime() + 60_000)
    await backend.db
      .insertInto('dorm_choice')
      .values({
        student_code: who.subject,
        type_id: '2',
        chosen_at: backend.clock.now(),
        held_until: until,
      })
      .execute()
    const id = await who.orderId()
    await who.order(500_000, {}, { uniqueId: id })
    backend.clock.advance(61)
    expect((await who.order(500_000, {}, { uniqueId: id })).body).toEqual({
      code: -1,
      msg: '订单编号已失效，请重新下单',
    })
  })

  test('an offset amount cannot be charged by the order of a single fee either [FEE-30 D-58]', async () => {
    const who = await enrolPayer(backend)
    const year = currentFeeYear(backend)
    await backend.db
      .insertInto('scholarship')
      .values({ student_code: who.subject, year, amount_fen: 200_000, offset_done: true })
      .execute()
    const items = async (): Promise<Record<string, string>[]> =>
      (await who.post('/findScore/queryitems', { idCard: '' })).body.data
    const shown = (list: Record<string, string>[]) =>
      list.map((one) => [
        one['chargeItemsName'],
        one['charge'],
        one['feeStatusName'],
        one['remark'],
      ])
    const before = await items()
    expect(shown(before)).toEqual([
      ['学费', '16600.00', '未缴费', '应缴 18600.00，冲抵 2000.00 元'],
      ['住宿费', '1200.00', '未缴费', ''],
    ])
    await backend.db
      .updateTable('charge')
      .set({ paid_fen: 100 })
      .where('student_code', '=', who.subject)
      .where('item', '=', '住宿费')
      .execute()
    expect(shown(await items()).map(([, charge, , remark]) => [charge, remark])).toEqual([
      ['16600.00', '应缴 18600.00，冲抵 2000.00 元'],
      ['1199.00', '应缴 1200.00，已缴 1.00 元'],
    ])
    await backend.db
      .updateTable('charge')
      .set({ paid_fen: 0 })
      .where('student_code', '=', who.subject)
      .execute()
    const tuition = { orderType: '3', regItemId: before[0]?.['regItemId'] }
    expect((await who.order(1_860_000, tuition)).body.msg).toBe('请输入正确的金额')
    expect((await who.order(1_000_000, tuition)).body.msg).toBe('请输入正确的金额')
    expect((await who.order(1_780_000, tuition)).body.msg).toBe('请输入正确的金额')
    await who.endPaymentSheet(await who.order(1_660_000, tuition), 'ok')
    expect((await who.overview()).owefee).toBe('1200.00')
    await who.endPaymentSheet(
      await who.order(120_000, { orderType: '3', regItemId: before[1]?.['regItemId'] }),
      'ok',
    )
    expect((await who.overview()).owefee).toBe('0.00')
    expect(new Set((await items()).map((one) => one['feeStatusName']))).toEqual(new Set(['已缴费']))
    expect((await who.order(80_000, tuition)).body.code).toBe(-1)
  })
})

describe('money for an order', () => {
  test('an order becomes paid only by the gateway’s confirmation, which also completes the step and keeps the bed [FEE-45 D-67]', async () => {
    const who = await enrolPayer(backend)
    const now = backend.clock.now()
    const until = new Date(now.getTime() + 600_000)
    await backend.db
      .insertInto('dorm_choice')
      .values({ student_code: who.subject, type_id: '2', chosen_at: now, held_until: until })
      .execute()
    const ordered = await who.order(1_980_000)
    expect((await who.overview()).isFee).toBe('0.00')
    expect(await who.endPaymentSheet(ordered, 'ok')).toBe(200)
    expect(await who.overview()).toMatchObject({ isFee: '19800.00', owefee: '0.00' })
    const steps = await backend.db
      .selectFrom('step_done')
      .select('step_id')
      .where('student_code', '=', who.subject)
      .execute()
    expect(steps.map(({ step_id }) => step_id)).toEqual(expect.arrayContaining([5, 6]))
    const choice = await backend.db
      .selectFrom('dorm_choice')
      .select('held_until')
      .where('student_code', '=', who.subject)
      .executeTakeFirst()
    expect(choice).toEqual({ held_until: null })
    expect((await who.order(100_000)).body.code).toBe(-1)
  })

  test('paying a single fee of an older year settles that year only, and changes neither steps nor bed of this year [D-34 D-49]', async () => {
    const who = await enrolPayer(backend)
    const old = {
      student_code: who.subject,
      year: currentFeeYear(backend) - 1,
      item: '教材费',
      due_fen: 50_000,
      paid_fen: 0,
    }
    const { id } = await backend.db
      .insertInto('charge')
      .values(old)
      .returning('id')
      .executeTakeFirstOrThrow()
    const until = new Date(backend.clock.now().getTime() + 600_000)
    await backend.db
      .insertInto('dorm_choice')
      .values({
        student_code: who.subject,
        type_id: '2',
        chosen_at: backend.clock.now(),
        held_until: until,
      })
      .execute()
    expect(
      await who.endPaymentSheet(
        await who.order(50_000, { orderType: '3', regItemId: String(id) }),
        'ok',
      ),
    ).toBe(200)
    expect(await orderOf(who)).toMatchObject({ state: 'paid', year: currentFeeYear(backend) - 1 })
    expect(
      await backend.db
        .selectFrom('step_done')
        .selectAll()
        .where('student_code', '=', who.subject)
        .execute(),
    ).toEqual([])
    const held = backend.db
      .selectFrom('dorm_choice')
      .select('held_until')
      .where('student_code', '=', who.subject)
    expect(await held.executeTakeFirst()).toEqual({ held_until: until })
  })

  test('a cancelled or failed payment sheet leaves the order unchanged [FEE-46 FEE-47]', async () => {
    const who = await enrolPayer(backend)
    const ordered = await who.order(500_000)
    for (const outcome of ['cancel', 'fail'] as const)
      expect(await who.endPaymentSheet(ordered, outcome)).toBe(200)
    expect(await orderOf(who)).toMatchObject({ state: 'open' })
    expect(await who.endPaymentSheet(ordered, 'ok')).toBe(200)
    expect(await credits(who)).toHaveLength(1)
  })

  test('when a phone dies after paying, the reconciler finds the payment [FEE-45]', async () => {
    const who = await enrolPayer(backend)
    await who.endPaymentSheet(await who.order(500_000), 'dies')
    expect(await credits(who)).toEqual([])
    backend.clock.advance(30)
    await settleDueOrders(settlementContext())
    expect(await orderOf(who)).toMatchObject({ state: 'paid' })
    expect((await who.overview()).isFee).toBe('5000.00')
  })

  test('when a phone dies after paying, the next refresh shows the payment, and the gateway is not asked at every refresh [FEE-45 D-67]', async () => {
    const who = await enrolPayer(backend)
    const { asked, counting } = countQueries()
    const second = await startBackend({ sharing: backend, gateway: counting, clock: backend.clock })
    const look = async () =>
      (await second.post('/api/fees/checkCurrentChargeInfoNew', {}, { authorization: who.token }))
        .body
    await who.endPaymentSheet(await who.order(500_000), 'dies')
    backend.clock.advance(-2)
    expect(await look()).toMatchObject({ msg: '0', order: { state: 'open' } })
    expect(asked).toEqual([])
    backend.clock.advance(5)
    expect(await look()).toMatchObject({ msg: '1', order: { state: 'paid', amount: '500000' } })
    expect(await look()).toMatchObject({ msg: '1', order: { state: 'paid' } })
    expect(asked).toHaveLength(1)
    await second.close()
  })

  test('refreshing an expired order does not postpone its closing by the reconciler', async () => {
    const who = await enrolPayer(backend)
    await who.order(500_000)
    backend.clock.advance(901)
    const { updated_at: before } = await orderOf(who)
    expect((await who.post('/api/fees/checkCurrentChargeInfoNew')).body.order.state).toBe('open')
    expect((await orderOf(who)).updated_at).toEqual(before)
  })

  test('a student who continues paying after their phone died is told that the order is paid, or that the gateway cannot confirm it [FEE-45 D-67]', async () => {
    const who = await enrolPayer(backend)
    await who.endPaymentSheet(await who.order(500_000), 'dies')
    const silent = { ...gateway(), query: async () => ({ type: 'unavailable' as const }) }
    const second = await startBackend({ sharing: backend, gateway: silent, clock: backend.clock })
    const again = await second.post(
      '/payment/pay',
      orderRequestBody(currentFeeYear(backend), 500_000),
      {
        authorization: who.token,
      },
    )
    expect(again.body).toEqual({ code: -1, msg: '支付平台暂时无法确认，请稍后查看结果' })
    await second.close()
    expect((await who.order(500_000)).body).toEqual({ code: -1, msg: '该订单已支付，请刷新后查看' })
    expect(await credits(who)).toHaveLength(1)
  })

  test('notices that are forged, repeated, foreign or wrong are ignored [security 4]', async () => {
    const who = await enrolPayer(backend)
    await who.order(500_000)
    const { number } = await orderOf(who)
    const body = (change: object = {}) =>
      JSON.stringify({ number, transaction: `T${number}`, amountFen: 500_000, ...change })
    expect((await notify({ headers: { 'sandbox-signature': 'AAAA' }, body: body() })).status).toBe(
      401,
    )
    expect((await notify({ headers: {}, body: body() })).status).toBe(401)
    const right = await signSandboxNotification(backend.db, body())
    expect((await notify({ ...right, body: body({ amountFen: 1 }) })).status).toBe(401)
    // A correctly signed notice of a wrong amount is reported to the finance office, and is not
    // credited.
    expect(
      await (
        await notify(
          await signSandboxNotification(backend.db, body({ transaction: 'other', amountFen: 1 })),
        )
      ).text(),
    ).toBe('success')
    expect(await credits(who)).toEqual([])
    for (let time = 0; time < 3; time++) expect((await notify(right)).status).toBe(200)
    expect(await credits(who)).toHaveLength(1)
    const unknown = await signSandboxNotification(backend.db, body({ number: 'BD0' }))
    expect((await notify(unknown)).status).toBe(200)
    const incidents = await backend.db
      .selectFrom('payment_incident')
      .select('kind')
      .where('order_number', 'in', [number, 'BD0'])
      .execute()
    expect(incidents.map(({ kind }) => kind).toSorted()).toEqual(['no such order', 'wrong amount'])
  })

  test('money announced by a late notice for a closed order is credited, and is reported', async () => {
    const who = await enrolPayer(backend)
    await who.order(500_000)
    const { number } = await orderOf(who)
    expect((await who.post('/payment/payCancel')).body).toEqual({ results: '1' })
    await notify(
      await signSandboxNotification(
        backend.db,
        JSON.stringify({ number, transaction: `L${number}`, amountFen: 500_000 }),
      ),
    )
    expect((await who.overview()).isFee).toBe('5000.00')
    const noted = await backend.db
      .selectFrom('payment_incident')
      .select('kind')
      .where('order_number', '=', number)
      .execute()
    expect(noted).toEqual([{ kind: 'paid after closing' }])
  })

  test('a payment of another amount than ordered is reported to the finance office, and the student’s order ends [security 4]', async () => {
    const who = await enrolPayer(backend)
    await who.order(500_000)
    const { number } = await orderOf(who)
    const odd = {
      ...gateway(),
      query: async () => ({
        type: 'paid' as const,
        number,
        transaction: `O${number}`,
        amountFen: 1,
      }),
    }
    expect(
      await settleOrder({ ...settlementContext(), gateway: odd }, number, { end: false }),
    ).toBe('closed')
    expect(await credits(who)).toEqual([])
    const noted = await backend.db
      .selectFrom('payment_incident')
      .select('kind')
      .where('order_number', '=', number)
      .execute()
    expect(noted).toEqual([{ kind: 'wrong amount' }])
  })

  test('an order for more than is owed is closed when an offset changes meanwhile', async () => {
    const who = await enrolPayer(backend)
    const sheet = await who.order(1_980_000)
    await backend.db
      .updateTable('charge')
      .set({ paid_fen: 120_000 })
      .where('student_code', '=', who.subject)
      .where('item', '=', '住宿费')
      .execute()
    backend.clock.advance(30)
    await settleDueOrders(settlementContext())
    expect(await orderOf(who)).toMatchObject({ state: 'closed' })
    expect(await who.endPaymentSheet(sheet, 'ok')).toBe(409)
    expect((await who.order(1_860_000)).body.code).toBe(0)
  })

  test('credits cannot be changed or deleted', async () => {
    await expect(backend.db.deleteFrom('payment_credit').execute()).rejects.toThrow(
      /only ever added to/,
    )
    await expect(
      backend.db.updateTable('payment_credit').set({ amount_fen: 1 }).execute(),
    ).rejects.toThrow(/only ever added to/)
  })
})

describe('cancelling an order', () => {
  test('a cancelled order is closed at the gateway first, and then the bed is released [FEE-36 FEE-53]', async () => {
    const who = await enrolPayer(backend)
    expect((await who.post('/payment/payCancel')).body).toEqual({ results: '1' })
    const now = backend.clock.now()
    const until = new Date(now.getTime() + 600_000)
    await backend.db
      .insertInto('dorm_choice')
      .values({ student_code: who.subject, type_id: '2', chosen_at: now, held_until: until })
      .execute()
    const ordered = await who.order(500_000)
    expect((await who.post('/payment/payCancel')).body).toEqual({ results: '1' })
    expect(await who.endPaymentSheet(ordered, 'ok')).toBe(409)
    expect(
      await backend.db
        .selectFrom('dorm_choice')
        .selectAll()
        .where('student_code', '=', who.subject)
        .execute(),
    ).toEqual([])
  })

  test('a paid order cannot be cancelled [FEE-36]', async () => {
    const who = await enrolPayer(backend)
    await who.endPaymentSheet(await who.order(500_000), 'dies')
    const { body } = await who.post('/payment/payCancel')
    expect(body).toMatchObject({ results: '0', msg: '该订单已支付，请刷新后查看' })
    expect(await credits(who)).toHaveLength(1)
  })

  test('cancelling an order that was paid a moment ago answers that it is paid [FEE-36]', async () => {
    const who = await enrolPayer(backend)
    await who.endPaymentSheet(await who.order(500_000), 'ok')
    expect((await who.post('/payment/payCancel')).body).toMatchObject({
      results: '0',
      msg: '该订单已支付，请刷新后查看',
    })
  })

  test('cancelling an order while the gateway is unreachable leaves it to the reconciler, and the answer says so', async () => {
    const who = await enrolPayer(backend)
    await who.order(500_000)
    const silent = {
      ...gateway(),
      query: async () => ({ type: 'unavailable' as const }),
      close: async () => ({ type: 'unavailable' as const }),
    }
    const second = await startBackend({ sharing: backend, gateway: silent, clock: backend.clock })
    const said = await second.post('/payment/payCancel', {}, { authorization: who.token })
    expect(said.body).toMatchObject({ results: '0', msg: '支付平台暂时无法确认，请稍后查看结果' })
    expect(await orderOf(who)).toMatchObject({ state: 'checking' })
    backend.clock.advance(15)
    await settleDueOrders(settlementContext())
    expect(await orderOf(who)).toMatchObject({ state: 'open' })
    await second.close()
  })

  test('the reconciler closes an expired order', async () => {
    const who = await enrolPayer(backend)
    await who.order(500_000)
    backend.clock.advance(901)
    await settleDueOrders(settlementContext())
    expect(await orderOf(who)).toMatchObject({ state: 'closed' })
    expect(await settleOrder(settlementContext(), (await orderOf(who)).number, { end: true })).toBe(
      'closed',
    )
  })
})

describe('reconciling orders', () => {
  const dying = async (count: number) => {
    const all = await Promise.all(Array.from({ length: count }, () => enrolPayer(backend)))
    for (const who of all) await who.endPaymentSheet(await who.order(500_000), 'dies')
    backend.clock.advance(30)
    return all
  }
  const stateOf = async (who: Payer) => (await orderOf(who)).state

  test('two processes share the reconciliation, and each order is queried once', async () => {
    const all = await dying(24)
    const { asked, counting } = countQueries()
    await Promise.all([
      settleDueOrders({ ...settlementContext(), gateway: counting }),
      settleDueOrders({ ...settlementContext(), gateway: counting }),
    ])
    const numbers = await Promise.all(all.map(async (who) => (await orderOf(who)).number))
    expect(asked.filter((one) => numbers.includes(one)).toSorted()).toEqual(numbers.toSorted())
    expect(new Set(await Promise.all(all.map(stateOf)))).toEqual(new Set(['paid']))
  })

  test('an order whose reconciliation fails does not delay other orders', async () => {
    const all = await dying(12)
    const [first] = all
    const poisoned = first && (await orderOf(first)).number
    const failing = {
      ...gateway(),
      query: async (number: string) => {
        if (number === poisoned) throw new Error('poisoned')
        return gateway().query(number)
      },
    }
    await expect(settleDueOrders({ ...settlementContext(), gateway: failing })).rejects.toThrow(
      'poisoned',
    )
    expect((await Promise.all(all.map(stateOf))).filter((state) => state === 'paid')).toHaveLength(
      11,
    )
    backend.clock.advance(30)
    await settleDueOrders(settlementContext())
    expect(first && (await stateOf(first))).toBe('paid')
  })

  test('the reconciliation runs periodically, one at a time, and stops with the server', async () => {
    const [who] = await dying(1)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const errors: unknown[] = []
    const world = { db: backend.db, gateway: gateway(), clock: backend.clock }
    const sweeping = startOrderReconciler({ ...world, onError: (error) => errors.push(error) })
    vi.advanceTimersByTime(30_000)
    await waitUntil(async () => expect(who && (await stateOf(who))).toBe('paid'))
    await sweeping.stop()
    const [other] = await dying(1)
    vi.advanceTimersByTime(30_000)
    vi.useRealTimers()
    expect([other && (await stateOf(other)), errors]).toEqual(['open', []])
  })

  test('an order whose query times out delays no other order, and its late answer still counts [FEE-45 D-67]', async () => {
    const all = await dying(30)
    const numbers = await Promise.all(all.map(async (who) => (await orderOf(who)).number))
    const asked = new Set<string>()
    let answer = () => {}
    const timeoutController = new Promise<void>((resolve) => (answer = resolve))
    const slow = {
      ...gateway(),
      query: async (number: string) => {
        asked.add(number)
        await timeoutController
        return gateway().query(number)
      },
    }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const sweeping = startOrderReconciler({
      ...settlementContext(),
      gateway: slow,
      onError: () => {},
    })
    vi.advanceTimersByTime(10_000)
    await waitUntil(() => expect(numbers.filter((number) => asked.has(number))).toHaveLength(30))
    // Another order becomes due while all these queries wait.
    const [next] = await dying(1)
    const late = (await orderOf(next as Payer)).number
    vi.advanceTimersByTime(10_000)
    await waitUntil(() => expect(asked).toContain(late))
    backend.clock.advance(8)
    const before = backend.clock.now()
    answer()
    await sweeping.stop()
    vi.useRealTimers()
    expect(new Set(await Promise.all([...all, next as Payer].map(stateOf)))).toEqual(
      new Set(['paid']),
    )
    for (const who of all)
      expect((await credits(who))[0]?.credited_at.getTime()).toBeGreaterThanOrEqual(
        before.getTime(),
      )
  })

  test('payment incidents are counted in a metric without personal data', async () => {
    const who = await enrolPayer(backend)
    await who.order(500_000)
    const { number } = await orderOf(who)
    await notify(
      await signSandboxNotification(
        backend.db,
        JSON.stringify({ number, transaction: `M${number}`, amountFen: 7 }),
      ),
    )
    const registry = new Registry()
    registerPaymentMetrics(registry, backend.db)
    const text = await registry.metrics()
    expect(text).toMatch(/payment_orders\{state="open"\} [1-9]/)
    expect(text).toMatch(/payment_incidents\{kind="wrong amount"\} [1-9]/)
    expect(text).not.toContain(number)
    expect(
      await findOpenIncidents(backend.db, { day: toChinaDay(backend.clock.now()), refunds: [] }),
    ).toContainEqual(
      expect.objectContaining({ kind: 'wrong amount', order_number: number, amount_fen: 7 }),
    )
  })

  test('the credits of a day are those of the day in China, and those that the gateway booked on that day', async () => {
    const who = await enrolPayer(backend)
    await who.endPaymentSheet(await who.order(500_000), 'ok')
    const [credit] = await credits(who)
    const day = toChinaDay(backend.clock.now())
    const transactions = credit === undefined ? [] : [credit.transaction]
    const found = async (of: string, named: string[]) =>
      (await findCreditsOfDay(backend.db, { day: of, transactions: named })).some(
        (one) => one.transaction === credit?.transaction,
      )
    expect([
      await found(day, []),
      await found('2020-01-01', []),
      await found('2020-01-01', transactions),
    ]).toEqual([true, false, true])
  })
})

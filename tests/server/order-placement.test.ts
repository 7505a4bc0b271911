import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderRequest } from '#contract/payment'
import { findNewestOrder, createOrderId } from '#server/features/payment/orders'
import { type PlaceOrderResult, placeOrder } from '#server/features/payment/place-order'
import { settleOrder } from '#server/features/payment/settle'
import type { PaymentGateway } from '#server/payment-gateways/payment-gateway'
import type { Settings } from '#server/platform/settings/settings'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { currentFeeYear, enrolPayer } from '../support/backend/payer.ts'
import { type FakeGateway, createFakeGateway } from '../support/fakes/fake-gateway.ts'
import { startFakeWechatpay } from '../support/fakes/fake-wechatpay.ts'

// These tests place orders at a payment gateway whose answers each test defines.
let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

const PAID = '该订单已支付，请刷新后查看'
const FAILED = '下单失败'
const AWAY = '支付平台暂时无法确认，请稍后查看结果'
const ID_ENDED = '订单编号已失效，请重新下单'
const NOTHING = '暂无可缴费信息'

/** A student who owes money, with a gateway whose answers this test changes. */
async function preparePayer(change: (play: FakeGateway) => Partial<PaymentGateway> = () => ({})) {
  const { db, clock } = backend
  const play = createFakeGateway()
  const gateway = { ...play, ...change(play) }
  const { subject, overview } = await enrolPayer(backend)
  const student = await db
    .selectFrom('student')
    .selectAll()
    .where('code', '=', subject)
    .executeTakeFirstOrThrow()
  const year = String(currentFeeYear(backend))
  const place = (
    wish: Partial<OrderRequest> = {},
    more: { openId?: string; id?: string; settings?: Settings } = {},
  ): Promise<PlaceOrderResult> =>
    placeOrder(
      { db, gateway, clock },
      {
        student,
        openId: more.openId ?? 'o1',
        input: { amount: 500_000, year, orderType: '1', ...wish } as OrderRequest,
        id: more.id,
        tools: { settings: more.settings ?? backend.settings },
      },
    )
  return {
    play,
    student,
    overview,
    year,
    place,
    /** The parameters of the payment sheet, or the reason why there is no payment sheet. */
    sheet: async (...wish: Parameters<typeof place>) => {
      const placed = await place(...wish)
      return placed.type === 'ok' ? placed.prepay : placed.says.zh
    },
    newest: async () => {
      const order = await findNewestOrder(db, subject)
      if (order === undefined) throw new Error('there is no order')
      return order
    },
    id: () => createOrderId(db, { student: subject, now: clock.now() }),
    end: (number: string) => settleOrder({ db, gateway, clock }, number, { end: true }),
    chargeOf: async (item: string) => {
      const charges = db.selectFrom('charge').selectAll().where('student_code', '=', subject)
      return String((await charges.where('item', '=', item).executeTakeFirstOrThrow()).id)
    },
  }
}

describe('a second order while one is open [security 4]', () => {
  test('a student who has paid the first order is told so, and no second order is made', async () => {
    const { play, place, sheet, newest } = await preparePayer()
    await place()
    const { number } = await newest()
    play.pay(number, backend.clock.now())
    expect(await sheet({ amount: 600_000 })).toBe(PAID)
    expect((await newest()).number).toBe(number)
  })

  test('no second order is made while the gateway does not report the state of the first', async () => {
    const { play, place, sheet, newest } = await preparePayer()
    await place()
    const { number } = await newest()
    play.failNext('unavailable')
    expect(await sheet({ amount: 600_000 })).toBe(AWAY)
    expect(await newest()).toMatchObject({ number, state: 'checking' })
    expect(await sheet({ amount: 600_000 })).not.toBe(number)
    expect(await newest()).toMatchObject({ amount_fen: 600_000, state: 'open' })
  })

  test('an order of the same amount for another item is a new order, and so is one after an expired order', async () => {
    const { place, sheet, newest, chargeOf } = await preparePayer()
    await place({ amount: 120_000 })
    const first = (await newest()).number
    expect(await sheet({ amount: 120_000 })).toBe(first)
    const item = await chargeOf('住宿费')
    const second = await sheet({ amount: 120_000, orderType: '3', item })
    expect(second).not.toBe(first)
    backend.clock.advance(901)
    const third = await sheet({ amount: 120_000, orderType: '3', item })
    expect([third === second, third]).toEqual([false, (await newest()).number])
  })

  test('a payment sheet that the gateway has closed is not used again, and a new order is made', async () => {
    const { play, place, sheet, newest } = await preparePayer()
    await place()
    const first = await newest()
    await play.close(first.number)
    expect(await sheet()).toBe(FAILED)
    expect((await newest()).state).toBe('closed')
    expect(await sheet()).toBe((await newest()).number)
    expect((await newest()).number).not.toBe(first.number)
  })
})

describe('the gateway’s answer to a new order', () => {
  test('an order that the gateway reports as already paid becomes paid', async () => {
    const { sheet, newest, overview } = await preparePayer((play) => ({
      prepay: async (wanted) => {
        await play.prepay(wanted)
        play.pay(wanted.number, backend.clock.now())
        return { type: 'over' }
      },
    }))
    expect(await sheet()).toBe(PAID)
    expect([(await newest()).state, (await overview()).isFee]).toEqual(['paid', '5000.00'])
  })

  test('an order that the gateway reports as expired and unpaid becomes failed, and is reconciled', async () => {
    const { sheet, newest } = await preparePayer(() => ({ prepay: async () => ({ type: 'over' }) }))
    expect(await sheet()).toBe(FAILED)
    expect((await newest()).state).not.toBe('open')
  })

  test('an order cancelled while the gateway is creating it gets no payment sheet; one paid at once is reported as paid', async () => {
    const racing = (pays: boolean) => (play: FakeGateway) => ({
      prepay: async (wanted: Parameters<PaymentGateway['prepay']>[0]) => {
        const said = await play.prepay(wanted)
        if (pays) play.pay(wanted.number, backend.clock.now())
        await backend.db
          .updateTable('pay_order')
          .set({ state: 'checking' })
          .where('number', '=', wanted.number)
          .execute()
        return said
      },
    })
    const [left, paid] = [await preparePayer(racing(false)), await preparePayer(racing(true))]
    expect([await left.sheet(), (await left.newest()).state]).toEqual([FAILED, 'closed'])
    expect([await paid.sheet(), (await paid.newest()).state]).toEqual([PAID, 'paid'])
  })

  test('the payment sheet names the school and the year', async () => {
    const subjects: string[] = []
    const { place, year } = await preparePayer((play) => ({
      prepay: (wanted) => {
        subjects.push(wanted.subject)
        return play.prepay(wanted)
      },
    }))
    const settings = { ...backend.settings, schoolName: '设定大学' }
    await backend.db.deleteFrom('school').execute()
    await place({}, { settings })
    const school = { id: 'school', name: '山海大学', name_en: '', install_name: '' }
    await backend.db.insertInto('school').values(school).execute()
    await place({ amount: 600_000 }, { settings })
    await backend.db.deleteFrom('school').execute()
    expect(subjects).toEqual([`设定大学${year}学年缴费`, `山海大学${year}学年缴费`])
  })
})

describe('the single-use id of an order [D-62]', () => {
  test('the single-use id answers that its order is paid or was cancelled, or returns the payment sheet of a valid order', async () => {
    const { play, sheet, newest, id, end } = await preparePayer()
    const [first, second] = [await id(), await id()]
    const number = await sheet({}, { id: first })
    expect(await sheet({ amount: 999_900 }, { id: first })).toBe(number)
    expect(await end((await newest()).number)).toBe('closed')
    expect(await sheet({}, { id: first })).toBe(ID_ENDED)
    const again = await sheet({}, { id: second })
    play.pay(again, backend.clock.now())
    // The first answer comes from the gateway, the second from the stored state.
    for (let time = 0; time < 2; time++) expect(await sheet({}, { id: second })).toBe(PAID)
  })
})

describe('what can be ordered [FEE-61 D-57]', () => {
  test('only this year’s fees can be ordered', async () => {
    const { sheet, year } = await preparePayer()
    expect(await sheet({ year: String(Number(year) - 1) })).toBe('只能缴纳本年度的费用')
  })

  test('a single fee that is owed can be ordered, in its whole amount only', async () => {
    const { play, sheet, newest, end, chargeOf } = await preparePayer()
    const item = await chargeOf('住宿费')
    const single = (change: object = {}) =>
      sheet({ amount: 120_000, orderType: '3', item, ...change })
    expect(await single({ item: '999999999' })).toBe(NOTHING)
    expect(await single({ amount: 119_999 })).toBe('请输入正确的金额')
    const number = await single()
    expect(await newest()).toMatchObject({ number, charge_id: Number(item) })
    play.pay(number, backend.clock.now())
    await end(number)
    expect(await single()).toBe(NOTHING)
    // An order without an item is for the whole year.
    await sheet({ item: '' })
    expect(await newest()).toMatchObject({ charge_id: null, amount_fen: 500_000 })
  })

  test('the amount of an order lies between the minimum and all that is owed, which can be nothing', async () => {
    const { play, sheet, end } = await preparePayer()
    expect(await sheet({ amount: 99_999 })).toBe('缴费金额不得低于最低缴费标准：1000元')
    expect(await sheet({ amount: 1_980_001 })).toBe('请输入正确的金额')
    const all = await sheet({ amount: 1_980_000 })
    play.pay(all, backend.clock.now())
    expect(await end(all)).toBe('paid')
    expect(await sheet({ amount: 100_000 })).toBe(NOTHING)
  })

  test('an order for real money needs a payer who is known to the messaging app', async () => {
    const { sheet } = await preparePayer()
    const double = await startFakeWechatpay()
    double.close()
    const settings = { ...backend.settings, gateway: double.settings }
    expect(await sheet({}, { openId: '', settings })).toBe('请在微信中打开后支付')
    expect(await sheet({}, { openId: 'o1', settings })).toMatch(/^BD/)
  })
})

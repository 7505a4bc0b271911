import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { publishUnresolvedPayment } from '#app/features/fees/confirmation/unresolved-payment.ts'
import { feeOverviewQuery } from '#app/features/fees/public.ts'
import { clearPhoneData } from '#app/features/identity/unbinding.ts'
import { findCachedCopy } from '#app/lib/cache/cached-query.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { showToast } from '#app/ui/toast.ts'
import { parseYuan } from '#contract/fields'
import {
  type PageSnapshot,
  readPageSnapshot,
  savePageSnapshot,
} from '#offline/storage/page-snapshot'
import { toChinaYear } from '#server/platform/clock'
import { orderRequestBody } from '#tests/support/backend/payer.ts'
import {
  markOrderRefreshed,
  holdBedForSeconds,
  resetPaymentsToUnpaid,
  modifyBackendResponse,
} from '#tests/support/screens/payment-state.ts'
import {
  bindDemoUser,
  goOffline,
  goOnline,
  openApp,
  openScreenCampus,
  type RenderedApp,
} from '#tests/support/screens/render.tsx'

// The five payment inquiries run without pauses, and leaving the page is only recorded.
vi.mock('#app/features/fees/confirmation/pauses.ts', () => ({
  PAYMENT_CHECK_DELAYS_MS: [0, 0, 0, 0, 0],
}))
const left = vi.hoisted(() => vi.fn<(address: string) => Promise<void>>(async () => {}))
vi.mock('#app/host/navigate-away.ts', () => ({ navigateAway: left, waitForTraversals: () => {} }))

const campus = openScreenCampus()
const year = toChinaYear(new Date())
const address = '/onlinefee/5/990001'
const STUDENT = 'S990001'
const asked = (path: string) => campus.calls.filter((one) => one.path === path)
const order = () =>
  campus
    .backend()
    .db.selectFrom('pay_order')
    .selectAll()
    .where('student_code', '=', STUDENT)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
const press = async (app: RenderedApp, name: string | RegExp) =>
  app.user.click(await screen.findByRole('button', { name }))

beforeEach(async () => {
  left.mockClear()
  // Remove the toast of an earlier test.
  showToast('')
  await resetPaymentsToUnpaid(campus.backend(), STUDENT)
})

/**
 * Press a button until the dialog opens: within half a second of an attempt, a tap is refused as a
 * second one (XC-28).
 */
const pressUntil = (app: RenderedApp, name: string, dialog: string) =>
  waitFor(async () => {
    await press(app, name)
    return screen.getByRole('dialog', { name: dialog })
  })

/** Open the fee page and proceed to the choice of a payment method. */
async function begin({ amount }: { amount?: string } = {}): Promise<RenderedApp> {
  const app = await openApp(address, { as: '990001' })
  const pay = await screen.findByRole('button', { name: '缴费' })
  await waitFor(() => expect(pay.getAttribute('aria-disabled')).toBe('false'))
  if (amount !== undefined) {
    const input = await screen.findByRole<HTMLInputElement>('textbox', { name: '实缴金额' })
    await app.user.clear(input)
    await app.user.type(input, amount)
  }
  await app.user.click(pay)
  await screen.findByRole('dialog', { name: '选择支付方式' })
  return app
}
/** Open the fee page and proceed to the sandbox's payment sheet. */
async function sheet(wish: { amount?: string } = {}): Promise<RenderedApp> {
  const app = await begin(wish)
  await press(app, /微信支付/)
  await screen.findByRole('dialog', { name: '模拟支付' })
  return app
}

test('the only payment method that is available is the messaging app’s [FEE-16 FEE-51]', async () => {
  const app = await begin()
  for (const other of [/支付宝/, /银行卡/]) {
    await press(app, other)
    expect(await screen.findByText('该功能暂未开放！')).toBeTruthy()
  }
  expect(asked('/commonrest/getUniqueId')).toHaveLength(0)
  expect(screen.getByRole('button', { name: /微信支付/ })).toBeTruthy()
})

test('a payment order is sent with the fields of the requirements and a unique id [FEE-32 FEE-34 FEE-35 FEE-39 FEE-40 FEE-41 FEE-42 D-60]', async () => {
  await sheet({ amount: '19799.99' })
  const request = asked('/payment/pay')[0]
  expect(request?.headers.get('uniqueId')).toMatch(/^\S{16,}$/)
  expect(request?.headers.get('authorization')).toBe(localStorage.getItem('token'))
  expect(request?.body).toEqual({
    channelPayWay: 'JSAPI',
    amount: '1979999',
    terminalCode: 'BAODAO',
    device: 'WEB',
    extra: '{"subOpenId":""}',
    subject: `${year}学年学费`,
    body: '990001陈晓雨',
    stuCode: STUDENT,
    stuNum: '990001',
    collection:
      '[{"costName":"学费","costFees":"18600.00"},{"costName":"住宿费","costFees":"1200.00"}]',
    majorId: expect.any(String),
    orderType: '1',
    year: String(year),
    jxjMoney: '0',
  })
  expect(asked('/commonrest/getUniqueId')[0]?.body['sign']).toBe('')
  expect(await order()).toMatchObject({ amount_fen: 1_979_999, state: 'open', kind: '1' })
})

test('the result page of a partial payment says what is still owed and links to paying the rest [FEE-06 FEE-10]', async () => {
  const app = await sheet({ amount: '5000' })
  await press(app, '支付成功')
  await waitFor(() => expect(app.address()).toBe('/PaySuccess/5/990001'))
  const sign = (await screen.findByText('缴费成功！', { selector: 'main p' }))
    .previousElementSibling
  expect(sign?.getAttribute('data-tone')).toBe('done')
  expect(
    await screen.findByRole('img', { name: '应缴¥ 19,800.00，已缴¥ 5,000.00，尚欠¥ 14,800.00' }),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: '下一步' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '缴纳余款' }).getAttribute('href')).toBe(
    '/onlinefee/5/990001',
  )
})

test('when the university has received the money, the result page says so and links to the next step [FEE-45 FEE-08 D-63 D-67]', async () => {
  const app = await sheet()
  await press(app, '支付成功')
  await waitFor(() => expect(app.address()).toBe('/PaySuccess/5/990001'))
  expect((await screen.findAllByText('缴费成功！')).length).toBeGreaterThan(0)
  expect(screen.getByText(/^¥ 19,800\.00，订单号 BD/)).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByRole('link', { name: '下一步' }).getAttribute('href')).toBe(
      '/checkin/6/990001',
    ),
  )
  expect((await order()).state).toBe('paid')
})

test('the payment sheet’s `ok` alone does not count as paid: after five inquiries the page says that the university has no payment yet, and a later refresh finds it [FEE-45 D-67]', async () => {
  let silent = false
  const state = {
    number: 'BD1',
    amount: '1980000',
    state: 'checking',
    time: new Date().toISOString(),
  }
  modifyBackendResponse(campus, '/api/fees/checkCurrentChargeInfoNew', (body) => {
    if (silent && body['order'] !== null) body['order'] = { ...state, orderNo: state.number }
  })
  const app = await sheet()
  silent = true
  campus.calls.length = 0
  campus.addFault(
    http.post('*/sandbox/pay', () => HttpResponse.json({ paid: true }), { once: true }),
  )
  await press(app, '支付成功')
  expect((await screen.findAllByText('学校还没有收到支付结果')).length).toBeGreaterThan(0)
  expect(screen.getByText(/以学校收到为准。请不要重复支付/)).toBeTruthy()
  const reads = asked('/api/fees/open').length
  expect(reads).toBeGreaterThanOrEqual(5)
  expect(reads).toBeLessThanOrEqual(6)
  expect(screen.queryByText('缴费成功！')).toBeNull()
  expect(screen.queryByRole('button', { name: '缴费' })).toBeNull()
  expect(app.address()).toBe(address)
  silent = false
  await campus
    .backend()
    .db.updateTable('pay_order')
    .set({ state: 'paid' })
    .where('number', '=', (await order()).number)
    .execute()
  await press(app, '刷新')
  await waitFor(() => expect(app.address()).toBe('/PaySuccess/5/990001'))
  expect((await screen.findAllByText('缴费成功！')).length).toBeGreaterThan(0)
})

test('with a backend that reports no orders, a fee counts as paid once the paid amount has risen [FEE-45 D-67]', async () => {
  modifyBackendResponse(
    campus,
    '/api/fees/checkCurrentChargeInfoNew',
    (body) => delete body['order'],
  )
  const app = await sheet({ amount: '5000' })
  await press(app, '支付成功')
  await waitFor(() => expect(app.address()).toBe('/PaySuccess/5/990001'))
  expect((await screen.findAllByText('缴费成功！')).length).toBeGreaterThan(0)
})

test('closing the payment sheet pays nothing, and the open order can be continued on the same page [FEE-46 D-63]', async () => {
  const app = await sheet({ amount: '5000' })
  await press(app, '取消支付')
  expect(await screen.findByText('取消支付，缴费失败！')).toBeTruthy()
  expect(app.address()).toBe(address)
  expect((await screen.findAllByText('有一笔未完成的订单')).length).toBeGreaterThan(0)
  const { number } = await order()
  await pressUntil(app, '继续支付', '选择支付方式')
  await press(app, /微信支付/)
  await press(app, '支付成功')
  await waitFor(() => expect(app.address()).toBe('/PaySuccess/5/990001'))
  expect(await order()).toMatchObject({ number, state: 'paid', amount_fen: 500_000 })
})

test('closing the payment sheet with Escape cancels the payment [FEE-46]', async () => {
  const app = await sheet()
  await app.user.keyboard('{Escape}')
  expect(await screen.findByText('取消支付，缴费失败！')).toBeTruthy()
})

test('a failed payment opens the failure page, which links to paying again [FEE-47 FEE-07 D-63]', async () => {
  const app = await sheet()
  await press(app, '支付失败')
  await waitFor(() => expect(app.address()).toBe('/PayFailed/5/990001'))
  expect(
    await screen.findByRole('img', { name: '应缴¥ 19,800.00，已缴¥ 0.00，尚欠¥ 19,800.00' }),
  ).toBeTruthy()
  expect((await screen.findAllByText('缴费失败，请刷新后重试！')).length).toBeGreaterThan(0)
  expect(document.querySelector('main [data-tone=need]')).toBeTruthy()
  expect((await screen.findByRole('link', { name: '重新缴费' })).getAttribute('href')).toBe(address)
})

test.each([
  ['is lost', () => goOffline(campus)],
  [
    'answers nothing',
    () => {
      campus.addFault(
        http.post('*/sandbox/pay', () => HttpResponse.error()),
        http.post('*/api/fees/checkCurrentChargeInfoNew', () => HttpResponse.error()),
      )
    },
  ],
] as const)(
  'when the network %s while the payment sheet is open, the result is shown as unknown, and 查询结果 inquires about that order [FEE-06 FEE-07 D-67]',
  async (_, breakNetwork) => {
    const first = await sheet({ amount: '5000' })
    await press(first, '支付成功')
    await waitFor(() => expect(first.address()).toContain('/PaySuccess/5/990001'))
    const earlier = (await order()).number
    cleanup()
    showToast('')
    const app = await sheet()
    breakNetwork()
    await press(app, '支付成功')
    await waitFor(() => expect(app.address()).toContain('/PayFailed/5/990001'))
    expect(await screen.findByText('支付结果暂时未知')).toBeTruthy()
    expect(screen.queryByText('缴费成功！')).toBeNull()
    expect(document.body.textContent).not.toContain(earlier)
    const [main] = within(screen.getByRole('main')).getAllByRole('button')
    expect(main?.textContent).toBe('查询结果')
    expect(screen.queryByRole('link', { name: '重新缴费' })).toBeNull()

    const { number } = await order()
    expect(number).not.toBe(earlier)
    // Another phone pays another order meanwhile. This page reports only its own order.
    const other = await campus.backend().signInAs('990001')
    expect((await other.post('/payment/pay', orderRequestBody(year, 600_000))).body.code).toBe(0)
    const { db } = campus.backend()
    await db.updateTable('pay_order').set({ state: 'paid' }).where('state', '=', 'open').execute()
    goOnline(campus)
    await press(app, '查询结果')
    expect(await screen.findByText('这笔订单已关闭')).toBeTruthy()
    expect(screen.queryByText('缴费成功！')).toBeNull()
    expect(asked('/api/fees/checkCurrentChargeInfoNew').at(-1)?.body['orderNo']).toBe(number)
    expect(screen.getByRole('link', { name: '重新缴费' })).toBeTruthy()
  },
)

test.each([
  ['without parameters', { code: 0, results: {} }],
  [
    'without a signature',
    {
      code: 0,
      results: { payParams: { timeStamp: '1', package: 'p', signType: 'RSA', nonceStr: 'n' } },
    },
  ],
  ['in an invalid response', 'oops'],
])(
  'an order %s shows 下单失败 and opens no payment sheet [FEE-48 FEE-33 D-61]',
  async (_, body) => {
    campus.addFault(http.post('*/payment/pay', () => HttpResponse.json(body)))
    const app = await begin()
    await press(app, /微信支付/)
    expect((await screen.findByRole('alert')).textContent).toBe('下单失败')
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test('an order refused with code -1 shows the backend’s message [FEE-49]', async () => {
  campus.addFault(
    http.post('*/payment/pay', () => HttpResponse.json({ code: -1, msg: '收费尚未开始' })),
  )
  const app = await begin()
  await press(app, /微信支付/)
  expect((await screen.findByRole('alert')).textContent).toBe('收费尚未开始')
})

test('a second tap while an order is being placed shows 请勿重复选择 and places no second order [FEE-50 FEE-56 D-65]', async () => {
  const waiting: (() => void)[] = []
  campus.addFault(
    http.post('*/commonrest/getUniqueId', async () => {
      await new Promise<void>((resolve) => waiting.push(resolve))
    }),
  )
  const app = await begin()
  await press(app, /微信支付/)
  await press(app, '正在下单…')
  expect(await screen.findByText('请勿重复选择')).toBeTruthy()
  waiting.forEach((go) => go())
  expect(await screen.findByRole('dialog', { name: '模拟支付' })).toBeTruthy()
  expect(asked('/payment/pay')).toHaveLength(1)
})

test('cancelling an order asks for confirmation, says that the dormitory must be chosen again, and leads to the list of steps [FEE-36 FEE-53 D-63]', async () => {
  await holdBedForSeconds(campus.backend(), STUDENT, 600)
  const app = await sheet()
  await press(app, '取消支付')
  const ask = within(await pressUntil(app, '取消订单', '温馨提示：'))
  await app.user.click(ask.getByRole('button', { name: '暂不取消' }))
  expect(asked('/payment/payCancel')).toHaveLength(0)
  await press(app, '取消订单')
  await app.user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: '取消订单' }),
  )
  expect(await screen.findByText('您已取消该订单！')).toBeTruthy()
  expect(screen.getByText('请重新选择宿舍')).toBeTruthy()
  expect((await order()).state).toBe('closed')
  await press(app, '知道了')
  await waitFor(() => expect(app.address()).toBe('/welcome/990001'))
})

test('cancelling an order warns that the reserved dormitory place is released, only when one is reserved [FEE-53 D-63]', async () => {
  await holdBedForSeconds(campus.backend(), STUDENT, 600)
  const app = await sheet()
  await press(app, '取消支付')
  const ask = within(await pressUntil(app, '取消订单', '温馨提示：'))
  expect(ask.getByText(/宿舍名额将同时释放/)).toBeTruthy()
  cleanup()
  await campus.backend().db.deleteFrom('dorm_choice').where('student_code', '=', STUDENT).execute()
  const again = await openApp(address, { as: '990001' })
  const plain = within(await pressUntil(again, '取消订单', '温馨提示：'))
  expect(plain.getByText('确定取消这笔订单吗？')).toBeTruthy()
  expect(plain.queryByText(/宿舍名额/)).toBeNull()
})

test('the list of steps shows the time left of a bed reservation until the bed is paid for [FLOW-01 D-49]', async () => {
  const { db } = campus.backend()
  await holdBedForSeconds(campus.backend(), STUDENT, 600)
  const now = new Date()
  await db
    .insertInto('step_done')
    .values({ student_code: STUDENT, step_id: 3, done_at: now })
    .execute()
  await openApp('/welcome/990001', { as: '990001' })
  const timer = await screen.findByRole('timer', { name: '宿舍名额保留' })
  expect(timer.textContent).toMatch(/^(10:00|9:\d\d|09:\d\d)$/)
  expect(screen.getByText(/^请在 \d\d:\d\d 前缴费，逾期名额将释放$/)).toBeTruthy()
  cleanup()
  await db
    .updateTable('dorm_choice')
    .set({ held_until: null })
    .where('student_code', '=', STUDENT)
    .execute()
  await openApp('/welcome/990001', { as: '990001' })
  await waitFor(() => expect(asked('/api/dormitoryType/queryTime').length).toBeGreaterThan(1))
  await waitFor(() => expect(screen.queryByRole('timer')).toBeNull())
})

test('after a partial payment, cancelling an order for the rest keeps the bed [FEE-53 D-49]', async () => {
  await holdBedForSeconds(campus.backend(), STUDENT, 600)
  const first = await sheet({ amount: '5000' })
  await press(first, '支付成功')
  await waitFor(() => expect(first.address()).toBe('/PaySuccess/5/990001'))
  cleanup()
  const app = await sheet()
  await press(app, '取消支付')
  await pressUntil(app, '取消订单', '温馨提示：')
  await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '取消订单' }))
  expect(await screen.findByText('您已取消该订单！')).toBeTruthy()
  await waitFor(() => expect(asked('/api/dormitoryType/queryTime').length).toBeGreaterThan(2))
  expect(screen.queryByText('请重新选择宿舍')).toBeNull()
  const { db } = campus.backend()
  expect(
    await db.selectFrom('dorm_choice').selectAll().where('student_code', '=', STUDENT).execute(),
  ).toHaveLength(1)
})

test('when a phone shut down after paying, the next visit shows the order as open, and cancelling it finds the payment [D-67 security 4]', async () => {
  const app = await sheet()
  await markOrderRefreshed(campus.backend(), STUDENT, 60)
  await press(app, '支付后手机死机')
  await waitFor(() => expect(left).toHaveBeenCalledOnce())
  const again = await app.restart(address)
  expect((await screen.findAllByText('有一笔未完成的订单')).length).toBeGreaterThan(0)
  expect(screen.queryByText('缴费成功！')).toBeNull()
  await press(again, '取消订单')
  await again.user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: '取消订单' }),
  )
  expect(await screen.findByRole('button', { name: '完成' })).toBeTruthy()
  expect((await order()).state).toBe('paid')
  expect(screen.queryByText('您已取消该订单！')).toBeNull()
})

test('when a phone shut down after paying, a refresh at the next visit finds the payment and reports it once [FEE-45 D-67]', async () => {
  const app = await sheet()
  await markOrderRefreshed(campus.backend(), STUDENT, 60)
  await press(app, '支付后手机死机')
  await waitFor(() => expect(left).toHaveBeenCalledOnce())
  const again = await app.restart(address)
  expect((await screen.findAllByText('有一笔未完成的订单')).length).toBeGreaterThan(0)
  expect(screen.queryByText('之前的支付已到账')).toBeNull()
  await markOrderRefreshed(campus.backend(), STUDENT, -3)
  await press(again, '刷新')
  expect(await screen.findByRole('button', { name: '完成' })).toBeTruthy()
  const { state, number } = await order()
  expect(state).toBe('paid')
  const news = (await screen.findByText('之前的支付已到账')).closest('[role=status]')
  expect(news?.textContent).toBe(
    `之前的支付已到账学校已收到，请不要重复支付。订单号 ${number}¥ 19,800.00`,
  )
  // The next visit does not report the payment again.
  await again.restart(address)
  expect(await screen.findByRole('button', { name: '完成' })).toBeTruthy()
  expect(screen.queryByText('之前的支付已到账')).toBeNull()
})

test('home reports a payment that was made before the phone shut down, once [FEE-45 D-67]', async () => {
  const app = await sheet()
  await markOrderRefreshed(campus.backend(), STUDENT, -3)
  await press(app, '支付后手机死机')
  await waitFor(() => expect(left).toHaveBeenCalledOnce())
  await app.restart('/')
  const news = await screen.findByRole('link', { name: /之前的支付已到账/ })
  expect(news.getAttribute('href')).toBe('/PaySuccess/990001')
  expect(news.textContent).toContain(`¥ 19,800.00`)
  await app.restart('/')
  await screen.findByText(/步已完成/)
  expect(screen.queryByText('之前的支付已到账')).toBeNull()
})

test('a payment that was made before the phone shut down is reported on the next page, and not to the next student on the phone [FEE-45 D-67]', async () => {
  const app = await sheet()
  await markOrderRefreshed(campus.backend(), STUDENT, -3)
  await press(app, '支付后手机死机')
  await waitFor(() => expect(left).toHaveBeenCalledOnce())
  await app.restart('/checkin')
  expect(await screen.findByText('之前的支付已到账')).toBeTruthy()
  cleanup()
  localStorage.setItem('paymentBegun', '1 S990001')
  publishUnresolvedPayment()
  await clearPhoneData()
  await openApp('/checkin', { as: '990002' })
  expect((await screen.findAllByText('学费')).length).toBeGreaterThan(0)
  expect(screen.queryByText('之前的支付已到账')).toBeNull()
})

test('a payment order without a response is not sent again, and the page shows a network error [OFF-23 D-103]', async () => {
  const app = await begin()
  campus.addFault(http.post('*/payment/pay', () => HttpResponse.error(), { once: true }))
  await press(app, /微信支付/)
  expect((await screen.findByRole('alert')).textContent).toBe('网络错误，请稍后再试')
  expect(asked('/payment/pay')).toHaveLength(0)
  expect(screen.getByRole('button', { name: '缴费' })).toBeTruthy()
})

test('choosing a payment method after the network was lost sends nothing and shows an error [OFF-23]', async () => {
  const app = await begin()
  goOffline(campus)
  await press(app, /微信支付/)
  expect((await screen.findByRole('alert')).textContent).toBe('当前网络不可用，请联网后再操作')
  expect(asked('/commonrest/getUniqueId')).toHaveLength(0)
})

describe('received money', () => {
  const WHO = '880001'
  const KNOWN = `S${WHO}`
  const owed = async () =>
    parseYuan((await (await campus.backend().signInAs(WHO)).post('/api/fees/open')).body.owefee)
  const figures = () => screen.findByRole('img', { name: /^应缴/ })
  /** How to read the amount on each screen that shows one. */
  const SCREENS = {
    '/': () =>
      (screen.queryByText('待缴费')?.closest('a')?.textContent ?? '').match(/¥ [\d,.]+/)?.[0],
    [`/onlinefee/5/${WHO}`]: async () => (await figures()).getAttribute('aria-label'),
    [`/recharge/${WHO}?all=true`]: () => {
      const cards = screen.queryAllByText('未缴费').map((pill) => pill.closest('section'))
      const fens = cards.map((card) =>
        parseYuan(/¥ ([\d,.]+)/.exec(card?.textContent ?? '')?.[1]?.replaceAll(',', '') ?? ''),
      )
      return formatMoney(fens.reduce((sum, fen) => sum + fen, 0))
    },
    '/checkin': async () => (await figures()).getAttribute('aria-label'),
    [`/PaySuccess/${WHO}`]: async () => (await figures()).getAttribute('aria-label'),
  } as const
  const walk = async () => {
    const right = formatMoney(await owed())
    for (const [path, shown] of Object.entries(SCREENS)) {
      const app = await openApp(path)
      // oxlint-disable-next-line no-loop-func -- called while this screen is open
      await waitFor(async () => expect(await shown(), path).toContain(right))
      expect(app.address()).toBe(path)
      cleanup()
    }
  }
  const atStep = async () => {
    const app = await openApp(`/onlinefee/5/${WHO}`)
    const input = await screen.findByRole<HTMLInputElement>('textbox', { name: '实缴金额' })
    await waitFor(() => expect(input.value).not.toBe(''))
    await app.user.clear(input)
    await app.user.type(input, '5000')
    await pressUntil(app, '缴费', '选择支付方式')
    await press(app, /微信支付/)
    await screen.findByRole('dialog', { name: '模拟支付' })
    return app
  }
  const elsewhere = async () => {
    const phone = await campus.backend().signInAs(WHO)
    const uniqueid = (await phone.post('/commonrest/getUniqueId', { sign: '', timestamp: '1' }))
      .body.msg
    const { body } = await phone.post('/payment/pay', orderRequestBody(year, 500_000), { uniqueid })
    await campus
      .backend()
      .post('/sandbox/pay', { package: body.results.payParams.package, outcome: 'ok' })
  }
  /**
   * Pay without this phone's knowledge, and date its cached fees one second back, so that they
   * count as fresh.
   */
  const unheard = (way: () => Promise<unknown>) => async () => {
    await way()
    const { queryKey } = feeOverviewQuery()
    const read = queryClient.getQueryData(queryKey)
    if (read !== undefined)
      queryClient.setQueryData(queryKey, read, { updatedAt: Date.now() - 1_000 })
  }
  const WAYS: Readonly<Record<string, () => Promise<unknown>>> = {
    'paid at the payment step': async () => {
      const app = await atStep()
      await press(app, '支付成功')
      await waitFor(() => expect(app.address()).toBe(`/PaySuccess/5/${WHO}`))
    },
    'paid as a single fee': async () => {
      const app = await openApp(`/recharge/${WHO}?all=true`)
      await app.user.click(await screen.findByRole('link', { name: '缴费：教材费' }))
      await pressUntil(app, '缴费', '选择支付方式')
      await press(app, /微信支付/)
      await press(app, '支付成功')
      await waitFor(() => expect(app.address()).toBe('/'))
    },
    'paid before the phone shut down, and reported by home': async () => {
      const app = await atStep()
      await markOrderRefreshed(campus.backend(), KNOWN, -3)
      await press(app, '支付后手机死机')
      await waitFor(() => expect(left).toHaveBeenCalledOnce())
      cleanup()
      await openApp('/')
      expect(await screen.findByText('之前的支付已到账')).toBeTruthy()
      // The card next to the report asks for the rest only.
      await waitFor(async () =>
        expect(screen.queryByText('待缴费')?.closest('a')?.textContent).toContain(
          formatMoney(await owed()),
        ),
      )
    },
    'paid on another phone': unheard(elsewhere),
    'paid at the desk': unheard(() =>
      campus
        .backend()
        .db.updateTable('charge')
        .set({ paid_fen: 120_000 })
        .where('student_code', '=', KNOWN)
        .where('year', '=', year)
        .where('item', '=', '住宿费')
        .execute(),
    ),
    'offset by finance': unheard(() =>
      campus
        .backend()
        .db.updateTable('scholarship')
        .set({ amount_fen: 300_000 })
        .where('student_code', '=', KNOWN)
        .execute(),
    ),
  }

  beforeEach(async () => {
    const { db } = campus.backend()
    await resetPaymentsToUnpaid(campus.backend(), KNOWN)
    await db
      .updateTable('scholarship')
      .set({ amount_fen: 200_000 })
      .where('student_code', '=', KNOWN)
      .execute()
  })

  test('after a payment elsewhere, fees that cannot be loaded again are marked as outdated, also after a restart [FEE-10 FEE-23 OFF-07]', async () => {
    await bindDemoUser(WHO)
    await openApp(`/onlinefee/5/${WHO}`)
    await figures()
    cleanup()
    await elsewhere()
    campus.addFault(http.post('*/api/fees/open', () => HttpResponse.error()))
    const app = await openApp(`/onlinefee/5/${WHO}`)
    expect(await screen.findByText('有新的缴费，金额尚未更新')).toBeTruthy()
    expect(await figures()).toBeTruthy()
    queryClient.clear()
    await app.restart('/')
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(queryClient.getQueryData(feeOverviewQuery().queryKey)).toBeDefined()
    expect(screen.queryByText('待缴费')).toBeNull()
    queryClient.clear()
    await app.restart()
    expect(await screen.findByText('有新的缴费，金额尚未更新')).toBeTruthy()
    expect(await figures()).toBeTruthy()
    campus.clearFaults()
    await app.restart()
    await waitFor(async () =>
      expect(await SCREENS[`/onlinefee/5/${WHO}`]?.()).toContain(formatMoney(await owed())),
    )
    expect(screen.queryByText('有新的缴费，金额尚未更新')).toBeNull()
  })

  test.each(Object.keys(WAYS))(
    'after a fee was %s, every screen and the cached copy show the new amount [FEE-10 FEE-23 D-56 D-67]',
    async (way) => {
      await bindDemoUser(WHO)
      const before = await owed()
      await openApp(`/onlinefee/5/${WHO}`)
      await figures()
      cleanup()
      await walk()
      await WAYS[way]?.()
      cleanup()
      expect(await owed()).toBeLessThan(before)
      await walk()
      const { queryKey } = feeOverviewQuery()
      await waitFor(async () => {
        const kept = await findCachedCopy(queryKey)
        expect(kept?.state.data).toMatchObject({ value: { owed: await owed() } })
      })
      // The next visit begins with the cached copy on the disk.
      queryClient.clear()
      await walk()
    },
  )

  test('a payment deletes the stored page snapshot, which shows the earlier amount [FEE-10]', async () => {
    await bindDemoUser(WHO)
    await savePageSnapshot('/', { ...FRAME, until: Date.now() + 60_000 })
    await WAYS['paid at the payment step']?.()
    await waitFor(async () => expect(await readPageSnapshot('/', Date.now())).toBeUndefined())
  })
})

const FRAME: PageSnapshot = {
  html: '',
  age: '',
  css: '',
  styles: [],
  root: {},
  until: 0,
}

import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { showToast } from '#app/ui/toast.ts'
import { toChinaYear } from '#server/platform/clock'
import { orderRequestBody } from '#tests/support/backend/payer.ts'
import {
  holdBedForSeconds,
  resetPaymentsToUnpaid,
  modifyBackendResponse,
} from '#tests/support/screens/payment-state.ts'
import {
  goOffline,
  openApp,
  openScreenCampus,
  type RenderedApp,
} from '#tests/support/screens/render.tsx'

vi.mock('#app/features/fees/confirmation/pauses.ts', () => ({
  PAYMENT_CHECK_DELAYS_MS: [0, 0, 0, 0, 0],
}))

const campus = openScreenCampus()
const year = toChinaYear(new Date())
const asked = (path: string) => campus.calls.filter((one) => one.path === path)
const press = async (app: RenderedApp, name: string | RegExp) =>
  app.user.click(await screen.findByRole('button', { name }))
const items = async () =>
  (
    await campus
      .backend()
      .db.selectFrom('charge')
      .select(['id', 'item'])
      .where('student_code', '=', 'S880001')
      .where('year', '=', year)
      .orderBy('id')
      .execute()
  ).map(({ id, item }) => ({ id: String(id), item }))
const booksId = async () => (await items()).find(({ item }) => item === '教材费')?.id ?? ''

beforeEach(async () => {
  showToast('')
  for (const student of ['S990001', 'S880001'])
    await resetPaymentsToUnpaid(campus.backend(), student)
})

test('the list of single fees has a pay link for unpaid fees only [FEE-03 FEE-28 FEE-29 FEE-30 D-55]', async () => {
  await openApp('/recharge/880001', { as: '880001' })
  expect(await screen.findByRole('heading', { level: 1, name: '网上缴费' })).toBeTruthy()
  const books = (await screen.findByText('教材费')).closest('section')
  expect(books?.textContent).toContain('¥ 500.00')
  expect(books?.textContent).toContain(`${year}学年未缴费`)
  expect(
    within(books ?? document.body)
      .getByRole('link', { name: '缴费：教材费' })
      .getAttribute('href'),
  ).toContain('/rechargePay/880001?item=')
  const paid = screen.getAllByText('已缴费').map((pill) => pill.closest('section'))
  expect(paid).toHaveLength(4)
  for (const card of paid) expect(within(card ?? document.body).queryByRole('link')).toBeNull()
  expect(asked('/findScore/queryitems')[0]?.body).toEqual({ idCard: '110101200601010019' })
})

test('a fee with the status `unpaid` can be paid, and any other status is only displayed [FEE-30 D-55]', async () => {
  modifyBackendResponse(campus, '/findScore/queryitems', (body) => {
    body['data'] = [
      {
        chargeItemsName: '卡费',
        charge: '20',
        statusName: '正常',
        feeStatusName: 'unpaid',
        remark: '一卡通',
        regItemId: '7',
      },
      {
        chargeItemsName: '水费',
        charge: '30',
        statusName: '未缴费',
        feeStatusName: '处理中',
        remark: '',
        regItemId: '8',
      },
    ]
  })
  await openApp('/recharge/880001', { as: '880001' })
  expect(await screen.findByRole('link', { name: '缴费：卡费' })).toBeTruthy()
  expect(screen.getByText('一卡通')).toBeTruthy()
  expect(screen.getByText('处理中')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '缴费：水费' })).toBeNull()
})

test('an empty list of single fees shows 暂无可缴费信息 [FEE-31]', async () => {
  modifyBackendResponse(campus, '/findScore/queryitems', (body) => (body['data'] = []))
  await openApp('/recharge/880001', { as: '880001' })
  expect(await screen.findByText('暂无可缴费信息')).toBeTruthy()
})

test('single fees that cannot be loaded show an error with a retry, and offline the offline message [FEE-03]', async () => {
  let broken = true
  campus.addFault(
    http.post('*/findScore/queryitems', () =>
      broken ? HttpResponse.json({ code: '-1', msg: '维护中' }) : undefined,
    ),
  )
  const app = await openApp('/recharge/880001', { as: '880001' })
  expect((await screen.findByRole('alert')).textContent).toContain('缴费项目加载失败维护中')
  broken = false
  await press(app, '重试')
  expect(await screen.findByText('教材费')).toBeTruthy()
  goOffline(campus)
  const { queryClient } = await import('#app/lib/cache/query-client.ts')
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes('fee-items') })
  await app.restart('/recharge/880001')
  expect((await screen.findByRole('alert')).textContent).toContain('当前网络不可用，请联网后再操作')
})

test('a student who has paid something this year sees the payments first, with a link to the list of fees [FEE-27 FEE-05 D-68]', async () => {
  const app = await openApp('/recharge/990002', { as: '990002' })
  await waitFor(() => expect(app.address()).toBe('/checkin'))
  expect(asked('/api/fees/checkCurrentChargeInfoNew')[0]?.body).toEqual({ stuCode: 'S990002' })
  await app.user.click(await screen.findByRole('link', { name: '查看缴费项目' }))
  await waitFor(() => expect(app.address()).toBe('/recharge/990002?all=true'))
  expect((await screen.findAllByText('已缴费')).length).toBeGreaterThan(0)
})

test('after a partial payment every payment page shows what is still owed [FEE-05 FEE-10 D-68]', async () => {
  const { db } = campus.backend()
  await db
    .updateTable('charge')
    .set({ paid_fen: 500_000 })
    .where('student_code', '=', 'S990001')
    .where('item', '=', '学费')
    .execute()
  const name = '应缴¥ 19,800.00，已缴¥ 5,000.00，尚欠¥ 14,800.00'
  const app = await openApp('/recharge/990001', { as: '990001' })
  await waitFor(() => expect(app.address()).toBe('/checkin'))
  expect(await screen.findByRole('img', { name })).toBeTruthy()
  const rest = await screen.findByRole('link', { name: '缴纳余款' })
  expect(rest.getAttribute('href')).toMatch(/^\/(onlinefee\/5\/990001|recharge\/990001\?all=true)$/)
  await app.restart('/recharge/990001?all=true')
  const tuition = (await screen.findByText('学费')).closest('section')
  expect(tuition?.textContent).toContain('¥ 13,600.00')
  expect(tuition?.textContent).toContain('应缴 18600.00，已缴 5000.00 元')
  await app.restart('/pay/5/990001')
  await press(app, /到校缴费/)
  const slip = within(await screen.findByRole('article'))
  expect(slip.getByRole('row', { name: /减：已缴/ }).textContent).toContain('−¥ 5,000.00')
  expect(slip.getByRole('row', { name: /合计/ }).textContent).toBe('合计¥ 14,800.00')
})

test('the payment link of a student who has paid nothing says 缴费, not 缴纳余款 [FEE-05]', async () => {
  await openApp('/checkin', { as: '990001' })
  expect(await screen.findByText('本年度还没有缴费')).toBeTruthy()
  const pay = await screen.findByRole('link', { name: /^缴/ })
  expect(pay.textContent).toBe('缴费')
})

test('with an offset scholarship the fees minus the deduction add up to the owed amount [FEE-11 FEE-64 D-56]', async () => {
  await openApp('/onlinefee/5/880001', { as: '880001' })
  const total = (await screen.findByText('合计')).closest('section')
  expect(total?.textContent).toContain('减：冲抵−¥ 2,000.00')
  expect(total?.textContent).toContain('合计¥ 18,300.00')
  expect(
    screen.getByRole('img', {
      name: '应缴¥ 20,300.00，已缴¥ 0.00，冲抵¥ 2,000.00，尚欠¥ 18,300.00',
    }),
  ).toBeTruthy()
})

test('a single fee is paid as orderType 3, and then the app goes home [FEE-04 FEE-40 FEE-42 FEE-45 FEE-32]', async () => {
  const app = await openApp('/recharge/880001', { as: '880001' })
  await app.user.click(await screen.findByRole('link', { name: '缴费：教材费' }))
  await waitFor(async () => expect(app.address()).toContain(await booksId()))
  const pay = await screen.findByRole('button', { name: '缴费' })
  await app.user.click(pay)
  await press(app, /微信支付/)
  expect(await screen.findByRole('dialog', { name: '模拟支付' })).toBeTruthy()
  expect(asked('/payment/pay')[0]?.body).toMatchObject({
    orderType: '3',
    regItemId: await booksId(),
    amount: '50000',
    year: String(year),
    subject: '教材费',
    collection: '[{"costName":"教材费","costFees":"500.00"}]',
    jxjMoney: '0',
  })
  await press(app, '支付成功')
  expect(await screen.findByText('缴费成功！')).toBeTruthy()
  await waitFor(() => expect(app.address()).toBe('/'))
})

test('after a failed payment or a cancelled order of a single fee the page of that fee stays open [FEE-46 FEE-47 FEE-53 D-63]', async () => {
  const app = await openApp(`/rechargePay/880001?item=${await booksId()}`, { as: '880001' })
  await press(app, '缴费')
  await press(app, /微信支付/)
  await press(app, '支付失败')
  expect(await screen.findByText('缴费失败，请刷新后重试！')).toBeTruthy()
  const dialog = await waitFor(async () => {
    await press(app, '取消订单')
    return screen.getByRole('dialog', { name: '温馨提示：' })
  })
  await app.user.click(within(dialog).getByRole('button', { name: '取消订单' }))
  expect(await screen.findByText('您已取消该订单！')).toBeTruthy()
  expect(await screen.findByRole('button', { name: '缴费' })).toBeTruthy()
  expect(app.address()).toContain('/rechargePay/880001')
})

describe('an order that was made on another payment page', () => {
  /** Reserve a bed, and place an order from another phone. */
  const ordered = async (change: object) => {
    await holdBedForSeconds(campus.backend(), 'S990001', 600)
    const phone = await campus.backend().signInAs('990001')
    expect(
      (await phone.post('/payment/pay', orderRequestBody(year, 120_000, change))).body.code,
    ).toBe(0)
  }
  const giveUp = async (app: RenderedApp) => {
    await press(app, '取消订单')
    await app.user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: '取消订单' }),
    )
    expect(await screen.findByText('您已取消该订单！')).toBeTruthy()
  }
  const isHeld = async () =>
    (
      await campus
        .backend()
        .db.selectFrom('dorm_choice')
        .select('type_id')
        .where('student_code', '=', 'S990001')
        .execute()
    ).length === 1
  const lodging = async () =>
    campus
      .backend()
      .db.selectFrom('charge')
      .select('id')
      .where('student_code', '=', 'S990001')
      .where('item', '=', '住宿费')
      .executeTakeFirstOrThrow()

  test('cancelling the payment step’s order on the page of a single fee releases the bed, and the page says 请重新选择宿舍 [FEE-36 FEE-53 D-63]', async () => {
    await ordered({ orderType: '1' })
    const app = await openApp(`/rechargePay/990001?item=${(await lodging()).id}`, { as: '990001' })
    await giveUp(app)
    expect(await screen.findByText('请重新选择宿舍')).toBeTruthy()
    expect(await isHeld()).toBe(false)
    await press(app, '知道了')
    await waitFor(() => expect(app.address()).toBe('/welcome/990001'))
  })

  test('cancelling a single fee’s order at the payment step keeps the bed reservation, and the page stays [FEE-36 FEE-53 D-63]', async () => {
    await ordered({ orderType: '3', regItemId: String((await lodging()).id) })
    const app = await openApp('/onlinefee/5/990001', { as: '990001' })
    await giveUp(app)
    expect([screen.queryByText('请重新选择宿舍') === null, await isHeld()]).toEqual([true, true])
    expect(app.address()).toBe('/onlinefee/5/990001')
  })
})

test('the page of an unknown single fee says that it cannot be paid and links to the list [FEE-04]', async () => {
  await openApp('/rechargePay/880001?item=0', { as: '880001' })
  expect(await screen.findByText('这个项目现在不能缴费')).toBeTruthy()
  expect(screen.getByRole('link', { name: '查看缴费项目' }).getAttribute('href')).toBe(
    '/recharge/880001?all=true',
  )
})

test('the choice of a payment method offers payment at school, and third-party payment at the fee step [FEE-02 FEE-17 D-36]', async () => {
  await openApp('/pay/5/990001', { as: '990001' })
  expect(await screen.findByRole('heading', { level: 1, name: '选择缴费方式' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /第三方支付/ }).getAttribute('href')).toBe(
    '/onlinefee/5/990001',
  )
  expect(screen.getByRole('button', { name: /到校缴费/ })).toBeTruthy()
  await openApp('/pay/990001')
  expect(
    (await screen.findAllByRole('link', { name: /第三方支付/ })).at(-1)?.getAttribute('href'),
  ).toBe('/onlinefee/5/990001')
})

test('choosing payment at school shows a printable slip, and a second choice is refused [FEE-37 FEE-38 D-59 D-65]', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const app = await openApp('/pay/5/990001', { as: '990001' })
  await press(app, /到校缴费/)
  const slip = within(await screen.findByRole('article'))
  for (const text of [
    '陈晓雨',
    '990001',
    '女',
    '110******0015',
    '院系',
    '专业',
    '年级',
    '学费',
    '住宿费',
  ])
    expect(slip.getAllByText(text).length).toBeGreaterThan(0)
  expect(slip.getByRole('row', { name: /合计/ }).textContent).toBe('合计¥ 19,800.00')
  expect(asked('/payment/payCarry')[0]?.body).toEqual({
    stuCode: 'S990001',
    year: String(year),
    processId: 5,
  })
  await press(app, '打印')
  expect(print).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
  await press(app, /到校缴费/)
  expect(await screen.findByText('请勿重复选择')).toBeTruthy()
  expect(asked('/payment/payCarry')).toHaveLength(1)
  const steps = await campus
    .backend()
    .db.selectFrom('step_done')
    .select('step_id')
    .where('student_code', '=', 'S990001')
    .execute()
  expect(steps.map(({ step_id }) => step_id)).toContain(5)
})

test('choosing payment at school offline sends nothing and shows an error [FEE-37]', async () => {
  const app = await openApp('/pay/5/990001', { as: '990001' })
  await screen.findByRole('button', { name: /到校缴费/ })
  goOffline(campus)
  await press(app, /到校缴费/)
  expect((await screen.findByRole('alert')).textContent).toBe('当前网络不可用，请联网后再操作')
  expect(asked('/payment/payCarry')).toHaveLength(0)
})

test('the page of this year’s payments shows payment methods and fees, and in the flow leads to the next step [FEE-05 FEE-25 FEE-26]', async () => {
  await openApp('/welcome/990002', { as: '990002' })
  await screen.findByText('缴费信息')
  const app = await openApp('/checkin/6/990002')
  const [ways, details] = await screen.findAllByRole('table')
  expect(ways?.textContent).toMatch(/缴费方式.*¥ 19,800\.00/)
  expect(await screen.findByRole('heading', { name: `${year} 学年 · 缴费方式` })).toBeTruthy()
  expect(screen.getByRole('heading', { name: `${year} 学年 · 缴费项目` })).toBeTruthy()
  expect(details?.textContent).toContain('学费¥ 18,600.00住宿费¥ 1,200.00合计¥ 19,800.00')
  await press(app, '下一步')
  await waitFor(() => expect(app.address()).toBe('/livinguse/7/990002'))
})

test('the page of payments, opened without a step, says that there are none this year [FEE-05]', async () => {
  await openApp('/checkin', { as: '990001' })
  expect(await screen.findByText('本年度还没有缴费')).toBeTruthy()
})

test('the pages of payment results open with and without a step in the address, and replace another number by the student’s own [FEE-06 FEE-07 FEE-08 FLOW-20 D-36]', async () => {
  const app = await openApp('/PaySuccess/990009', { as: '990002' })
  await waitFor(() => expect(app.address()).toBe('/PaySuccess/990002'))
  expect(await screen.findByText('缴费成功！')).toBeTruthy()
  expect(screen.getByRole('link', { name: '返回首页' })).toBeTruthy()
  await app.restart('/welcome/990002')
  await screen.findByText('缴费信息')
  await app.restart('/PaySuccess/4/990002')
  await waitFor(() =>
    expect(screen.getByRole('link', { name: '下一步' }).getAttribute('href')).toBe(
      '/onlinefee/5/990002',
    ),
  )
  const failed = await app.restart('/payfailed/990002')
  expect(await screen.findByText('缴费失败，请刷新后重试！')).toBeTruthy()
  expect(screen.getByRole('link', { name: '重新缴费' }).getAttribute('href')).toBe(
    '/recharge/990002?all=true',
  )
  await failed.restart('/PayFailed/5/990002')
  expect((await screen.findByRole('link', { name: '重新缴费' })).getAttribute('href')).toBe(
    '/onlinefee/5/990002',
  )
})

test('the success page does not say that a fee is paid while the university has no payment [FEE-06 D-67]', async () => {
  const app = await openApp('/PaySuccess/5/990001', { as: '990001' })
  expect(await screen.findByText('学校还没有收到缴费')).toBeTruthy()
  expect(screen.queryByText('缴费成功！')).toBeNull()
  modifyBackendResponse(campus, '/api/fees/checkCurrentChargeInfoNew', (body) => {
    body['order'] = {
      orderNo: 'BD1',
      amount: '100',
      state: 'checking',
      time: new Date().toISOString(),
    }
  })
  const waiting = await app.restart('/PaySuccess/5/990001')
  expect(await screen.findByText('学校正在确认这笔支付')).toBeTruthy()
  expect(screen.getByRole('button', { name: '查询结果' })).toBeTruthy()
  const { queryClient } = await import('#app/lib/cache/query-client.ts')
  goOffline(campus)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes('paid-state') })
  await waiting.restart('/PaySuccess/5/990001')
  expect(await screen.findByText('支付结果暂时未知')).toBeTruthy()
  expect(screen.getByText('当前网络不可用，请联网后再操作')).toBeTruthy()
})

test('when the network returns, a visible page repeats its failed reads and its failed payment inquiry [D-67 D-103]', async () => {
  const [READ, INQUIRY] = ['/api/fees/open', '/api/fees/checkCurrentChargeInfoNew']
  let broken = true
  campus.addFault(
    http.post(`*${READ}`, () => (broken ? HttpResponse.error() : undefined)),
    http.post(`*${INQUIRY}`, () => (broken ? HttpResponse.error() : undefined)),
  )
  await openApp('/PayFailed/5/990001', { as: '990001' })
  // That the address is PayFailed does not prove that the payment has failed.
  expect(await screen.findByText('支付结果暂时未知')).toBeTruthy()
  expect(screen.queryByText('缴费失败，请刷新后重试！')).toBeNull()
  expect([asked(READ), asked(INQUIRY)].map((made) => made.length)).toEqual([0, 0])
  broken = false
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(asked(READ)).not.toEqual([]))
  await waitFor(() => expect(asked(INQUIRY)).toHaveLength(1))
})

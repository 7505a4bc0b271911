import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { clearPhoneData } from '#app/features/identity/unbinding.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { setLanguage } from '#app/lib/language/language.ts'
import { toChinaYear } from '#server/platform/clock'
import {
  holdBedForSeconds,
  resetPaymentsToUnpaid,
  modifyBackendResponse,
} from '#tests/support/screens/payment-state.ts'
import { goOffline, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const year = toChinaYear(new Date())
const NEW = '/onlinefee/5/990001'
const CONTINUING = '/onlinefee/5/880001'
const asked = (path: string) => campus.calls.filter((one) => one.path === path)
const amount = () => screen.findByRole<HTMLInputElement>('textbox', { name: '实缴金额' })
const pay = () => screen.findByRole('button', { name: '缴费' })
/** Wait until the pay button is enabled. */
const canPay = async () => {
  await waitFor(async () => expect((await pay()).getAttribute('aria-disabled')).toBe('false'))
  return pay()
}
const alerts = async () =>
  (await screen.findAllByRole('alert')).map(({ textContent }) => textContent)

beforeEach(async () => {
  for (const student of ['S990001', 'S990004', 'S880001'])
    await resetPaymentsToUnpaid(campus.backend(), student)
})

test('the fee page names its student, and has an accessible chart of the year [FEE-01 FEE-09 FEE-10 FEE-19 FEE-23 FEE-24 FEE-13]', async () => {
  await openApp(CONTINUING, { as: '880001' })
  expect(await screen.findByRole('heading', { level: 1, name: '缴费信息' })).toBeTruthy()
  const picture = await screen.findByRole('img', { name: /^应缴/ })
  expect(picture.getAttribute('aria-label')).toBe(
    '应缴¥ 20,300.00，已缴¥ 0.00，冲抵¥ 2,000.00，尚欠¥ 18,300.00',
  )
  expect(screen.getByText('刘嘉怡')).toBeTruthy()
  expect(screen.getByText(/880001 · /)).toBeTruthy()
  expect(screen.getByText(`${year} 学年尚欠`)).toBeTruthy()
  expect(await screen.findByText('已冲抵')).toBeTruthy()
})

test('the list of fee years begins with the current one and opens another [FEE-10 FEE-19]', async () => {
  const app = await openApp(CONTINUING, { as: '880001' })
  await app.user.click(await screen.findByRole('button', { name: /缴费年度/ }))
  const offered = (await screen.findAllByRole('radio')).map((one) => one.textContent)
  expect(offered).toEqual([year, year - 1, year - 2].map((one) => `${one} 学年`))
  await app.user.click(screen.getByRole('radio', { name: `${year - 1} 学年` }))
  const picture = await screen.findByRole('img', { name: /已缴¥ 19,800\.00，尚欠¥ 0\.00/ })
  expect(picture).toBeTruthy()
  expect(screen.getByText('已缴清')).toBeTruthy()
})

test('the fee page lists the fees, lodging included, with their total [FEE-11 FEE-20 FEE-21 FEE-64]', async () => {
  await openApp(NEW, { as: '990001' })
  const rows = (await screen.findByText('学费')).closest('section')
  expect(rows?.textContent).toContain('学费¥ 18,600.00住宿费¥ 1,200.00合计¥ 19,800.00')
})

test('payments are deducted from the total; when the sum differs from what is owed, the fees are loaded once more [FEE-64 D-56]', async () => {
  modifyBackendResponse(campus, '/api/fees/open', (body) => {
    body['isFee'] = '1000.00'
    body['owefee'] = '18700.00'
  })
  await openApp(NEW, { as: '990001' })
  const total = (await screen.findByText('合计')).closest('section')
  expect(total?.textContent).toContain('减：已缴−¥ 1,000.00减：冲抵−¥ 100.00合计¥ 18,700.00')
  expect((await amount()).value).toBe('18700')
  await waitFor(() => expect(asked('/api/fees/open')).toHaveLength(2))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(asked('/api/fees/open')).toHaveLength(2)
})

test('the fee page offers a new student two applications and shows a note on insurance [FEE-12 FEE-65 FLOW-17 GRN-45]', async () => {
  await openApp(NEW, { as: '990001' })
  expect((await screen.findByRole('link', { name: /生源地贷款/ })).getAttribute('href')).toBe(
    '/loan/990001',
  )
  expect(screen.getByText('注：以上费用不含医疗保险')).toBeTruthy()
  expect(screen.getByRole('link', { name: /建档立卡/ }).getAttribute('href')).toBe(
    '/reduce/990001?tmp=7800',
  )
})

test('the insurance note is shown below the fees of a new undergraduate, and not to a new postgraduate [FEE-65 D-69]', async () => {
  const app = await openApp(NEW, { as: '990001' })
  const note = await screen.findByText('注：以上费用不含医疗保险')
  expect(note.previousElementSibling?.textContent).toMatch(/费用项目.*住宿费.*合计/)
  await app.restart('/')
  await clearPhoneData()
  await openApp('/onlinefee/5/990004', { as: '990004' })
  expect(await screen.findByText(/费用项目/)).toBeTruthy()
  expect(screen.queryByText(/医疗保险/)).toBeNull()
})

test('the fee page offers a continuing student one application and shows no insurance note [FEE-12 FEE-65]', async () => {
  await openApp(CONTINUING, { as: '880001' })
  expect(await screen.findByRole('link', { name: /生源地贷款/ })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /建档立卡/ })).toBeNull()
  expect(screen.queryByText(/医疗保险/)).toBeNull()
})

test('the fee page shows the status of each application, and 加载失败 for one that cannot be loaded [FEE-13]', async () => {
  let tries = 0
  campus.addFault(
    http.post('*/selectStuDelayfeeMsg', () => {
      tries += 1
      return new HttpResponse('gateway', { status: 502 })
    }),
  )
  await openApp('/onlinefee/5/990003', { as: '990003' })
  const lines = (await screen.findByRole('heading', { name: '绿色通道与奖学金' })).closest(
    'section',
  )
  const said = within(lines ?? document.body)
  expect((await said.findByText('待审核')).closest('a')?.textContent).toContain('生源地贷款')
  expect(await said.findByText('加载失败')).toBeTruthy()
  expect(await said.findByText('未申请')).toBeTruthy()
  expect(await said.findByText('无')).toBeTruthy()
  // Successful responses to other calls must not cause this request to be repeated.
  expect(tries).toBeLessThanOrEqual(2)
})

test('the amount to pay starts with what is owed, and an invalid one is corrected with a message [FEE-14 FEE-59 FEE-60 FEE-61]', async () => {
  const app = await openApp(NEW, { as: '990001' })
  const input = await amount()
  expect(input.value).toBe('19800')
  await app.user.clear(input)
  await app.user.click(await canPay())
  expect(await screen.findAllByText('请输入实缴金额')).not.toHaveLength(0)
  expect(document.activeElement).toBe(input)
  for (const [typed, says] of [
    ['abc', '请输入正确的金额'],
    ['1.234', '请输入正确的金额'],
    ['19800.01', '请输入正确的金额'],
    ['0', '请输入正确的金额'],
    ['999.99', '缴费金额不得低于最低缴费标准：1000元'],
  ] as const) {
    await app.user.clear(input)
    await app.user.type(input, typed)
    await app.user.click(await canPay())
    // The corrected amount is shown, and no dialog to pay it opens.
    expect(
      document.getElementById(input.getAttribute('aria-describedby')?.split(' ')[1] ?? '')
        ?.textContent,
    ).toBe(says)
    expect(input.value).toBe('19800')
    expect(screen.queryByRole('dialog')).toBeNull()
  }
  await app.user.clear(input)
  await app.user.type(input, '1000.5')
  await app.user.click(await canPay())
  expect(await screen.findByText('¥ 1,000.50')).toBeTruthy()
})

test('an invalid amount to pay is replaced by what is owed when the field loses focus [FEE-63]', async () => {
  const app = await openApp(NEW, { as: '990001' })
  const input = await amount()
  await app.user.clear(input)
  await app.user.type(input, 'abc')
  await app.user.tab()
  await waitFor(() => expect(input.value).toBe('19800'))
  expect(screen.getByText('已恢复为尚欠金额，请确认')).toBeTruthy()
})

test('the amount to pay cannot be edited when the lowest fee is below 0 [FEE-22 FEE-62]', async () => {
  modifyBackendResponse(
    campus,
    '/api/fees/open',
    (body) => (body['lowestFee'] = { lowestFee: '-1' }),
  )
  await openApp(NEW, { as: '990001' })
  const input = await amount()
  expect(input.disabled).toBe(true)
  expect(input.value).toBe('19800')
})

test('the fee page of a student who owes something links to paying at school [FEE-17 D-59]', async () => {
  const app = await openApp('/onlinefee/5/990001', { as: '990001' })
  await app.user.click(await screen.findByRole('link', { name: '到校缴费' }))
  await waitFor(() => expect(app.address()).toBe('/pay/5/990001'))
  expect(await screen.findByRole('heading', { level: 1, name: '选择缴费方式' })).toBeTruthy()
})

test('the fee page has a finish button when nothing is owed, which leads to the next step [FEE-57 FEE-08]', async () => {
  const list = await openApp('/welcome/990002', { as: '990002' })
  await screen.findByText('缴费信息')
  const app = await list.restart('/onlinefee/5/990002')
  const finish = await screen.findByRole('button', { name: '完成' })
  expect(screen.queryByRole('link', { name: '到校缴费' })).toBeNull()
  await app.user.click(finish)
  await waitFor(() => expect(app.address()).toBe('/checkin/6/990002'))
})

test('finishing the payment step shows an error and stays when the campus refuses it or there is no network [FEE-57 D-103]', async () => {
  const { db } = campus.backend()
  await db
    .deleteFrom('step_done')
    .where('student_code', '=', 'S990002')
    .where('step_id', '=', 5)
    .execute()
  campus.addFault(
    http.post('*/addStatus', () => HttpResponse.json({ results: false, msg: '请先缴清费用' }), {
      once: true,
    }),
  )
  const app = await openApp('/onlinefee/5/990002', { as: '990002' })
  const finish = async () => app.user.click(await screen.findByRole('button', { name: '完成' }))
  await finish()
  expect(await alerts()).toContain('请先缴清费用')
  expect(app.address()).toBe('/onlinefee/5/990002')
  goOffline(campus)
  await finish()
  await waitFor(async () => expect(await alerts()).toContain('当前网络不可用，请联网后再操作'))
  expect(app.address()).toBe('/onlinefee/5/990002')
  expect(asked('/api/NewReports/addStatus')).toHaveLength(0)
})

test('a finished payment step leads to the next step offline [FEE-57 FLOW-11]', async () => {
  await campus
    .backend()
    .db.insertInto('step_done')
    .values({ student_code: 'S990002', step_id: 5, done_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const list = await openApp('/welcome/990002', { as: '990002' })
  await screen.findByText('缴费信息')
  const app = await list.restart('/onlinefee/5/990002')
  await screen.findByRole('button', { name: '完成' })
  goOffline(campus)
  await app.user.click(await screen.findByRole('button', { name: '完成' }))
  await waitFor(() => expect(app.address()).toBe('/checkin/6/990002'))
})

test('the fee page shows an undergraduate the time left of the bed reservation, and a postgraduate none [FEE-15]', async () => {
  await holdBedForSeconds(campus.backend(), 'S990001', 1458)
  await openApp(NEW, { as: '990001' })
  expect((await screen.findByRole('timer')).textContent).toMatch(/^2[34]:\d\d$/)
  cleanup()
  await openApp('/onlinefee/5/990004', { as: '990004' })
  await pay()
  expect(screen.queryByRole('timer')).toBeNull()
  expect(
    asked('/api/dormitoryType/queryTime').every(({ body }) => body['stuCode'] === 'S990001'),
  ).toBe(true)
})

/**
 * Wait for the timer of the bed reservation, then let the reservation expire while the page is
 * open.
 */
async function runOut(student: string) {
  expect(await screen.findByRole('timer')).toBeTruthy()
  await holdBedForSeconds(campus.backend(), student, -1)
  const later = Date.now() + 700_000
  vi.spyOn(Date, 'now').mockImplementation(() => later)
}

test('when a bed reservation expires while the fee page is open, a dialog says so and leads to choosing again [FEE-52 FEE-58 D-64]', async () => {
  await holdBedForSeconds(campus.backend(), 'S990001', 600)
  const app = await openApp(NEW, { as: '990001' })
  await runOut('S990001')
  const box = within(await screen.findByRole('dialog', { name: '温馨提示：' }))
  expect(box.getByText('支付超时，请重新选择宿舍！')).toBeTruthy()
  await app.user.click(box.getByRole('button', { name: '重新选择宿舍' }))
  await waitFor(() => expect(app.address()).toBe('/selectdorm/3/990001'))
})

test('when a reservation expires for a student without a dormitory step, the fee page shows only 支付超时！ [FEE-52 D-64]', async () => {
  await holdBedForSeconds(campus.backend(), 'S880001', 600)
  const app = await openApp(CONTINUING, { as: '880001' })
  await runOut('S880001')
  const box = within(await screen.findByRole('dialog', { name: '温馨提示：' }))
  expect(box.getByText('支付超时！')).toBeTruthy()
  await app.user.click(box.getByRole('button', { name: '知道了' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('when the time left of a bed reservation cannot be loaded, the fee page shows 宿管系统异常 and disables payment [DORM-17 D-64]', async () => {
  campus.addFault(http.post('*/queryTime', () => HttpResponse.json({ code: '0', results: 'soon' })))
  const app = await openApp(NEW, { as: '990001' })
  expect(await alerts()).toContain('宿管系统异常，请联系管理员！')
  await app.user.click(await pay())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect((await pay()).getAttribute('aria-disabled')).toBe('true')
})

test('a pending application blocks payment [FEE-54 FEE-55]', async () => {
  const app = await openApp('/onlinefee/5/990003', { as: '990003' })
  await screen.findByText('待审核')
  await app.user.click(await pay())
  expect(await alerts()).toContain('您有未处理的绿色通道审核,请耐心等待审核后操作！')
  expect(asked('/payment/pay')).toHaveLength(0)
})

test('offline the fees are shown with their age, payment is disabled, and the typed amount stays [OFF-07 D-103 OFF-23]', async () => {
  const app = await openApp(NEW, { as: '990001' })
  const input = await amount()
  await app.user.clear(input)
  await app.user.type(input, '5000')
  goOffline(campus)
  await app.user.click(await screen.findByRole('button', { name: '联网后可缴费' }))
  expect(await alerts()).toContain('当前网络不可用，请联网后再操作')
  expect(input.value).toBe('5000')
  expect(screen.getByText(/费用更新于.*缴费需联网/)).toBeTruthy()
  const again = await app.restart(NEW)
  expect(await screen.findByRole('img', { name: /尚欠¥ 19,800\.00/ })).toBeTruthy()
  await again.user.click(await screen.findByRole('button', { name: '联网后可缴费' }))
  expect(await alerts()).toContain('当前网络不可用，请联网后再操作')
})

test('fees that cannot be loaded show 缴费信息加载失败 with a retry [FEE-01]', async () => {
  let broken = true
  campus.addFault(
    http.post('*/api/fees/open', () =>
      broken ? HttpResponse.text('no', { status: 502 }) : undefined,
    ),
  )
  const app = await openApp(NEW, { as: '990001' })
  await screen.findByText('缴费信息加载失败')
  broken = false
  await app.user.click(await screen.findByRole('button', { name: '重试' }))
  expect(await screen.findByRole('img', { name: /尚欠/ })).toBeTruthy()
})

test('the fee page is shown in English', async () => {
  setLanguage('en')
  await openApp(CONTINUING, { as: '880001' })
  expect(await screen.findByRole('img', { name: /^Due ¥ 20,300\.00, paid/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pay' })).toBeTruthy()
})

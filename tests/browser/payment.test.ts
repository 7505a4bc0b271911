import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  cutNetwork,
  startBrowserTestCampus,
  restoreNetwork,
  signIn,
} from '../support/browser/browser-campus.ts'
import { type BrowserPhone, waitForOfflineReady } from '../support/browser/chromium.ts'
import {
  findOrdersAndCredits,
  choosePaymentMethod,
  endPaymentSheet,
  PAYMENT_PATHS,
  openFeeStep,
  openPaymentSheet,
  findPayButton,
  reconcileOrdersLater,
} from '../support/browser/payment-sheet.ts'
import { readStoredData } from '../support/browser/stored-data.ts'
import { markOrderRefreshed, resetPaymentsToUnpaid } from '../support/screens/payment-state.ts'
import { isLongRun } from '../support/setup/long-run.ts'

const NUMBER = '990001'
const STUDENT = 'S990001'
const OFFLINE = '当前网络不可用，请联网后再操作'
/** The message instead of `OFFLINE` in a browser that reports online (`locateOfflineBanner`). */
const SILENT = '网络错误，请稍后再试'

let campus: BrowserTestCampus
let profileDir: string
let phone: BrowserPhone
let page: Page
let old: Awaited<ReturnType<typeof findOrdersAndCredits>>

beforeAll(async () => {
  campus = await startBrowserTestCampus()
  profileDir = await campus.createProfileDir()
  phone = await campus.openPhone({ profileDir })
  page = phone.page
  await signIn(page, campus.origin, NUMBER)
  await waitForOfflineReady(page)
})
afterAll(() => campus.close())

beforeEach(async () => {
  phone.complaints.length = 0
  campus.proxy.clearRules()
  await restoreNetwork(campus, phone)
  await resetPaymentsToUnpaid(campus.backend, STUDENT)
  old = await findOrdersAndCredits(campus.backend, STUDENT)
})

/** The credits and orders that this test has added. */
async function added() {
  const { orders, credits } = await findOrdersAndCredits(campus.backend, STUDENT)
  return { orders: orders.slice(old.orders.length), credits: credits.slice(old.credits.length) }
}

const amount = () => page.getByLabel('实缴金额')
/**
 * Some builds of Chromium report online without a network after a visit that the service worker
 * answered.
 */
const saysOnline = () => page.evaluate(() => navigator.onLine)
/** Tap a disabled button. */
const tapAnyway = (button: Locator) => button.click({ force: true })
const requests = () => campus.proxy.count(PAYMENT_PATHS)

test('when the student cancels, fails and then pays on the payment sheet, there is one order and one credit, and the page shows the payment [FEE-45 FEE-46 FEE-47 D-67]', async () => {
  await openFeeStep(page, campus, NUMBER)
  await amount().fill('5000')
  await openPaymentSheet(page)
  await endPaymentSheet(page, 'cancel')
  await page.getByText('取消支付，缴费失败！').waitFor()
  await page.getByRole('button', { name: '继续支付' }).waitFor()
  expect(await added()).toMatchObject({
    orders: [{ state: 'open', amount_fen: 500_000 }],
    credits: [],
  })

  await openPaymentSheet(page)
  await endPaymentSheet(page, 'fail')
  await page.waitForURL(/\/PayFailed\/5\/990001$/)
  await page.getByRole('link', { name: '重新缴费' }).click()
  expect((await added()).credits).toEqual([])

  await openPaymentSheet(page)
  await endPaymentSheet(page, 'ok')
  await page.waitForURL(/\/PaySuccess\/5\/990001$/)
  const { orders, credits } = await added()
  expect(orders).toMatchObject([{ state: 'paid' }])
  expect(credits).toMatchObject([
    { amount_fen: 500_000, surplus_fen: 0, order_number: orders[0]?.number },
  ])
  await page.getByText(`¥ 5,000.00，订单号 ${orders[0]?.number}`).waitFor()
  await openFeeStep(page, campus, NUMBER)
  await page
    .getByRole('img', { name: '应缴¥ 19,800.00，已缴¥ 5,000.00，尚欠¥ 14,800.00' })
    .waitFor()
  expectNoConsoleErrors(phone)
})

test.runIf(isLongRun)(
  'a late history step of the closing payment sheet does not leave the result page [FEE-45 XC-28]',
  async () => {
    await openFeeStep(page, campus, NUMBER)
    await amount().fill('5000')
    await openPaymentSheet(page)
    // A step back in the history is asynchronous; on a busy phone it comes after the navigation.
    await page.evaluate((ms) => {
      const { back } = History.prototype
      History.prototype.back = function () {
        setTimeout(() => {
          back.call(this)
          Object.assign(globalThis, { hasGoneBack: true })
        }, ms)
      }
    }, 500)
    await endPaymentSheet(page, 'ok')
    await page.waitForFunction(() => 'hasGoneBack' in globalThis)
    await page.getByText(/^¥ 5,000\.00，订单号 /).waitFor()
    await page.waitForURL(/\/PaySuccess\/5\/990001$/)
    await page.goBack()
    await findPayButton(page).waitFor()
    await page.waitForURL(/\/onlinefee\/5\/990001$/)
    expectNoConsoleErrors(phone)
  },
)

test('when the phone turns off after paying, a visit at once shows only the order, until the server has reconciled it [FEE-45 D-67]', async () => {
  await openFeeStep(page, campus, NUMBER)
  await openPaymentSheet(page)
  await markOrderRefreshed(campus.backend, STUDENT, 600)
  await endPaymentSheet(page, 'dies')
  await page.getByText('有一笔未完成的订单').first().waitFor()
  await phone.close()
  phone = await campus.openPhone({ profileDir, staysOpen: true })
  page = phone.page
  await openFeeStep(page, campus, NUMBER)
  await page.getByRole('region', { name: '有一笔未完成的订单' }).waitFor()
  expect(await page.getByText('缴费成功！').count()).toBe(0)
  expect(await added()).toMatchObject({ orders: [{ state: 'open' }], credits: [] })

  await markOrderRefreshed(campus.backend, STUDENT, 0)
  await reconcileOrdersLater(campus.backend)
  await page.reload()
  await page.getByRole('img', { name: /^应缴¥ 19,800\.00，已缴¥ 19,800\.00/ }).waitFor()
  await page.getByRole('button', { name: '完成' }).waitFor()
  expect(await page.getByText('有一笔未完成的订单').count()).toBe(0)
  const { orders, credits } = await added()
  expect(orders).toMatchObject([{ state: 'paid' }])
  expect(credits).toMatchObject([{ amount_fen: 1_980_000, order_number: orders[0]?.number }])
  expectNoConsoleErrors(phone)
})

test('without a network paying is disabled and the page says why at once; the cached fees are shown, and nothing is sent later [FEE-01 OFF-07]', async () => {
  // After the first use the phone caches the code of a screen that is useless offline, but not the
  // screen's content.
  const others = [`/recharge/${NUMBER}?all=true`, '/checkin']
  for (const other of others) {
    await page.goto(campus.origin + other)
    await page
      .getByText(/学费|合计|本年度还没有缴费/)
      .first()
      .waitFor()
  }
  await openFeeStep(page, campus, NUMBER)
  await amount().fill('6000')
  const before = requests().came
  await cutNetwork(campus, phone)
  await tapAnyway(page.getByRole('button', { name: '联网后可缴费' }))
  await page.getByRole('alert').filter({ hasText: OFFLINE }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await amount().inputValue()).toBe('6000')

  const reads = campus.proxy.count('/api/fees/open').forwarded
  await restoreNetwork(campus, phone)
  await findPayButton(page).waitFor()
  await expect.poll(() => campus.proxy.count('/api/fees/open').forwarded).toBeGreaterThan(reads)
  expect(await amount().inputValue()).toBe('6000')

  await cutNetwork(campus, phone)
  await page.reload()
  await page.getByRole('img', { name: '应缴¥ 19,800.00，已缴¥ 0.00，尚欠¥ 19,800.00' }).waitFor()
  await page.getByText(/缴费需联网/).waitFor()
  await tapAnyway(
    page.getByRole('button', { name: (await saysOnline()) ? '缴费' : '联网后可缴费', exact: true }),
  )
  await page.getByRole('alert').filter({ hasText: OFFLINE }).waitFor()
  for (const other of others) {
    await page.goto(campus.origin + other)
    await page.getByText((await saysOnline()) ? SILENT : OFFLINE).waitFor()
    expect(await page.getByText(/学费|¥/).count()).toBe(0)
  }
  await restoreNetwork(campus, phone)
  await openFeeStep(page, campus, NUMBER)
  expect(requests().came).toBe(before)
  expect(await added()).toEqual({ orders: [], credits: [] })
  expectNoConsoleErrors(phone)
})

test.each(['portal-200', 'reset-before'] as const)(
  'when every request ends in %s the page shows the cached fees and refuses to pay at once [FEE-01]',
  async (fault) => {
    await openFeeStep(page, campus, NUMBER)
    const before = requests().came
    await campus.proxy.setFault(fault)
    await page.reload()
    await page.getByText(/缴费需联网/).waitFor()
    await amount().fill('7000')
    await tapAnyway(page.getByRole('button', { name: '缴费', exact: true }))
    await page.getByRole('alert').filter({ hasText: OFFLINE }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await amount().inputValue()).toBe('7000')
    await campus.proxy.setFault('pass')
    await openFeeStep(page, campus, NUMBER)
    expect(requests().came).toBe(before)
    expect((await added()).orders).toEqual([])
    // A captive portal also answers the request for the manifest.
    expectNoConsoleErrors(phone, [/^Manifest: /])
  },
)

test('an answer of a captive portal makes no order, and a lost response makes no second order [FEE-48 FEE-50]', async () => {
  await openFeeStep(page, campus, NUMBER)
  const ordered = () => campus.proxy.count('/payment/pay').came
  const before = ordered()
  campus.proxy.addRule('/payment/pay', 'portal-200', 1)
  await choosePaymentMethod(page)
  await page.getByRole('button', { name: '微信支付' }).click()
  // The answer is not from the campus, so the page does not say that the order has failed.
  await page.getByRole('alert').filter({ hasText: '网络错误，请稍后再试' }).waitFor()
  expect(ordered()).toBe(before + 1)
  expect((await added()).orders).toEqual([])

  // The browser itself repeats a request after a broken connection; the repeated one is the same
  // order.
  campus.proxy.addRule('/payment/pay', 'reset-after')
  await choosePaymentMethod(page)
  await page.getByRole('button', { name: '微信支付' }).click()
  // The order exists, and the page has loaded it.
  await page.getByRole('region', { name: '有一笔未完成的订单' }).waitFor()
  expect(await page.getByRole('dialog', { name: '模拟支付' }).count()).toBe(0)
  campus.proxy.clearRules()
  const tried = ordered()
  const [order] = (await added()).orders
  expect(order?.state).toBe('open')

  await openPaymentSheet(page)
  await endPaymentSheet(page, 'ok')
  await page.waitForURL(/\/PaySuccess\//)
  expect(ordered()).toBe(tried + 1)
  const { orders, credits } = await added()
  expect(orders).toMatchObject([{ number: order?.number, state: 'paid' }])
  expect(credits).toMatchObject([{ order_number: order?.number, amount_fen: 1_980_000 }])
  expectNoConsoleErrors(phone)
})

test('two taps make one order, and two windows that pay at once make one order [FEE-50 FEE-56]', async () => {
  await openFeeStep(page, campus, NUMBER)
  const second = await phone.context.newPage()
  await openFeeStep(second, campus, NUMBER)
  const before = campus.proxy.count('/payment/pay').came
  await Promise.all([choosePaymentMethod(page), choosePaymentMethod(second)])
  const tapTwice = (one: Page) =>
    one.getByRole('button', { name: '微信支付' }).evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
  await Promise.all([tapTwice(page), tapTwice(second)])
  for (const one of [page, second]) await one.getByRole('dialog', { name: '模拟支付' }).waitFor()
  expect(campus.proxy.count('/payment/pay').came).toBe(before + 2)
  expect((await added()).orders).toMatchObject([{ state: 'open' }])

  // The student pays once, and the second window says that the order is already paid.
  await Promise.all([endPaymentSheet(page, 'ok'), endPaymentSheet(second, 'ok')])
  for (const one of [page, second]) {
    await one.waitForURL(/\/Pay(Success|Failed)\//)
    await one.getByText('缴费成功！').first().waitFor()
  }
  await second.close()
  const { orders, credits } = await added()
  expect(orders).toMatchObject([{ state: 'paid' }])
  expect(credits).toMatchObject([{ amount_fen: 1_980_000, surplus_fen: 0 }])
  expectNoConsoleErrors(phone)
})

test('after a payment and a filled-in loan form the phone stores only the fee overview and the draft of the form [OFF-07 GRN-47 FEE-45]', async () => {
  await openFeeStep(page, campus, NUMBER)
  await amount().fill('5000')
  await openPaymentSheet(page)
  await endPaymentSheet(page, 'ok')
  await page.waitForURL(/\/PaySuccess\//)
  const [order] = (await added()).orders
  await page.getByText(order?.number ?? 'no order').waitFor()
  for (const path of [
    `/recharge/${NUMBER}?all=true`,
    '/checkin',
    `/pay/5/${NUMBER}`,
    `/PaySuccess/5/${NUMBER}`,
  ]) {
    await page.goto(campus.origin + path)
    await page
      .getByText(/学费|合计|到校缴费|订单号/)
      .first()
      .waitFor()
  }
  await page.goto(`${campus.origin}/loan/${NUMBER}`)
  await page.getByRole('button', { name: '贷款金额' }).click()
  await page.getByRole('radio', { name: '¥ 8,000.00' }).click()
  await page.getByLabel('借款合同号').fill('CONTRACT-4401')
  await page.getByLabel('回执校验码').fill('CODE-4401')
  const picture = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#eee' },
  })
    .png()
    .toBuffer()
  await page
    .getByLabel('照片 国开行贷款回执单', { exact: true })
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
  await page.getByText('将上传 400 × 300 像素').waitFor()
  // Storing a picture takes a moment; then another page of the app can read everything that this
  // page wrote.
  const written = async () =>
    (await page.evaluate(readStoredData))['baodao-outbox/drafts']?.[0]?.value
  await expect.poll(written).toContain('picture image/jpeg')
  await page.goto(`${campus.origin}/outbox`)
  await page.getByRole('heading', { level: 1 }).waitFor()

  const places = await page.evaluate(readStoredData)
  expect(places['baodao-outbox/items']).toEqual([])
  // The phone stores an unsent form with its picture until the form is sent, without ID numbers.
  const drafts = places['baodao-outbox/drafts'] ?? []
  expect(drafts.map(({ key }) => key)).toEqual([JSON.stringify([STUDENT, 'loan'])])
  expect(drafts[0]?.value).toMatch(/CONTRACT-4401.*CODE-4401.*picture image\/jpeg/)
  expect(drafts[0]?.value).not.toMatch(/\d{17}[\dX]/)
  delete places['baodao-outbox/drafts']
  expect(places['baodao-outbox/receipts']).toEqual([])
  // The note says that the phone is prepared; everything else is a copy of a read.
  const copies = (places['baodao-reads/reads'] ?? []).filter(({ key }) => key !== 'note-prepared')
  const names = copies.map(({ key }) => /^read-\["(?:S\d+|nobody)","([\w-]+)"/.exec(key)?.[1])
  const own = [
    'family',
    'fees',
    'notices',
    'own',
    'registration',
    'reservation',
    'resident',
    'room',
    'steps',
    'travel',
    'uniform',
  ]
  expect(
    names.filter(
      (name) =>
        ![...own, 'calendar', 'campusRules', 'colours', 'garments', 'guide', 'packages'].includes(
          name ?? '',
        ),
    ),
  ).toEqual([])
  expect(names).toContain('fees')
  const cached = Object.entries(places).flatMap(([place, entries]) =>
    place.startsWith('cache ') ? entries : [],
  )
  expect(cached.length).toBeGreaterThan(50)
  expect(
    cached.filter(
      ({ key }) =>
        !/\/(assets(\/[\w-]+)?|icons|living)\/[^/]+$|\/[\w.-]*$/.test(new URL(key).pathname),
    ),
  ).toEqual([])
  const all = JSON.stringify(places)
  const never = [
    'CONTRACT-4401',
    'CODE-4401',
    'prepay_id=',
    'picture image/',
    // The beginning of a JPEG data URL; the app's own files contain only the media type.
    'data:image/jpeg;base64,/9j/',
    order?.number,
    order?.prepay,
  ]
  expect(never.filter((part) => part && all.includes(part))).toEqual([])
  expectNoConsoleErrors(phone)
})

test.runIf(isLongRun)(
  'when the phone turns off after paying, a visit some seconds later asks the payment gateway and shows the right owed amount at once [FEE-45 D-67]',
  async () => {
    await openFeeStep(page, campus, NUMBER)
    await amount().fill('5000')
    await openPaymentSheet(page)
    await markOrderRefreshed(campus.backend, STUDENT, 600)
    await endPaymentSheet(page, 'dies')
    await page.getByRole('region', { name: '有一笔未完成的订单' }).waitFor()
    await markOrderRefreshed(campus.backend, STUDENT, -3)
    await page.getByRole('button', { name: '刷新' }).click()
    await page
      .getByRole('img', { name: '应缴¥ 19,800.00，已缴¥ 5,000.00，尚欠¥ 14,800.00' })
      .waitFor()
    await findPayButton(page).waitFor()
    expect(await amount().inputValue()).toBe('14800')
    expect((await added()).credits).toMatchObject([{ amount_fen: 500_000 }])
    expectNoConsoleErrors(phone)
  },
)

import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  fillTravelForm,
  cutNetwork,
  startBrowserTestCampus,
  openTravelForm,
  locateOutboxTab,
  signIn,
  submitForm,
  findTravelRecord,
  SAMPLE_TRAVEL_INPUT,
} from '../support/browser/browser-campus.ts'
import { type BrowserPhone, waitForOfflineReady } from '../support/browser/chromium.ts'

let campus: BrowserTestCampus
let memory: string

beforeAll(async () => {
  campus = await startBrowserTestCampus()
  memory = await campus.createProfileDir()
})
afterAll(() => campus.close())

const atHome = (phone: BrowserPhone) =>
  phone.page.getByRole('heading', { level: 2, name: '我的常用' })

test('a form filled in offline survives closing the browser and arrives once [OFF-11 OFF-14 OFF-16 OFF-22 OFF-26 TRV-01 FLOW-02 ID-22]', async () => {
  const { origin, proxy } = campus
  const before = await campus.openPhone({ profileDir: memory })
  {
    const { page } = before
    await page.goto(origin)
    await page.getByText('未绑定').waitFor()
    await page.getByRole('link', { name: '请先绑定' }).click()
    await signIn(page, origin, '990001')
    await atHome(before).waitFor()
    await waitForOfflineReady(page)
    await page.getByRole('link', { name: /第 1 步，共 7 步/ }).waitFor()

    await page.goto(`${origin}/welcome/990001`)
    await page.getByRole('heading', { level: 1, name: '新生网上报到' }).waitFor()
    const steps = page.getByRole('list').getByRole('listitem')
    await steps.first().waitFor()
    expect(await steps.count()).toBe(7)
    await page.getByRole('link', { name: /个人与家庭信息/ }).waitFor()
    // The list of steps locks the second step until the first is done, so the test opens the form
    // by its address.
    await openTravelForm(page, origin)

    await cutNetwork(campus, before)
    await fillTravelForm(page)
    await submitForm(page)
    await page.getByRole('dialog', { name: '已保存在本机，尚未提交' }).waitFor()
    await before.context.close()
    expectNoConsoleErrors(before)
  }

  const after = await campus.openPhone({ profileDir: memory })
  const { page } = after
  await after.setOffline()
  await page.goto(origin)
  await atHome(after).waitFor()
  await page.getByText('陈晓雨').first().waitFor()
  await page.getByText('1 份待提交').waitFor()
  await locateOutboxTab(page, 1).click()
  await page.getByRole('heading', { level: 1, name: '待提交' }).waitFor()
  const item = page.getByRole('listitem').filter({ hasText: '到校信息' })
  await item.getByText('待提交', { exact: true }).waitFor()
  await page.goto(`${origin}/welcome/990001`)
  await page.getByRole('link', { name: /到校信息.*保存在本机，尚未提交.*待提交/ }).waitFor()
  expect(await findTravelRecord(campus, '990001')).toMatchObject({
    records: [],
    answers: [],
    steps: [],
  })

  // First a captive portal answers, then nothing answers, then the campus answers slowly.
  const writes = /TravelInformation\/(add|update)/
  proxy.addRule(/TravelInformation/, 'portal-200', 1)
  proxy.addRule(writes, 'stall', 1)
  await proxy.setFault({ type: 'slow', kbps: 400, latency: 400 })
  await after.setOffline(false)
  await page.goto(`${origin}/outbox`)
  await expect
    .poll(() => proxy.requests.filter(({ fault }) => fault === 'portal-200').length)
    .toBe(1)
  await expect.poll(() => proxy.requests.filter(({ fault }) => fault === 'stall').length).toBe(1)
  expect(await findTravelRecord(campus, '990001')).toMatchObject({ records: [], steps: [] })
  // The connection without answers breaks, as when the phone changes its radio cell.
  await proxy.setFault('refuse')
  await item.getByText('待提交', { exact: true }).waitFor()
  await proxy.setFault({ type: 'slow', kbps: 400, latency: 400 })

  const receipts = page.getByRole('heading', { name: '学校已收到' })
  await receipts.waitFor()
  await page
    .getByText(/回执 \S+/)
    .first()
    .waitFor()
  await locateOutboxTab(page, 0).waitFor()

  const { records, answers, steps } = await findTravelRecord(campus, '990001')
  expect(records).toHaveLength(1)
  expect(records[0]).toMatchObject({
    start_city: SAMPLE_TRAVEL_INPUT.region.join(','),
    start_date: SAMPLE_TRAVEL_INPUT.startDate,
    arrival_date: SAMPLE_TRAVEL_INPUT.arrivalDate,
    arrival_time: SAMPLE_TRAVEL_INPUT.arrivalTime,
    mode: SAMPLE_TRAVEL_INPUT.mode,
    companions: SAMPLE_TRAVEL_INPUT.companions,
    remark: SAMPLE_TRAVEL_INPUT.remark,
    open: false,
    version: 1,
  })
  expect(answers).toHaveLength(1)
  expect(steps).toEqual([2])
  await page.getByText(`回执 ${answers[0]?.receipt}`).first().waitFor()
  await page.goto(`${origin}/welcome/990001`)
  await page.getByRole('link', { name: /到校信息.*已完成/ }).waitFor()
  expectNoConsoleErrors(after)
})

test('a person whom the messaging app identifies binds a number and is recognized at the next visit [ID-31 ID-33]', async () => {
  const { origin, proxy } = campus
  await proxy.setFault('pass')
  proxy.clearRules()
  const phone = await campus.openPhone()
  const { page } = phone
  await page.goto(origin)
  const asked = page.waitForRequest(/\/sandbox\/authorize\?/)
  await page.getByRole('button', { name: '用沙盒账号进入' }).click()
  const { searchParams } = new URL((await asked).url())
  expect(searchParams.get('response_type')).toBe('code')
  expect(searchParams.get('scope')).toBe('snsapi_userinfo')
  await page.getByRole('button', { name: '以新的用户继续' }).click()
  await page
    .getByText(/体验用户/)
    .first()
    .waitFor()
  expect(new URL(page.url()).search).toBe('')
  await signIn(page, origin, '990005')
  const bound = await campus.backend.db.selectFrom('binding').selectAll().execute()
  expect(bound).toHaveLength(1)
  expect(await page.evaluate(() => localStorage.getItem('openId'))).toBe(bound[0]?.open_id)
  expectNoConsoleErrors(phone)
})

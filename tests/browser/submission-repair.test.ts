import { afterAll, beforeAll, expect, test } from 'vitest'
import { toChinaYear } from '#server/platform/clock'
import {
  type BrowserTestCampus,
  closeSavedSheet,
  expectNoConsoleErrors,
  fillTravelForm,
  cutNetwork,
  startBrowserTestCampus,
  openTravelForm,
  locateOutboxTab,
  restoreNetwork,
  signIn,
  submitForm,
  findTravelRecord,
} from '../support/browser/browser-campus.ts'
import { type BrowserPhone, waitForOfflineReady } from '../support/browser/chromium.ts'
import { findAxeViolations } from '../support/browser/visual-checks.ts'
import { isLongRun } from '../support/setup/long-run.ts'

let campus: BrowserTestCampus

beforeAll(async () => {
  campus = await startBrowserTestCampus()
})
afterAll(() => campus.close())

/** A phone of this student that has opened the travel form and then lost its network. */
async function openOfflinePhone(number: string): Promise<BrowserPhone> {
  await campus.proxy.setFault('pass')
  const phone = await campus.openPhone()
  await signIn(phone.page, campus.origin, number)
  await waitForOfflineReady(phone.page)
  await openTravelForm(phone.page, campus.origin, number)
  await cutNetwork(campus, phone)
  return phone
}

/** A submission from another phone of the same student. */
async function otherPhoneSays(number: string, changed: object): Promise<void> {
  const other = await campus.backend.signInAs(number)
  const found = await other.post('/api/TravelInformation/findBusInformation', {
    stuCode: other.code,
  })
  const record = found.body.results ?? found.body.data ?? found.body.result
  const said = await other.post('/api/TravelInformation/updateBusInformation', {
    ...record,
    ...changed,
  })
  expect(said.status, JSON.stringify(said.body)).toBe(200)
}

/** Expect no axe violation on the current screen. */
async function expectAccessible({ page }: BrowserPhone): Promise<void> {
  expect(await findAxeViolations(page)).toEqual([])
}

test('a second offline submission replaces the first, and an invalid submission is never queued [OFF-17 OFF-21]', async () => {
  const phone = await openOfflinePhone('990001')
  const { page } = phone
  await submitForm(page)
  await page.getByText('请选择出发城市').first().waitFor()
  await page.getByText('有 8 处需要修改').or(page.getByText('有 7 处需要修改')).first().waitFor()
  await expectAccessible(phone)
  await fillTravelForm(page)
  await submitForm(page)
  await page.getByRole('dialog', { name: '已保存在本机，尚未提交' }).waitFor()
  await expectAccessible(phone)
  await closeSavedSheet(page)
  await page.getByText('下面是您最后填写的内容，保存在本机，学校还没收到。').waitFor()
  await page.getByLabel('备注').fill('改坐飞机')
  await submitForm(page)
  await closeSavedSheet(page)
  await page.goto(`${campus.origin}/outbox`)
  await locateOutboxTab(page, 1).or(locateOutboxTab(page, 2)).waitFor()
  await page.getByRole('listitem').first().waitFor()
  await expectAccessible(phone)
  await restoreNetwork(campus, phone)
  await page.getByRole('heading', { name: '学校已收到' }).waitFor()
  await locateOutboxTab(page, 0).waitFor()
  expect((await findTravelRecord(campus, '990001')).records).toMatchObject([{ remark: '改坐飞机' }])
  expectNoConsoleErrors(phone)
})

test.runIf(isLongRun)(
  'the app shows a change from another phone beside the student’s own values, and the chosen values arrive [OFF-18 OFF-19]',
  async () => {
    const phone = await openOfflinePhone('990005')
    const { page } = phone
    await page.getByRole('button', { name: '修改' }).click()
    await page.getByLabel('备注').fill('我的话')
    await page.getByLabel('随行人数').fill('3')
    await submitForm(page)
    await closeSavedSheet(page)
    await campus.proxy.setFault('pass')
    await otherPhoneSays('990005', { remark: '另一部手机', remarks: '另一部手机', heelNum: '9' })
    await page.goto(`${campus.origin}/outbox`)
    await phone.setOffline(false)
    await page.getByText('内容冲突').waitFor()
    expect((await findTravelRecord(campus, '990005')).records).toMatchObject([
      { remark: '另一部手机', companions: '9' },
    ])

    await page.getByRole('link', { name: '对比并选择' }).click()
    await page.getByRole('group', { name: '备注' }).getByText('另一部手机').waitFor()
    await expectAccessible(phone)
    await page.getByRole('group', { name: '备注' }).getByText('我填写的').click()
    await page.getByRole('group', { name: '随行人数' }).getByText('学校现有的').click()
    await page.getByRole('button', { name: '提交所选内容' }).click()
    await page.getByRole('heading', { name: '学校已收到' }).waitFor()
    expect((await findTravelRecord(campus, '990005')).records).toMatchObject([
      { remark: '我的话', companions: '9' },
    ])
    expectNoConsoleErrors(phone, [/412/])
  },
)

test('the app shows a refused submission with the reason, and sends it again after the student has corrected it [OFF-19 OFF-22]', async () => {
  const { clock, db } = campus.backend
  const year = toChinaYear(clock.now())
  clock.set(`${year}-12-31T12:00:00+08:00`)
  const phone = await openOfflinePhone('990002')
  const { page } = phone
  await page.getByRole('button', { name: '修改' }).click()
  await page.getByLabel('备注').fill('去年写的')
  await submitForm(page)
  await closeSavedSheet(page)
  // The form arrives after the end of the year, when the student's steps are those of the next
  // year.
  clock.set(`${year + 1}-01-01T12:00:00+08:00`)
  const entry = String(year + 1)
  await db
    .updateTable('student')
    .set({ entry_year: entry, grade: entry })
    .where('code', '=', 'S990002')
    .execute()
  await page.goto(`${campus.origin}/outbox`)
  await restoreNetwork(campus, phone)
  await page.getByText('需要处理').first().waitFor()
  await page.getByText('学校退回：请选择今年的日期').waitFor()
  await page.getByRole('link', { name: '修改后重交' }).click()
  await page.getByRole('alert').filter({ hasText: '请选择今年的日期' }).first().waitFor()
  // The phone takes the new year from the first answer.
  await page
    .locator(`input[max="${year + 1}-12-31"]`)
    .first()
    .waitFor({ state: 'attached' })
  await page.getByLabel('出发日期').fill(`${year + 1}-01-05`)
  await page.getByLabel('到达日期').fill(`${year + 1}-01-06`)
  await page.getByLabel('备注').fill('今年')
  await submitForm(page)
  await expect
    .poll(async () => (await findTravelRecord(campus, '990002')).records[0]?.remark)
    .toBe('今年')
  await page.goto(`${campus.origin}/outbox`)
  await locateOutboxTab(page, 0).waitFor()
  expectNoConsoleErrors(phone)
})

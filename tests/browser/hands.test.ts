import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Phone } from '../support/chromium.ts'
import { type Campus, expectNoComplaints, openCampus, openTravel, signIn, submit } from '../support/journey.ts'
import { oweAll } from '../support/money.ts'
import { openFees, payButton } from '../support/paying.ts'

const NUMBER = '990001'

let campus: Campus
let phone: Phone

beforeAll(async () => {
  campus = await openCampus()
  phone = await campus.phone({ height: 600 })
  await signIn(phone.page, campus.origin, NUMBER)
})
afterAll(() => campus.close())

test('the first wrong field of a long form is in sight at the first submit, clear of the bar, and so is the one a summary leads to', async () => {
  const { page } = phone
  await openTravel(page, campus.origin, NUMBER)
  await submit(page)
  await page.getByRole('link', { name: '请选择出发城市' }).waitFor()
  const inSight = () =>
    page.evaluate(() => {
      const field = document.activeElement?.getBoundingClientRect()
      const bar = document.querySelector('header')?.getBoundingClientRect()
      return field !== undefined && bar !== undefined && field.top >= bar.bottom && field.bottom <= innerHeight
    })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('请选择')
  await expect.poll(inSight).toBe(true)
  await page.getByRole('link', { name: '请输入备注' }).click()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  await expect.poll(inSight).toBe(true)
})

test('TRV-02 days and times are shown in the app’s language, with the phone’s own picker under the finger', async () => {
  const { page } = phone
  await openTravel(page, campus.origin, NUMBER)
  const day = `${new Date().getFullYear()}-09-01`
  await page.getByLabel('出发日期').fill(day)
  await page.getByLabel('到达时间').fill('14:30')
  await page.getByText(/^9月1日 周[一二三四五六日]$/).waitFor()
  await page.getByText('14:30', { exact: true }).waitFor()
  // What a tap on the words meets, and whether the browser's own spelling of the value can be seen.
  const under = await page.getByText(/^9月1日/).evaluate((words) => {
    const { left, top, height } = words.getBoundingClientRect()
    const hit = document.elementFromPoint(left + 10, top + height / 2)
    return hit instanceof HTMLInputElement && { type: hit.type, value: hit.value, opacity: getComputedStyle(hit).opacity }
  })
  expect(under).toEqual({ type: 'date', value: day, opacity: '0' })
})

test('no phone zooms into a field: their letters are of 16 px at least', async () => {
  const { page } = phone
  for (const path of [
    `/schoolInformation/2/${NUMBER}`,
    `/personalinformation/1/${NUMBER}`,
    '/schoolcalendar',
    `/changephonenum/${NUMBER}`,
  ]) {
    await page.goto(campus.origin + path)
    await page.locator('input').first().waitFor({ state: 'attached' })
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('input, select, textarea')]
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => field.outerHTML.slice(0, 80)),
    )
    expect(small, path).toEqual([])
  }
})

test('the second tap of a double tap on 缴费 presses nothing in the sheet that comes under the finger', async () => {
  const { page } = phone
  await oweAll(campus.backend, `S${NUMBER}`)
  await openFees(page, campus, NUMBER)
  await payButton(page).scrollIntoViewIfNeeded()
  // The button stands where the sheet's bank card will be.
  const tap = await payButton(page).boundingBox()
  if (tap === null) throw new Error('there is no button')
  const finger = { x: tap.x + tap.width / 2, y: tap.y + tap.height / 2 }
  await page.touchscreen.tap(finger.x, finger.y)
  const sheet = page.getByRole('dialog')
  await sheet.waitFor()
  await page.touchscreen.tap(finger.x, finger.y)
  await page.touchscreen.tap(20, 20)
  expect(await page.getByText('该功能暂未开放！').count()).toBe(0)
  expect(await sheet.isVisible()).toBe(true)
  await sheet.getByRole('button', { name: '银行卡' }).click()
  await page.getByText('该功能暂未开放！').waitFor()
  await sheet.getByRole('button', { name: '关闭' }).click()
  await sheet.waitFor({ state: 'hidden' })
})

test('why nothing was paid stands in sight, by the button', async () => {
  const { page } = phone
  await payButton(page).waitFor()
  await phone.offline()
  await page.getByRole('button', { name: '联网后可缴费' }).click({ force: true })
  const reason = page.getByRole('alert').filter({ hasText: '当前网络不可用' })
  await reason.waitFor()
  const box = await reason.boundingBox()
  const button = await page.getByRole('button', { name: '联网后可缴费' }).boundingBox()
  if (box === null || button === null) throw new Error('nothing is shown')
  expect(box.y).toBeGreaterThanOrEqual(44)
  expect(box.y + box.height).toBeLessThanOrEqual(button.y)
  await phone.offline(false)
  expectNoComplaints(phone)
})

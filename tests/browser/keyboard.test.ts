import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '#server/demo/demo-people'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  startBrowserTestCampus,
  findTravelRecord,
  SAMPLE_TRAVEL_INPUT,
} from '../support/browser/browser-campus.ts'

let campus: BrowserTestCampus

beforeAll(async () => {
  campus = await startBrowserTestCampus()
})
afterAll(() => campus.close())

/** Press Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor()
  for (let pressed = 0; pressed < 80; pressed++) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${target.toString()}`)
}

/** Expect the target to have the focus, now or soon. */
const expectFocus = async (target: Locator) => {
  await expect
    .poll(() => target.evaluate((element) => element === document.activeElement))
    .toBe(true)
}

/**
 * Type a date into the browser's own date field. The order of year, month and day depends on the
 * machine's language.
 */
async function typeDay(page: Page, field: Locator, day: string): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-')
  for (const digits of [month + date + year, year + month + date, date + month + year]) {
    await tabTo(page, field)
    await page.keyboard.type(digits)
    if ((await field.inputValue()) === day) return
    await field.blur()
  }
  throw new Error(`${day} cannot be typed`)
}

test('a student signs in and sends the travel form with only the keyboard [TRV-02 ID-05]', async () => {
  const { origin } = campus
  const phone = await campus.openPhone({ width: 750, height: 1000, hasServiceWorker: false })
  const { page } = phone
  const { keyboard } = page
  const secret = demoPeople.find(({ number }) => number === '990001')?.secret ?? ''
  await page.goto(origin)
  await tabTo(page, page.getByRole('link', { name: '请先绑定' }))
  await keyboard.press('Enter')
  await tabTo(page, page.getByRole('radio', { name: '考生号' }))
  await keyboard.press('Space')
  await tabTo(page, page.getByRole('textbox', { name: '考生号' }))
  await keyboard.type('990001')
  await keyboard.press('Tab')
  await keyboard.type(secret)
  await keyboard.press('Enter')
  await page.getByRole('button', { name: '解除绑定' }).waitFor()

  await page.goto(`${origin}/schoolInformation/2/990001`)
  const send = page.getByRole('button', { name: '提交', exact: true })
  await tabTo(page, send)
  await keyboard.press('Enter')
  // After a submission with errors the first invalid field has the focus.
  await page.getByText('请选择出发城市').first().waitFor()
  const city = page.getByLabel('出发城市')
  await expect.poll(() => city.evaluate((element) => element === document.activeElement)).toBe(true)
  await keyboard.press('Enter')
  const regions = page.getByRole('dialog', { name: '选择出发城市' })
  for (const name of SAMPLE_TRAVEL_INPUT.region) {
    await tabTo(page, regions.getByRole('listitem').getByRole('button', { name, exact: true }))
    await keyboard.press('Enter')
  }
  await regions.waitFor({ state: 'hidden' })
  await expect.poll(() => city.evaluate((element) => element === document.activeElement)).toBe(true)
  await typeDay(page, page.getByLabel('出发日期'), SAMPLE_TRAVEL_INPUT.startDate)
  await typeDay(page, page.getByLabel('到达日期'), SAMPLE_TRAVEL_INPUT.arrivalDate)
  await tabTo(page, page.getByLabel('到达时间'))
  await keyboard.type('1430')
  await tabTo(page, page.getByLabel('出行方式'))
  await keyboard.press('Enter')
  await tabTo(page, page.getByRole('radio', { name: SAMPLE_TRAVEL_INPUT.mode }))
  await keyboard.press('Enter')
  await tabTo(page, page.getByLabel('随行人数'))
  await keyboard.type(SAMPLE_TRAVEL_INPUT.companions)
  await tabTo(page, page.getByLabel('备注'))
  await keyboard.type(SAMPLE_TRAVEL_INPUT.remark)
  await tabTo(
    page,
    page.getByRole('group', { name: '公开给同城同日出发的同学' }).getByRole('radio'),
  )
  await keyboard.press('ArrowDown')
  await tabTo(page, send)
  await keyboard.press('Enter')
  await page.waitForURL(/selectdorm/)
  const { records } = await findTravelRecord(campus, '990001')
  expect(records).toMatchObject([
    {
      start_city: SAMPLE_TRAVEL_INPUT.region.join(','),
      start_date: SAMPLE_TRAVEL_INPUT.startDate,
      arrival_time: SAMPLE_TRAVEL_INPUT.arrivalTime,
      mode: SAMPLE_TRAVEL_INPUT.mode,
      open: false,
    },
  ])
  expectNoConsoleErrors(phone)
})

test('sheets and dialogs trap the focus; Escape and Back close the sheet or dialog before anything else', async () => {
  const { origin } = campus
  const phone = await campus.openPhone({ hasServiceWorker: false })
  const { page } = phone
  await page.goto(`${origin}/login`)
  await page.getByText('990005').click()
  await page.getByRole('button', { name: '绑定', exact: true }).click()
  await page.getByRole('button', { name: '解除绑定' }).waitFor()
  await page.goto(`${origin}/schoolInformation/2/990005`)
  await page.getByRole('button', { name: '修改' }).click()
  const mode = page.getByLabel('出行方式')
  const sheet = page.getByRole('dialog', { name: '出行方式' })
  await mode.click()
  await sheet.waitFor()
  // The focus moves into the sheet one frame after the sheet has appeared.
  await expect.poll(() => sheet.evaluate((it) => it.contains(document.activeElement))).toBe(true)
  for (let pressed = 0; pressed < 12; pressed++) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(() => document.activeElement?.closest('main, header, nav')?.tagName),
    ).toBeUndefined()
  }
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await expectFocus(mode)
  await mode.click()
  await sheet.waitFor()
  await page.goBack()
  await sheet.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe('/schoolInformation/2/990005')
  expectNoConsoleErrors(phone)
})

test('a dialog is announced with its text, and Escape returns the focus to the button that opened it', async () => {
  const { origin } = campus
  const phone = await campus.openPhone({ hasServiceWorker: false })
  const { page } = phone
  await page.goto(`${origin}/login`)
  await page.getByText('880001').click()
  await page.getByRole('button', { name: '绑定', exact: true }).click()
  const unbind = page.getByRole('button', { name: '解除绑定' })
  await unbind.waitFor()
  const asked = page.getByRole('dialog', { name: '温馨提示：', description: /全部清除/ })
  // Open the dialog twice: the second time its code is already loaded.
  for (const way of ['Enter', 'Space']) {
    await unbind.focus()
    await page.keyboard.press(way)
    await asked.waitFor()
    await page.keyboard.press('Escape')
    await asked.waitFor({ state: 'hidden' })
    await expectFocus(unbind)
    // The dialog's history entry is removed afterwards.
    await page.waitForFunction(() => history.state?.sheet === undefined)
  }
  await page.goto(`${origin}/searchcourse/880001`)
  const toCalendar = page.getByRole('button', { name: '加入手机日历' })
  await toCalendar.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: '加入手机日历' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expectFocus(toCalendar)
  expectNoConsoleErrors(phone)
})

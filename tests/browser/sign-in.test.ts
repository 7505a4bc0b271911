import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  startBrowserTestCampus,
} from '../support/browser/browser-campus.ts'

let campus: BrowserTestCampus

beforeAll(async () => {
  campus = await startBrowserTestCampus()
})
afterAll(() => campus.close())

test('the first tap on 使用其他证件 counts although the field before it is empty [ID-05]', async () => {
  const phone = await campus.openPhone({ hasServiceWorker: false })
  const { page } = phone
  await page.goto(`${campus.origin}/login`)
  await page.getByRole('radio', { name: '考生号' }).check()
  const number = page.getByRole('textbox', { name: '考生号' })
  await number.focus()
  // The error of a field that loses the focus would move the button away between down and up.
  const other = page.getByRole('button', { name: '使用其他证件' })
  const box = await other.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
  await page.mouse.down()
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next))))
  await page.mouse.up()
  await page.getByRole('textbox', { name: '证件号码' }).waitFor()
  expect(await number.evaluate((field) => field === document.activeElement)).toBe(true)
  expectNoConsoleErrors(phone)
})

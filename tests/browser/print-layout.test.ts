import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  startBrowserTestCampus,
  signIn,
} from '../support/browser/browser-campus.ts'
import type { BrowserPhone } from '../support/browser/chromium.ts'
import { isLongRun } from '../support/setup/long-run.ts'

let campus: BrowserTestCampus
let phone: BrowserPhone
let page: Page
beforeAll(async () => {
  campus = await startBrowserTestCampus()
  phone = await campus.openPhone({ hasServiceWorker: false })
  page = phone.page
  await signIn(page, campus.origin, '880001')
})
afterAll(() => campus.close())

/** The printed result: its text, its visible controls, and the number of pages. */
async function onPaper() {
  await page.emulateMedia({ media: 'print' })
  const lines = (await page.locator('body').innerText()).split(/[\n\t]/).map((line) => line.trim())
  const pressable = await page.locator('button:visible, a:visible, select:visible').count()
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  await page.emulateMedia({ media: null })
  return { words: lines.filter(Boolean), pressable, sheets: pdf.match(/\/Type \/Page\b/g)?.length }
}

test('a registration sheet prints on one page with school, title, student and a place for the signature, without buttons [RPT-01 FEE-38]', async () => {
  await page.goto(`${campus.origin}/report`)
  await page.getByRole('table').waitFor()
  const report = await onPaper()
  expect(report.words.slice(0, 2)).toEqual(['示例大学', '报到单'])
  expect(report.words.filter((word) => word === '报到单')).toHaveLength(1)
  for (const word of ['学号', '880001', '刘嘉怡', '合计', '学生签字：', '日期：'])
    expect(report.words).toContain(word)
  expect([report.words.includes('打印'), report.pressable, report.sheets]).toEqual([false, 0, 1])

  await page.goto(`${campus.origin}/pay/5/880001`)
  await page.getByRole('button', { name: /到校缴费/ }).click()
  await page.getByRole('article').waitFor()
  const slip = await onPaper()
  expect(slip.words.slice(0, 2)).toEqual(['示例大学', '到校缴费单'])
  for (const word of ['学号', '880001', '合计', '经办人签字：']) expect(slip.words).toContain(word)
  expect([slip.words.includes('选择缴费方式'), slip.pressable, slip.sheets]).toEqual([false, 0, 1])

  for (const [path, title] of [
    ['/registration', '注册缴费单'],
    ['/generateform/880001', '新生登记表'],
  ] as const) {
    await page.goto(campus.origin + path)
    await page.getByRole('table').waitFor()
    const sample = await onPaper()
    expect(sample.words.slice(0, 1), path).toEqual(['示例页面'])
    expect(sample.words, path).toContain(title)
    expect([sample.pressable, sample.sheets], path).toEqual([0, 1])
  }
  expectNoConsoleErrors(phone)
})

test.runIf(isLongRun)(
  'another page, the timetable, prints with its title and without buttons and tabs [TTB-01]',
  async () => {
    await page.goto(`${campus.origin}/searchcourse/880001`)
    await page.getByRole('table').first().waitFor()
    const { words: lines } = await onPaper()
    expect(lines[0]).toMatch(/^第 \d+ 周$/)
    for (const word of ['加入手机日历', '选择周次', '首页', '待提交'])
      expect(lines).not.toContain(word)
    expectNoConsoleErrors(phone)
  },
)

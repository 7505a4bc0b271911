import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Campus, openCampus, signIn } from '../support/journey.ts'
import { look, LOOKS_SCALE, picture, struckWords } from '../support/looks.ts'

let campus: Campus

beforeAll(async () => {
  campus = await openCampus()
})
afterAll(() => campus.close())

/** The forms, who fills them in, and the button that finds what is missing in them. */
const forms = [
  ['nobody', '/login', '绑定'],
  ['990001', '/personalinformation/1/990001', '提交'],
  ['990001', '/schoolInformation/2/990001', '提交'],
  ['990001', '/militaryTrainingClothing/4/990001', '提交'],
  ['990001', '/loan/990001', '提交'],
  ['990001', '/reduce/990001?tmp=7800', '提交'],
  ['990001', '/delay/990001', '提交'],
  ['880001', '/editinfo/880001', '保存'],
  ['880001', '/changephonenum/880001', '下一步'],
  ['880001', '/changepass/880001', '确认修改'],
  ['880001', '/advice', '提交'],
  ['990005', '/noticeApply', '提交'],
  ['990002', '/livinguse/7/990002', '提交'],
  ['880002', '/recharge/880002', '去缴费'],
] as const

test.each([
  { theme: 'light', width: 375, text: '' },
  { theme: 'dark', width: 320, text: 'large' },
] as const)(
  'the focus ring strikes through no word of any form with all its errors: $theme, $width wide, text $text [XC-29]',
  async ({ theme, width, text }) => {
    const struck: string[] = []
    for (const who of new Set(forms.map(([one]) => one))) {
      const { page, close } = await campus.phone({ scale: LOOKS_SCALE, theme })
      if (who !== 'nobody') await signIn(page, campus.origin, who)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      for (const [one, path, submit] of forms) {
        if (one !== who) continue
        await look(page, campus.origin + path)
        await page.setViewportSize({ width, height: 812 })
        await page.evaluate((size) => {
          document.documentElement.dataset['text'] = size
        }, text)
        const button = page.getByRole('main').getByRole('button', { name: submit, exact: true })
        if ((await button.count()) > 0 && (await button.isEnabled())) await button.click()
        struck.push(...(await walkFields(page, path)))
      }
      await close()
    }
    expect(struck).toEqual([])
  },
)

/** Go into every field of a page by the keyboard. */
async function walkFields(page: Page, path: string): Promise<string[]> {
  const fields = page
    .getByRole('main')
    .locator('input:not([type=file]), textarea, select, button[aria-haspopup]')
  const struck: string[] = []
  for (const field of await fields.all()) {
    if (!(await field.isEnabled())) continue
    await field.focus()
    // A ring is for who uses a keyboard.
    await page.keyboard.press('Shift')
    struck.push(...(await page.evaluate(struckWords)).map((said) => `${path}: ${said}`))
    if (struck.length > 0) await picture(page, `struck${path}`)
  }
  return struck
}

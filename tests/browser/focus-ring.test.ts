import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  startBrowserTestCampus,
  signIn,
} from '../support/browser/browser-campus.ts'
import {
  openInChinese,
  SCREENSHOT_SCALE,
  saveScreenshot,
  findTextUnderFocusRing,
} from '../support/browser/visual-checks.ts'
import { casesOfRun } from '../support/setup/long-run.ts'

let campus: BrowserTestCampus

beforeAll(async () => {
  campus = await startBrowserTestCampus()
})
afterAll(() => campus.close())

/** Each form with its user and the button that shows its missing fields. */
const forms = casesOfRun<readonly [who: string, path: string, submit: string]>(
  [
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
  ],
  ([, path]) => /^\/(login|schoolInformation|loan)/.test(path),
)

const looks = [
  { theme: 'light', width: 375, text: '' },
  { theme: 'dark', width: 320, text: 'large' },
] as const

// The narrow screen with large text has the least space.
test.each(casesOfRun(looks, ({ text }) => text === 'large'))(
  'the focus ring covers no text of a form that shows all its errors: $theme, $width wide, text $text [XC-29]',
  async ({ theme, width, text }) => {
    const struck: string[] = []
    for (const who of new Set(forms.map(([one]) => one))) {
      const { page, close } = await campus.openPhone({
        scale: SCREENSHOT_SCALE,
        theme,
        hasServiceWorker: false,
      })
      if (who !== 'nobody') await signIn(page, campus.origin, who)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      for (const [one, path, submit] of forms) {
        if (one !== who) continue
        await openInChinese(page, campus.origin + path)
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

test.each(casesOfRun([375, 320], (width) => width === 320))(
  'a toast covers no visible text except the title, in particular not the errors that the toast is about, %i wide [XC-23]',
  async (width) => {
    const { page, close } = await campus.openPhone({ hasServiceWorker: false })
    await signIn(page, campus.origin, '990001')
    await openInChinese(page, `${campus.origin}/schoolInformation/2/990001`)
    await page.setViewportSize({ width, height: 812 })
    // The toast disappears after two seconds, so the page itself inspects what it covers.
    const covered = page.evaluate(textUnderToast)
    await page.getByRole('main').getByRole('button', { name: '提交', exact: true }).click()
    expect(await covered).toEqual({ toast: '请按提示修改后再提交', under: [] })
    await close()
  },
)

/**
 * Runs in the page: the next toast that appears with an error summary, and the visible text under
 * the toast. The toast lets taps through, so the element at a point is the one under the toast.
 * Text scrolled under the title bar is not visible.
 */
async function textUnderToast(): Promise<{ toast: string; under: string[] }> {
  const frame = () => new Promise(requestAnimationFrame)
  const find = () => ({
    toast: document.querySelector('output[aria-live="polite"] > span'),
    summary: document.querySelector('main [role="alert"]'),
    content: document.querySelector('main'),
  })
  let { toast, summary, content } = find()
  while (toast === null || summary === null || content === null) {
    await frame()
    ;({ toast, summary, content } = find())
  }
  const box = toast.getBoundingClientRect()
  const under: string[] = []
  const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const parent = node.parentElement
    if (parent?.checkVisibility() !== true || parent.closest('h1') !== null) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const line of range.getClientRects()) {
      const [left, right] = [Math.max(line.left, box.left), Math.min(line.right, box.right)]
      const [top, bottom] = [Math.max(line.top, box.top), Math.min(line.bottom, box.bottom)]
      if (right <= left || bottom <= top) continue
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      if (there !== null && parent.contains(there)) under.push(node.nodeValue ?? '')
    }
  }
  return { toast: toast.textContent ?? '', under }
}

/** Focus every field of a page by keyboard. */
async function walkFields(page: Page, path: string): Promise<string[]> {
  const fields = page
    .getByRole('main')
    .locator('input:not([type=file]), textarea, select, button[aria-haspopup]')
  const struck: string[] = []
  for (const field of await fields.all()) {
    if (!(await field.isEnabled())) continue
    await field.focus()
    // The browser shows the focus ring only after a key press.
    await page.keyboard.press('Shift')
    struck.push(...(await page.evaluate(findTextUnderFocusRing)).map((said) => `${path}: ${said}`))
    if (struck.length > 0) await saveScreenshot(page, `struck${path}`)
  }
  return struck
}

import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

// To save screenshots of all pages, run `PICTURES=1 npx vitest run --project browser
// tests/browser/visual-checks.test.ts`.
const pictures = process.env['PICTURES'] !== undefined

/** Device pixels for each CSS pixel: one, which renders fast, or two for screenshots. */
export const SCREENSHOT_SCALE = pictures ? 2 : 1

/** Save a screenshot if `PICTURES` is set. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (!pictures) return
  const file = name.replaceAll(/[/? ]/g, '-')
  await page.screenshot({ path: `tests/.output/looks/${file}.png` })
}

/** Load a page in Chinese and wait until it has settled. */
export async function openInChinese(page: Page, address: string): Promise<void> {
  await page.setViewportSize({ width: 375, height: 812 })
  if (page.url() !== 'about:blank')
    await page.evaluate(() => localStorage.setItem('language', 'zh'))
  await page.goto(address)
  await settled(page)
}

/** Switch a page to English from another tab, and wait until the page has settled. */
export async function openInEnglish(page: Page, other: Page): Promise<void> {
  await page.setViewportSize({ width: 375, height: 812 })
  await other.evaluate(() => localStorage.setItem('language', 'en'))
  await page.locator('html[lang="en"]').waitFor({ state: 'attached' })
  await settled(page)
}

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const loading = /加载中|Loading/
  await expect.poll(() => page.getByText(loading).or(page.getByLabel(loading)).count()).toBe(0)
  // The stored page snapshot is shown until the app has rendered.
  await expect.poll(() => page.locator('.snapshot').count()).toBe(0)
}

/** From the next page on, call `hear` for each violation of the Content-Security-Policy. */
export async function onPolicyViolation(page: Page, hear: (rule: string) => void): Promise<void> {
  await page.exposeFunction('tellBroken', hear)
  await page.addInitScript(() => {
    const { tellBroken } = window as unknown as { tellBroken: (rule: string) => void }
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      tellBroken(`${violatedDirective} ${blockedURI}`),
    )
  })
}

/** Find axe violations on a page, by all rules or only by these. */
export async function findAxeViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // axe is loaded once for each page, since evaluating all its rules takes time.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // A changed colour is inherited level by level, and each level has a transition.
  const changing = () => document.getAnimations().filter((one) => one instanceof CSSTransition)
  await expect.poll(async () => (await page.evaluate(changing)).length).toBe(0)
  return page.evaluate(
    async (only) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe }
      const found = await inPage.run(document, {
        // Passed rules are not described, and style sheets of other origins are not preloaded.
        resultTypes: ['violations'],
        preload: false,
        ...(only !== null && { runOnly: only }),
      })
      return found.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
      )
    },
    rules === undefined ? null : [...rules],
  )
}

/**
 * Runs in the page: returns the texts that the focus ring of the focused element strikes through.
 * Only text in the same layer (main, dialog, header or navigation) is checked.
 */
export function findTextUnderFocusRing(): string[] {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement)) return []
  const layerOf = (element: Element) => element.closest('main, [role="dialog"], header, nav')
  const found: string[] = []
  for (let ringed: Element | null = focused; ringed !== null; ringed = ringed.parentElement) {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(ringed)
    const width = parseFloat(outlineWidth)
    if (outlineStyle === 'none' || width === 0) continue
    const box = ringed.getBoundingClientRect()
    const inner = parseFloat(outlineOffset)
    const texts = document.createTreeWalker(layerOf(ringed) ?? document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement
      if (parent === null || layerOf(parent) !== layerOf(ringed) || !parent.checkVisibility())
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      // Letters are lower than their line box, and a tiny overlap does not count.
      const half = parseFloat(getComputedStyle(parent).fontSize) * 0.42
      for (const line of range.getClientRects()) {
        if (line.width < 2) continue
        const middle = (line.top + line.bottom) / 2
        const [top, bottom] = [middle - half, middle + half]
        const isWithin = (grown: number) =>
          line.left + 1 >= box.left - grown &&
          line.right - 1 <= box.right + grown &&
          top >= box.top - grown &&
          bottom <= box.bottom + grown
        const isBeyond = (grown: number) =>
          line.right - 1 <= box.left - grown ||
          line.left + 1 >= box.right + grown ||
          bottom <= box.top - grown ||
          top >= box.bottom + grown
        if (!isWithin(inner) && !isBeyond(inner + width))
          found.push(`${node.nodeValue?.trim().slice(0, 30)} by ${ringed.className}`)
      }
    }
  }
  return found
}

/**
 * Find elements that overflow a screen of this size with these text sizes; '' is the normal one.
 */
export async function findOverflow(
  page: Page,
  { texts, ...size }: { width: number; height: number; texts: readonly ('' | 'large')[] },
): Promise<string[]> {
  await page.setViewportSize(size)
  return page.evaluate(tooWide, { width: size.width, texts })
}

/**
 * Runs in the page: finds elements beyond the right edge of the screen once it has the new width.
 */
async function tooWide({
  width,
  texts,
}: {
  width: number
  texts: readonly string[]
}): Promise<string[]> {
  const frame = () => new Promise(requestAnimationFrame)
  for (let at = 0; at < 60 && document.documentElement.clientWidth !== width; at++) await frame()
  const found: string[] = []
  for (const text of texts) {
    document.documentElement.dataset['text'] = text
    let wide: string[] = []
    for (let at = 0; at < 30; at++) {
      await frame()
      wide = lookAround()
      if (wide.length === 0) break
    }
    found.push(...wide.map((said) => `${text} ${width}: ${said}`))
  }
  return found

  function lookAround(): string[] {
    const { scrollWidth } = document.documentElement
    const over = scrollWidth > innerWidth + 1 ? [`the page is ${scrollWidth} wide`] : []
    const main = document.querySelector('main')
    if (main !== null && main.scrollWidth > main.clientWidth + 1)
      over.push(`main is ${main.scrollWidth} of ${main.clientWidth}`)
    for (const element of document.querySelectorAll<HTMLElement>(
      'h1, h2, p, a, button, label, input, td, th',
    )) {
      const box = element.getBoundingClientRect()
      if (
        box.width > 0 &&
        box.right > innerWidth + 1 &&
        box.left < innerWidth &&
        element.closest('[inert]') === null
      )
        over.push(
          `${element.tagName} ${element.innerText.slice(0, 30)} ends at ${Math.round(box.right)}`,
        )
    }
    return over
  }
}

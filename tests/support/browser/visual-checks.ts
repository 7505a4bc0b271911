import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

// Pictures of all pages for who wants to see them: `PICTURES=1 npx vitest run --project browser
// tests/browser/visual-checks.test.ts`.
const pictures = process.env['PICTURES'] !== undefined

/** Pixels to a CSS pixel: few, which are drawn soon, unless somebody wants to see them. */
export const SCREENSHOT_SCALE = pictures ? 2 : 1

/** Leave a picture of what is on the screen, where pictures are wanted. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (!pictures) return
  const file = name.replaceAll(/[/? ]/g, '-')
  await page.screenshot({ path: `tests/.output/looks/${file}.png` })
}

/** Load a page in Chinese and look at it when it has settled: nothing loads any more. */
export async function openInChinese(page: Page, address: string): Promise<void> {
  await page.setViewportSize({ width: 375, height: 812 })
  if (page.url() !== 'about:blank')
    await page.evaluate(() => localStorage.setItem('language', 'zh'))
  await page.goto(address)
  await settled(page)
}

/** Switch a page to English in another tab, and look at it again. */
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
  // What was last seen stands there until the app has drawn.
  await expect.poll(() => page.locator('.snapshot').count()).toBe(0)
}

/** Hear of what the content security policy refuses from the next page on. */
export async function onPolicyViolation(page: Page, hear: (rule: string) => void): Promise<void> {
  await page.exposeFunction('tellBroken', hear)
  await page.addInitScript(() => {
    const { tellBroken } = window as unknown as { tellBroken: (rule: string) => void }
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      tellBroken(`${violatedDirective} ${blockedURI}`),
    )
  })
}

/** What axe finds on a page, by all its rules or only by these. */
export async function findAxeViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Once a page: reading all its rules takes a while.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // Colours that have just changed pass through transitions, one level of the page after the other.
  const changing = () => document.getAnimations().filter((one) => one instanceof CSSTransition)
  await expect.poll(async () => (await page.evaluate(changing)).length).toBe(0)
  return page.evaluate(
    async (only) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe }
      const found = await inPage.run(document, {
        // What is right needs no description, and nothing here is about style sheets from elsewhere.
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
 * In the page: the words that the focus ring strikes through, as long as the focus is where it is.
 * What scrolls under a bar is not looked at.
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
      // The letters themselves are lower than their line; a hair of an overlap is no stroke.
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

/** What sticks out of a screen of this size, in letters of these sizes; '' is the normal one. */
export async function findOverflow(
  page: Page,
  { texts, ...size }: { width: number; height: number; texts: readonly ('' | 'large')[] },
): Promise<string[]> {
  await page.setViewportSize(size)
  return page.evaluate(tooWide, { width: size.width, texts })
}

/**
 * In the page: what sticks out to the right of the screen once a new width has reached everything.
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

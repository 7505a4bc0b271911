import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'
import { CPU_SLOWDOWN } from './visit.ts'

/**
 * A link that is tapped as soon as it is visible, and the content of the page to which it leads.
 */
export interface TapTarget {
  readonly link: string
  readonly content: string
}

declare const window: Window & { answeredAfter?: number }

/**
 * Open an address on a slowed-down phone for the first time, and tap a link as soon as it is
 * visible. Returns the ms from the start of the navigation until the linked page is visible, or
 * undefined if it never was.
 */
export async function measureFirstTap(
  context: BrowserContext,
  { address, tap, patienceMs }: { address: string; tap: TapTarget; patienceMs: number },
): Promise<number | undefined> {
  // tsx can wrap functions in a helper that keeps their names, and the page does not have this
  // helper.
  await context.addInitScript('globalThis.__name = (named) => named')
  await context.addInitScript(
    ({ link, content }) => {
      const POLL_MS = 20
      const KEY = 'bench-tapped'
      const whenSeen = (selector: string, then: (element: HTMLElement) => void) => {
        const element = document.querySelector<HTMLElement>(selector)
        if (element === null || element.getBoundingClientRect().width === 0)
          return void setTimeout(() => whenSeen(selector, then), POLL_MS)
        // A message sent in a frame arrives after that frame was painted.
        requestAnimationFrame(() => {
          const channel = new MessageChannel()
          channel.port1.onmessage = () => then(element)
          channel.port2.postMessage(0)
        })
      }
      const began = () => Number(sessionStorage.getItem(KEY))
      if (began() === 0)
        whenSeen(link, (found) => {
          sessionStorage.setItem(KEY, String(performance.timeOrigin))
          found.click()
        })
      const answered = () => {
        if (began() === 0) return void setTimeout(answered, POLL_MS)
        whenSeen(content, () => {
          window.answeredAfter = performance.timeOrigin + performance.now() - began()
        })
      }
      answered()
    },
    { link: tap.link, content: tap.content },
  )
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  page.goto(address, { waitUntil: 'commit', timeout: patienceMs }).catch(() => {})
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await pause(40)) {
    const asked = page.evaluate(() => window.answeredAfter).catch(() => undefined)
    const answered = await Promise.race([asked, pause(5000, undefined)])
    if (answered !== undefined) return answered
  }
  return undefined
}

import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'
import { CPU_SLOWDOWN } from './visit.ts'

/** A control that is tapped, and the element that answers: both by their selectors. */
export interface TapTarget {
  readonly control: string
  readonly answer: string
}

interface Point {
  readonly x: number
  readonly y: number
}

declare const window: Window & {
  answeredAfter?: number
  /** Tap this point of the screen, as a finger does. */
  tapAt?: (point: Point) => Promise<void>
}

/**
 * Open an address on a slowed-down phone for the first time, and tap a control. With a `delayMs` of
 * 0 it is tapped as soon as it is visible, and the result counts from the start of the navigation;
 * otherwise it is tapped so many ms after it is visible, and the result counts from the tap.
 * Returns the ms until the answer is visible, or undefined if it never was.
 */
export async function measureFirstTap(
  context: BrowserContext,
  {
    address,
    tap,
    delayMs,
    patienceMs,
  }: { address: string; tap: TapTarget; delayMs: number; patienceMs: number },
): Promise<number | undefined> {
  // tsx can wrap functions in a helper that keeps their names, and the page does not have this
  // helper.
  await context.addInitScript('globalThis.__name = (named) => named')
  // A page can start its app by the first touch, which `click()` in the page does not cause.
  await context.exposeBinding('tapAt', ({ page: tapped }, { x, y }: Point) =>
    tapped.touchscreen.tap(x, y),
  )
  await context.addInitScript(
    ({ control, answer, delay }) => {
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
      const tapNow = () => {
        const found = document.querySelector(control)
        if (found === null) return
        const sinceOrigin = delay === 0 ? 0 : performance.now()
        sessionStorage.setItem(KEY, String(performance.timeOrigin + sinceOrigin))
        const { x, y, width, height } = found.getBoundingClientRect()
        void window.tapAt?.({ x: x + width / 2, y: y + height / 2 })
      }
      if (began() === 0)
        whenSeen(control, () => (delay === 0 ? tapNow() : void setTimeout(tapNow, delay)))
      const answered = () => {
        if (began() === 0) return void setTimeout(answered, POLL_MS)
        whenSeen(answer, () => {
          window.answeredAfter = performance.timeOrigin + performance.now() - began()
        })
      }
      answered()
    },
    { ...tap, delay: delayMs },
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
  console.error(
    `${address}: the answer to a tap on ${tap.control} took longer than ${patienceMs / 1000} s`,
  )
  return undefined
}

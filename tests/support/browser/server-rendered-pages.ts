import assert from 'node:assert'
import type { Page } from 'playwright-core'
import { WAIT_TIMEOUT_MS } from '../setup/timeouts.ts'
import { waitUntil } from '../setup/wait-until.ts'

/** A marker that only a server-rendered page has. */
export const SERVER_RENDERED = 'id="root" data-ssr'
/** How long the renderer pauses after a timeout on a busy machine. */
const RENDERER_PAUSE_MS = 60_000
const POLL_MS = 50

/**
 * Waits until the backend at `origin` renders these pages: the first rendering may take longer than
 * a request waits.
 */
export async function waitForServerRendering(
  origin: string,
  pages: readonly { readonly path: string; readonly language: string }[],
): Promise<void> {
  for (const { path, language } of pages)
    await untilRendered(async () => {
      const answer = await fetch(origin + path, { headers: { 'accept-language': language } })
      return answer.text()
    })
}

/**
 * Opens a server-rendered page, repeatedly, because a busy machine may send the shell instead.
 * `before` runs before each attempt.
 */
export const openServerRendered = (
  page: Page,
  address: string,
  before = async () => {},
): Promise<void> =>
  untilRendered(async () => {
    await before()
    const answer = await page.goto(address)
    return answer?.text()
  })

const untilRendered = (load: () => Promise<string | undefined>) =>
  waitUntil(
    async () => assert((await load())?.includes(SERVER_RENDERED)),
    POLL_MS,
    WAIT_TIMEOUT_MS + RENDERER_PAUSE_MS,
  )

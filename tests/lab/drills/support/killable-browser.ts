import { chromium, type Page } from 'playwright-core'
import { chromiumFlags, findChromium } from '../../../../scripts/chromium.ts'
import { waitForResult, type Workspace } from './workspace.ts'

// The timeout for loading a page on a busy machine.
const TIMEOUT_MS = 300_000

/** A browser whose processes can all be killed at once. */
export interface KillableBrowser {
  readonly page: Page
  readonly kill: () => Promise<void>
  /** Close the browser as a user does. */
  readonly quit: () => Promise<void>
}

const FLAGS = [
  ...chromiumFlags,
  '--headless=new',
  '--disable-breakpad',
  '--password-store=basic',
  '--accept-lang=zh-CN',
  '--window-size=375,812',
  '--remote-debugging-port=0',
]

/** Start Chromium with the profile in this folder, like a phone that is switched on again. */
export async function startKillableBrowser(
  place: Workspace,
  memory: string,
): Promise<KillableBrowser> {
  const args = [...FLAGS, `--user-data-dir=${memory}`, 'about:blank']
  const running = place.run(findChromium(), args, { detached: true, env: { HOME: memory } })
  const socket = await waitForResult(
    'Chromium says where it can be driven',
    () => {
      if (!running.isAlive()) throw new Error(`Chromium ended: ${running.output()}`)
      return /DevTools listening on (\S+)/.exec(running.output())?.[1]
    },
    { everyMs: 10 },
  )
  const browser = await chromium.connectOverCDP(socket)
  const [context] = browser.contexts()
  const page = context?.pages()[0] ?? (await context?.newPage())
  page?.setDefaultTimeout(TIMEOUT_MS)
  const { pid } = running.child
  if (page === undefined || pid === undefined) throw new Error('Chromium has no page')
  return {
    page,
    kill: async () => {
      process.kill(-pid, 'SIGKILL')
      await running.ended
    },
    quit: async () => {
      const session = await browser.newBrowserCDPSession()
      await session.send('Browser.close')
      await running.ended
    },
  }
}

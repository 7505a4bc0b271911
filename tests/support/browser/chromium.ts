import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core'
import { type TestContext, TestRunner } from 'vitest'
import { chromiumFlags, findChromium } from '../../../scripts/chromium.ts'
import { recordAddress } from '../codebase/recorded-calls.ts'
import { WAIT_TIMEOUT_MS } from '../setup/timeouts.ts'
import type { Screen } from './screen.ts'

interface PhoneOptions {
  /**
   * The folder of the browser's profile. Without it the phone is a context of the shared browser,
   * which opens quickly but is a private window whose data is deleted on closing. Tests of files
   * that must outlive the server need a profile.
   */
  readonly profileDir?: string
  readonly theme?: 'light' | 'dark'
  readonly locale?: string
  readonly width?: number
  readonly height?: number
  /** Device pixels for each CSS pixel; fewer render faster. */
  readonly scale?: number
  /** Simulates a computer with a mouse and without touch. */
  readonly hasMouse?: boolean
  /** A file of JPEG pictures that the fake camera plays in a loop. */
  readonly cameraFile?: string
  /** The phone stays open at the end of the test, for the tests after it. */
  readonly staysOpen?: boolean
  /**
   * Without a service worker, as in the messaging app on some phones: pages load in half the time.
   * For tests of neither offline use nor sending.
   */
  readonly hasServiceWorker?: boolean
  /** Enables the back/forward cache, which automation disables by default. */
  readonly backForwardCache?: boolean
}

/** A phone: a browser or a browser context with its own storage. */
export interface BrowserPhone {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors and warnings of the console, and violations of the Content-Security-Policy. */
  readonly complaints: string[]
  /** Cut the phone's network for page and worker, or restore it with `false`. */
  readonly setOffline: (cut?: boolean) => Promise<void>
  /**
   * Close the phone; a profile in `profileDir` stays. A phone that was opened in a test is closed
   * when the test ends, unless it `staysOpen`.
   */
  readonly close: () => Promise<void>
}

/**
 * Open a phone with a screen of 375 by 812 pixels and its own worker, databases and caches. With a
 * `profileDir` these survive closing.
 */
export async function launchPhone(options: PhoneOptions = {}): Promise<BrowserPhone> {
  const { context, putAway } = await openContext(options)
  context.setDefaultTimeout(WAIT_TIMEOUT_MS)
  if (options.hasServiceWorker === false) await removeServiceWorker(context)
  const complaints: string[] = []
  context.on('weberror', (error) => complaints.push(error.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  const { setOffline, renewOffline } = createOfflineSwitch(context)
  const watch = (page: Page) =>
    page.on('framenavigated', (frame) => {
      recordAddress(frame.url())
      if (frame === page.mainFrame()) void renewOffline(page)
    })
  for (const page of context.pages()) watch(page)
  context.on('page', watch)
  const phone: BrowserPhone = {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    complaints,
    setOffline,
    close: async () => {
      open.delete(phone)
      await putAway()
    },
  }
  open.set(phone, options.staysOpen === true ? undefined : TestRunner.getCurrentTest())
  return phone
}

const removeServiceWorker = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'serviceWorker', {
      value: undefined,
      configurable: true,
    }),
  )

/**
 * Cuts the network of a context. After a navigation that the worker answered, Chromium reports that
 * it is online, although its requests fail. `renewOffline` makes the page offline again.
 */
function createOfflineSwitch(context: BrowserContext) {
  let isCut = false
  const sessions = new Map<Page, CDPSession>()
  const emulate = (session: CDPSession) =>
    session.send('Network.emulateNetworkConditions', {
      offline: isCut,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  return {
    setOffline: async (cut = true) => {
      isCut = cut
      await context.setOffline(cut)
      // A page that was closed meanwhile has no session.
      if (!cut) await Promise.allSettled([...sessions.values()].map(emulate))
    },
    renewOffline: async (page: Page) => {
      if (!isCut) return
      try {
        const session = sessions.get(page) ?? (await context.newCDPSession(page))
        sessions.set(page, session)
        await emulate(session)
      } catch {
        // The page was closed meanwhile.
      }
    },
  }
}

/**
 * The open phones, each with the test that opened it; a phone that stays open for a file has no
 * test.
 */
const open = new Map<BrowserPhone, ReturnType<typeof TestRunner.getCurrentTest>>()

/**
 * After a test, close its phones. After a failed test, also save screenshots of all open phones in
 * a folder that is not committed, and restore the network of phones that stay open.
 */
export async function closePhonesAfterTest({ task }: Pick<TestContext, 'task'>): Promise<void> {
  const failed = task.result?.state === 'fail'
  for (const [phone, owner] of open) {
    if (failed) await show(phone)
    if (owner !== undefined) await phone.close()
    else if (failed) await phone.setOffline(false)
  }
}

// The process shares one browser among all phones that need no profile on the disk.
let sharedBrowser: Promise<Browser> | undefined

/**
 * Open a context of the shared browser, or a separate browser for options that a context cannot
 * have.
 */
async function openContext(options: PhoneOptions) {
  const { theme = 'light', locale = 'zh-CN', width = 375, height = 812, scale = 2 } = options
  const { hasMouse = false } = options
  const executable = { executablePath: findChromium(), args: [...chromiumFlags] }
  const looks = {
    viewport: { width, height },
    deviceScaleFactor: scale,
    hasTouch: !hasMouse,
    isMobile: !hasMouse,
    colorScheme: theme,
    locale,
    timezoneId: 'Asia/Shanghai',
  }
  const { profileDir, cameraFile, backForwardCache = false } = options
  if (profileDir === undefined && cameraFile === undefined && !backForwardCache) {
    sharedBrowser ??= chromium.launch(executable)
    const context = await (await sharedBrowser).newContext(looks)
    return { context, putAway: () => context.close() }
  }
  const profile = profileDir ?? (await mkdtemp(join(tmpdir(), 'baodao-phone-')))
  const context = await chromium.launchPersistentContext(profile, {
    ...executable,
    args: [...chromiumFlags, ...cameraFlags(cameraFile)],
    ...(backForwardCache && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    ...looks,
  })
  const putAway = async () => {
    await context.close()
    if (profileDir === undefined) await rm(profile, { recursive: true, force: true, maxRetries: 3 })
  }
  return { context, putAway }
}

async function show({ page, complaints }: BrowserPhone): Promise<void> {
  const path = join('tests/.output/failed', `${randomUUID()}.png`)
  const seen = await page.screenshot({ path, timeout: 5000 }).then(
    () => path,
    () => 'closed',
  )
  console.log(seen, page.url(), complaints)
}

const cameraFlags = (file: string | undefined): string[] =>
  file === undefined
    ? []
    : [
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${file}`,
      ]

/**
 * Wait until the app can open offline: its worker controls the page and has stored all files, also
 * those for the bound person.
 */
export async function waitForOfflineReady(page: Screen): Promise<void> {
  try {
    await page.evaluate(filesAreKept)
  } catch (problem) {
    // A page that could not load one of its files reloads itself.
    if (!String(problem).includes('context was destroyed')) throw problem
    await waitForOfflineReady(page)
  }
}

async function filesAreKept() {
  const { scope } = await navigator.serviceWorker.ready
  if (navigator.serviceWorker.controller === null)
    await new Promise((claimed) =>
      navigator.serviceWorker.addEventListener('controllerchange', claimed, { once: true }),
    )
  // This polls in the page, since Playwright's `waitForFunction` would take a promise for true.
  while (
    localStorage.getItem('token') !== null &&
    (await caches.match(new URL('packs', scope))) === undefined
  )
    await new Promise((later) => setTimeout(later, 50))
}

/**
 * Resolves when a dialog of this page, or an element that matches `where`, contains a text, even
 * for a short time that a busy machine would miss by polling. Call this before the action that
 * causes the text.
 */
export const waitForBriefText = (
  page: Page,
  words: string,
  where = '[role="dialog"]',
): Promise<void> =>
  page.evaluate(
    ([wanted, places]) =>
      new Promise<void>((resolve) => {
        const look = () =>
          [...document.querySelectorAll(places)].some((place) => place.textContent.includes(wanted))
        new MutationObserver((_, observer) => {
          if (!look()) return
          observer.disconnect()
          resolve()
        }).observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
    [words, where] as const,
  )

import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { type TestContext, TestRunner } from 'vitest'
import { chromiumFlags, findChromium } from '../../../scripts/chromium.ts'
import { recordAddress } from '../codebase/recorded-calls.ts'
import { WAIT_TIMEOUT_MS } from '../setup/timeouts.ts'
import type { Screen } from './screen.ts'

interface PhoneOptions {
  /**
   * Where the phone keeps its memory. Without it a new phone that is thrown away: a context of the
   * one browser, which is there at once. Such a one is a private window: what is about files that
   * outlast their server needs a memory.
   */
  readonly profileDir?: string
  readonly theme?: 'light' | 'dark'
  readonly locale?: string
  readonly width?: number
  readonly height?: number
  /** Pixels to a CSS pixel: fewer are drawn sooner. */
  readonly scale?: number
  /** It is a computer: a mouse, and no fingers. */
  readonly hasMouse?: boolean
  /** What its camera sees, over and over: a file of JPEG pictures. */
  readonly cameraFile?: string
  /** The tests that follow go on with it. */
  readonly staysOpen?: boolean
  /** Pages sleep when they are left, as in a browser of today, and come back as they were. */
  readonly backForwardCache?: boolean
}

/** A phone: a browser, or a part of one, with a memory of its own. */
export interface BrowserPhone {
  readonly context: BrowserContext
  readonly page: Page
  /** What the console complained about, and what the content security policy refused. */
  readonly complaints: string[]
  /** Cut the phone's network for page and worker, or bring it back. */
  readonly setOffline: (cut?: boolean) => Promise<void>
  /**
   * Put it away; a memory given by `profileDir` stays. A phone taken up in a test is put away when
   * the test ends, however it ends.
   */
  readonly close: () => Promise<void>
}

/**
 * A phone of 375 by 812 with a worker, databases and caches of its own, which last over restarts
 * where it has a `profileDir`.
 */
export async function launchPhone(options: PhoneOptions = {}): Promise<BrowserPhone> {
  const { context, putAway } = await openContext(options)
  context.setDefaultTimeout(WAIT_TIMEOUT_MS)
  const complaints: string[] = []
  context.on('weberror', (error) => complaints.push(error.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  const watch = (page: Page) => page.on('framenavigated', (frame) => recordAddress(frame.url()))
  for (const page of context.pages()) watch(page)
  context.on('page', watch)
  const phone: BrowserPhone = {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    complaints,
    setOffline: (cut = true) => context.setOffline(cut),
    close: async () => {
      open.delete(phone)
      await putAway()
    },
  }
  open.set(phone, options.staysOpen === true ? undefined : TestRunner.getCurrentTest())
  return phone
}

/** The phones that are open, each with the test that took it up; one of a whole file has none. */
const open = new Map<BrowserPhone, ReturnType<typeof TestRunner.getCurrentTest>>()

/**
 * After a test: a failed one shows what was on its screens, in a folder that is not committed, and
 * leaves no tunnel to the next.
 */
export async function closePhonesAfterTest({ task }: Pick<TestContext, 'task'>): Promise<void> {
  const failed = task.result?.state === 'fail'
  for (const [phone, owner] of open) {
    if (failed) await show(phone)
    if (owner !== undefined) await phone.close()
    else if (failed) await phone.setOffline(false)
  }
}

// The one browser of this process, for all phones that need no memory on a disk.
let sharedBrowser: Promise<Browser> | undefined

/** A new part of the shared browser; what a part cannot have needs a browser of its own. */
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
 * Wait until the app on this page is kept on the phone: its worker has all files, also of who is
 * bound, and answers for it.
 */
export async function waitForOfflineReady(page: Screen): Promise<void> {
  try {
    await page.evaluate(filesAreKept)
  } catch (problem) {
    // A page that has lost a file with its network reloads itself.
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
  // Asked in a loop of its own: a promise would count as a yes.
  while (
    localStorage.getItem('token') !== null &&
    (await caches.match(new URL('packs', scope))) === undefined
  )
    await new Promise((later) => setTimeout(later, 50))
}

/**
 * Resolves when a dialog of this page, or what else is named, says this, for however short a time: a
 * busy machine may look too late. To be begun before what makes it say so.
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

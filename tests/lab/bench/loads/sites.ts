import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { demoPeople } from '#server/demo/demo-people'
import type { BenchServer } from '../bench-campus.ts'
import type { TapTarget } from './first-tap.ts'
import type { ServedSite, SitePage } from './messages.ts'

/** A page, and the selector of its content. */
interface WatchedPage {
  readonly path: string
  readonly content: string
}

/** A built site that is measured. */
export interface Site {
  readonly name: string
  readonly served: Omit<ServedSite, 'tls'>
  /**
   * The selector of the content for which a visitor came. Without one the first visible text is the
   * content.
   */
  readonly content?: string
  /** What an unbound visitor taps: a link at once, and later a button. */
  readonly taps?: { readonly link: TapTarget; readonly button: TapTarget }
  /** What is measured of a bound person. Only the app knows people. */
  readonly bound?: {
    /** Bind on this page, and open everything that is opened again without a network. */
    readonly bind: (page: Page, origin: string) => Promise<void>
    readonly timetable: WatchedPage
    readonly fees: WatchedPage
  }
}

const SNAPSHOT_TIMEOUT_MS = 60_000
const RENDERINGS = 20

/** A build of the app, with the pages and the data of a backend. */
export async function createAppSite(campus: BenchServer, folder: string): Promise<Site> {
  const person = demoPeople.find(({ number }) => number === '880001')
  if (person === undefined) throw new Error('the demo campus has no 880001')
  // A reload requests the address to which the student's own timetable redirects.
  const timetable = { path: `/searchcourse/${person.number}`, content: 'table tbody td span' }
  const fees = { path: `/onlinefee/5/${person.number}`, content: 'main [role="img"]' }
  return {
    name: folder,
    served: {
      folder,
      page: await fetchPage(`${campus.address}/index.html`),
      rendered: {
        '/': await fetchRenderedPage(`${campus.address}/`),
        '/login': await fetchRenderedPage(`${campus.address}/login`),
      },
      prefetchPages: {
        '/login': await fetchPage(`${campus.address}/login`, { 'sec-purpose': 'prefetch' }),
      },
      campus: campus.address,
    },
    content: '[class*="tile"]',
    taps: {
      link: { control: 'main a[href="/login"]', answer: 'form input' },
      button: { control: 'header button[lang="en"]', answer: 'html[lang="en"]' },
    },
    bound: {
      bind: async (page, origin) => {
        await page.goto(`${origin}/login`)
        await page.getByText(person.number).click()
        await page.locator('main form button[type="submit"]:visible').click()
        await page.waitForURL(`${origin}/`)
        await untilSnapshotStored(page, '/')
        await page.goto(origin + timetable.path)
        await page.locator(timetable.content).first().waitFor()
        await untilSnapshotStored(page, timetable.path)
        await page.goto(origin + fees.path)
        await page.locator(fees.content).waitFor()
        // Wait until the data is written to the disk.
        await pause(1000)
      },
      timetable,
      fees,
    },
  }
}

/** Build the floor, a bare page of the same libraries, with the project's own Vite. */
export async function buildFloorSite(folder: string): Promise<Site> {
  await build({
    root: dirname(fileURLToPath(new URL('../floor/main.tsx', import.meta.url))),
    configFile: false,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
    plugins: [
      react(),
      VitePWA({
        registerType: 'autoUpdate',
        injectRegister: 'script-defer',
        manifest: false,
        workbox: {
          globPatterns: ['**/*.{js,css,html}'],
          navigateFallback: '/index.html',
          navigateFallbackDenylist: [/^\/api\//],
          clientsClaim: true,
          skipWaiting: true,
        },
      }),
    ],
  })
  return { name: 'floor', served: { folder }, content: '#content' }
}

/**
 * Any built static site. It is named after its folder, or the folder that contains its build.
 * Throws if the folder has no page.
 */
export function createForeignSite(folder: string, content?: string): Site {
  const whole = resolve(folder)
  if (!existsSync(join(whole, 'index.html'))) throw new Error(`${folder} has no index.html`)
  const isBuild = /^(dist|build|out|public|_site)$/.test(basename(whole))
  return {
    name: basename(isBuild ? dirname(whole) : whole),
    served: { folder: whole },
    ...(content !== undefined && { content }),
  }
}

const SET_BY_SERVER = new Set([
  'content-type',
  'etag',
  'content-encoding',
  'content-length',
  'vary',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
])

// A page with its settings and the headers of the backend, as a visitor gets it.
async function fetchPage(address: string, asked: Record<string, string> = {}): Promise<SitePage> {
  const answer = await fetch(address, { headers: { accept: 'text/html', ...asked } })
  const headers = [...answer.headers].filter(([name]) => !SET_BY_SERVER.has(name))
  return { html: await answer.text(), headers: Object.fromEntries(headers) }
}

/**
 * A page as an unbound visitor gets it. Its first rendering can take longer than a request waits.
 */
async function fetchRenderedPage(address: string): Promise<SitePage> {
  for (let tries = 1; ; tries++) {
    const page = await fetchPage(address)
    if (page.html.includes('id="root" data-ssr')) return page
    if (tries === RENDERINGS) {
      // Earlier builds do not render pages on the server.
      console.error(`the backend does not render ${address}`)
      return page
    }
    await pause(500)
  }
}

/** Wait until the page's content is stored as the snapshot for its next first frame. */
async function untilSnapshotStored(page: Page, path: string): Promise<void> {
  const deadline = Date.now() + SNAPSHOT_TIMEOUT_MS
  // waitForFunction cannot be used, because it takes the returned promise itself as a truthy
  // result.
  while (!(await page.evaluate(isSnapshotStored, path))) {
    if (Date.now() > deadline)
      throw new Error(`no snapshot of ${path} was stored within ${SNAPSHOT_TIMEOUT_MS / 1000} s`)
    await pause(200)
  }
}

const isSnapshotStored = (path: string) =>
  new Promise<boolean>((resolve) => {
    const asked = indexedDB.open('baodao-seen')
    // Checking for the database must not create it.
    asked.onupgradeneeded = () => asked.transaction?.abort()
    asked.onerror = () => resolve(false)
    asked.onsuccess = () => {
      const kept = asked.result.transaction('frames').objectStore('frames').getKey(path)
      kept.onsuccess = () => {
        asked.result.close()
        resolve(kept.result !== undefined)
      }
    }
  })

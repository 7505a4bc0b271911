import { CAMPUS_HEADER, CAMPUS_HEADER_VALUE } from '#contract/headers-and-cookies'
import { findPublicPage } from '#contract/public-pages'
import { deletePublicPages, publicPagesCache } from '#offline/storage/public-pages'
import { PUBLIC_PAGE_CURRENT } from '#offline/transport/worker-messages'
import { withTimeout } from '#offline/utilities/with-timeout'
import { buildVersion, findCachedPage } from './precache.ts'

declare const self: ServiceWorkerGlobalScope

const { scope } = self.registration
const CACHE = publicPagesCache(scope)
/** The stored pages: those that most visitors open first. */
const PATHS = ['/', '/login']
/** The longest wait of an installation for the pages, ms: the app works without them. */
const TIMEOUT_MS = 10_000
const RENDERED = 'id="root" data-ssr'
const APP_FILE = /<script [^>]*src=[^>]*>|<link rel="stylesheet"[^>]*>/g

/** The deletion for which the next navigation waits. */
let deletion: Promise<unknown> = Promise.resolve()

/**
 * The page that the campus rendered for visitors about whom the phone stores nothing; undefined if
 * there is none. The app deletes these pages as soon as this phone shows others (deletePublicPages).
 */
export async function findPublicPageCopy(request: Request): Promise<Response | undefined> {
  const path = publicPathOf(request)
  if (path === undefined) return undefined
  await deletion
  return matchPage(path)
}

/**
 * Stores the pages during an installation: for a new visitor, who has usually just opened them, so
 * that they are in the browser's cache, and for a visitor who has pages of another build.
 */
export async function installPublicPages(): Promise<void> {
  if (self.registration.active === null || (await caches.has(CACHE))) await storePublicPages()
}

/** Stores the pages that are missing, in the visitor's language. Does nothing without a network. */
export async function storePublicPages(): Promise<void> {
  const storing = PATHS.map(async (path) => {
    if ((await matchPage(path)) !== undefined) return
    const page = await fetchPublicPage(path)
    if (page !== undefined) await storePublicPage(path, page)
  })
  await withTimeout(TIMEOUT_MS, Promise.allSettled(storing), () => {})
}

/**
 * Renews the stored page of a navigation for the next visit. If the page is unchanged, its tab is
 * told so.
 */
export async function renewPublicPage({
  request,
  resultingClientId,
}: Pick<FetchEvent, 'request' | 'resultingClientId'>): Promise<void> {
  const path = publicPathOf(request)
  const before = await (await findPublicPageCopy(request))?.text()
  if (path === undefined || before === undefined) return
  const page = await fetchPublicPage(path).catch(() => undefined)
  if (page === undefined) return
  if (page.html === before)
    (await self.clients.get(resultingClientId))?.postMessage(PUBLIC_PAGE_CURRENT)
  // Somebody might have been bound while the page was fetched.
  else if ((await findPublicPageCopy(request)) !== undefined) await storePublicPage(path, page)
}

/**
 * Deletes the pages before the next navigation. A page's form might have chosen another language.
 */
export const dropPublicPages = (): Promise<unknown> => (deletion = deletePublicPages(scope))

/** Deletes the pages of other builds. */
export async function deleteOldPublicPages(): Promise<void> {
  if (!(await caches.has(CACHE))) return
  const cache = await caches.open(CACHE)
  const wanted = new Set(PATHS.map(keyOf))
  const old = (await cache.keys()).filter(({ url }) => !wanted.has(url))
  await Promise.all(old.map((request) => cache.delete(request)))
}

const matchPage = (path: string) =>
  caches.match(keyOf(path), { cacheName: CACHE, ignoreVary: true })

interface PublicPage {
  readonly html: string
  readonly headers: Headers
}

/**
 * Fetches a page. Undefined if the campus has not rendered it for this phone and this build. Rejects
 * without a network.
 */
async function fetchPublicPage(path: string): Promise<PublicPage | undefined> {
  const [app = '', answer] = await Promise.all([
    findCachedPage().then((page) => page?.text()),
    fetch(addressOf(path), {
      credentials: 'same-origin',
      cache: 'no-cache',
      headers: { accept: 'text/html' },
    }),
  ])
  const isCampus = answer.ok && answer.headers.get(CAMPUS_HEADER) === CAMPUS_HEADER_VALUE
  const html = await answer.text()
  if (!isCampus || answer.redirected || !html.includes(RENDERED)) return undefined
  // The names of the app's files contain their hashes.
  const files = app.match(APP_FILE) ?? []
  if (files.length === 0 || !files.every((file) => html.includes(file))) return undefined
  const headers = new Headers(answer.headers)
  // The pages that this header prefetches are on the phone.
  headers.delete('link')
  return { html, headers }
}

const storePublicPage = async (path: string, { html, headers }: PublicPage) =>
  (await caches.open(CACHE)).put(keyOf(path), new Response(html, { headers }))

function publicPathOf({ url }: Request): string | undefined {
  const { pathname, search } = new URL(url)
  const path = findPublicPage(pathname.slice(new URL(scope).pathname.length - 1))
  return search === '' && path !== undefined && PATHS.includes(path) ? path : undefined
}

const addressOf = (path: string) => new URL(path.slice(1), scope).href

// The key contains the build, because an installed worker might wait while an older one is in use.
const keyOf = (path: string) => `${addressOf(path)}?build=${buildVersion}`

import {
  type PageSnapshot,
  readPageSnapshot,
  NETWORK_LINE_PLACEHOLDER,
} from '#offline/storage/page-snapshot'
import { withTimeout } from '#offline/utilities/with-timeout'

/**
 * The longest wait for the snapshot, ms. A phone reads a record in less time, and a database that
 * does not respond must not delay the page.
 */
const TIMEOUT_MS = 150

/** The snapshot of this URL; undefined if there is none. */
export async function findPageSnapshot(request: Request): Promise<PageSnapshot | undefined> {
  const { pathname, search } = new URL(request.url)
  // Snapshots are taken of pages without a query string, because a query string can change the
  // content.
  if (search !== '') return undefined
  const reading = readPageSnapshot(pathname, Date.now()).catch(() => undefined)
  return withTimeout(TIMEOUT_MS, reading, () => undefined)
}

/**
 * The app's page with the snapshot in place of its shell. Undefined if the page and the snapshot
 * belong to different builds, or if the page's Content-Security-Policy would block the snapshot's
 * styles.
 */
export async function renderSnapshotPage(
  page: Response,
  frame: PageSnapshot,
  isKept: (address: string) => boolean,
): Promise<Response | undefined> {
  if (!frame.styles.every((style) => isKept(new URL(style, location.origin).href))) return undefined
  const [html, headers] = await Promise.all([
    page.clone().text(),
    withStyleHash(page.headers, frame.css),
  ])
  const framed = insertSnapshot(html, frame)
  return framed === undefined || headers === undefined
    ? undefined
    : new Response(framed, { headers })
}

const POLICY = 'content-security-policy'
const OWN_STYLES = "style-src 'self'"

// Adds the hash of the inline styles to the policy, which allows no other inline styles.
async function withStyleHash(headers: Headers, css: string): Promise<Headers | undefined> {
  const policy = headers.get(POLICY)
  if (policy === null) return headers
  if (!policy.includes(OWN_STYLES)) return undefined
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css))
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
  const allowed = new Headers(headers)
  allowed.set(POLICY, policy.replaceAll(OWN_STYLES, `${OWN_STYLES} 'sha256-${hash}'`))
  return allowed
}

const SHELL = /<!--shell-->[^]*<!--\/shell-->/

function insertSnapshot(
  html: string,
  { html: seen, age, css, root }: PageSnapshot,
): string | undefined {
  if (!SHELL.test(html)) return undefined
  const attributes = Object.entries(root).map(
    ([name, value]) => ` ${name}="${escapeAttribute(value)}"`,
  )
  // Offline, the app shows its message about the network at the place of the marker.
  const isOffline = !navigator.onLine && seen.includes(NETWORK_LINE_PLACEHOLDER)
  const body = isOffline
    ? `<div class="snapshot">${seen.replace(NETWORK_LINE_PLACEHOLDER, () => `<div class="snapshot-line">${age}</div>`)}</div>`
    : `<div class="snapshot">${seen}</div><aside class="snapshot-age">${age}</aside>`
  return html
    .replace(/<html[^>]*>/, () => `<html${attributes.join('')}>`)
    .replace('</head>', () => `<style>${css}</style></head>`)
    .replace(SHELL, () => body)
}

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

import {
  type PageSnapshot,
  readPageSnapshot,
  NETWORK_LINE_PLACEHOLDER,
} from '#offline/storage/page-snapshot'
import { withTimeout } from '#offline/utilities/with-timeout'

/** Longer than a phone takes to read a record; a stuck database must not hold up the page. */
const PATIENCE_MS = 150

/** What this address last showed; undefined where nothing is kept. */
export async function findSnapshot(request: Request): Promise<PageSnapshot | undefined> {
  const { pathname, search } = new URL(request.url)
  // What the address asks for beside the page was not asked for then.
  if (search !== '') return undefined
  const reading = readPageSnapshot(pathname, Date.now()).catch(() => undefined)
  return withTimeout(PATIENCE_MS, reading, () => undefined)
}

/**
 * The app's page with what was last seen in the place of its shell; undefined where the two are not
 * of one build, or where the page's policy would not have its styles.
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

// Only these styles, by their hash: nothing else inline is allowed by it.
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
  // Without a network the app will say so in this place.
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

import { type FirstFrame, frameOf, LINE } from '#offline/first-frame'
import { within } from '#offline/within'

/** Longer than a phone takes to read a record; a stuck database must not hold up the page. */
const PATIENCE_MS = 150

/**
 * The app's page with what it last showed at this address in the place of its shell; undefined
 * where nothing is kept. `isKept` tells whether a file is one of this build's.
 */
export async function pageWithFrame(
  request: Request,
  page: Response,
  isKept: (address: string) => boolean,
): Promise<Response | undefined> {
  const { pathname, search, origin } = new URL(request.url)
  // What the address asks for beside the page was not asked for then.
  if (search !== '') return undefined
  const reading = frameOf(pathname, Date.now()).catch(() => undefined)
  const frame = await within(PATIENCE_MS, reading, () => undefined)
  if (frame === undefined || !frame.styles.every((style) => isKept(new URL(style, origin).href)))
    return undefined
  const html = withFrame(await page.clone().text(), frame)
  return html === undefined ? undefined : new Response(html, { headers: page.headers })
}

const SHELL = /<!--shell-->[^]*<!--\/shell-->/

function withFrame(
  html: string,
  { html: seen, age, styles, root }: FirstFrame,
): string | undefined {
  if (!SHELL.test(html)) return undefined
  const attributes = Object.entries(root).map(([name, value]) => ` ${name}="${quoted(value)}"`)
  // Without a network the app will say so in this place.
  const isOffline = !navigator.onLine && seen.includes(LINE)
  const body = isOffline
    ? `<div class="seen">${seen.replace(LINE, () => `<div class="seen-line">${age}</div>`)}</div>`
    : `<div class="seen">${seen}</div><p class="seen-age">${age}</p>`
  const links = styles.map((href) => `<link rel="stylesheet" crossorigin href="${quoted(href)}">`)
  return html
    .replace(/<html[^>]*>/, () => `<html${attributes.join('')}>`)
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace(SHELL, () => body)
}

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** The attributes that an element keeps in a snapshot; they have a meaning without the app. */
const KEPT = new Set([
  'class',
  'href',
  'lang',
  'title',
  'scope',
  'colspan',
  'rowspan',
  'aria-hidden',
  'aria-label',
  'data-tone',
])
const GONE = '[inert], [role="status"] > *, script, iframe'
const STATUS = 'header [role="status"]'
/** The last narrow character: characters with a larger code are Chinese or equally wide. */
const LAST_NARROW = '\u2e80'

/**
 * Converts the content of a page to static HTML for the next visit.
 *
 * - Elements inside `data-snapshot="keep"` keep their text, except those inside
 *   `data-snapshot="drop"`.
 * - Everything else becomes blank space of the same size, so that the layout does not shift when
 *   the app starts.
 * - A link whose text is valid only today contains an element with `data-snapshot-link`. The value
 *   of that attribute is a lasting text, the name of the link's target, and replaces the link's
 *   text.
 *
 * Returns undefined if no element is marked or a dialog is open.
 */
export function toStaticHtml(root: HTMLElement): string | undefined {
  if (root.querySelector('[data-snapshot="keep"]') === null) return undefined
  if (document.querySelector('[role="dialog"], [role="alertdialog"], .snapshot') !== null)
    return undefined
  const copy = document.createElement('div')
  copy.append(...[...root.childNodes].map((child) => child.cloneNode(true)))
  for (const gone of copy.querySelectorAll(GONE)) gone.remove()
  const line = copy.querySelector(STATUS)
  for (const child of copy.children) stripElement(child, false)
  line?.removeAttribute('data-snapshot-blank')
  line?.replaceChildren(new Comment('line'))
  return copy.innerHTML
}

function stripElement(element: Element, within: boolean): void {
  const isSeen = within || element.getAttribute('data-snapshot') === 'keep'
  if (element.getAttribute('data-snapshot') === 'drop') return blankElement(element)
  const then =
    element instanceof HTMLAnchorElement ? element.querySelector('[data-snapshot-link]') : null
  if (element instanceof HTMLAnchorElement && then !== null) return keepLinkTarget(element, then)
  if (!isSeen && element.querySelector('[data-snapshot="keep"], [data-snapshot-link]') === null)
    return blankElement(element)
  // An SVG contains no text.
  if (element instanceof SVGElement) return
  for (const name of element.getAttributeNames()) if (!KEPT.has(name)) element.removeAttribute(name)
  // A link works without the app; a button would not react.
  if (element instanceof HTMLButtonElement) element.disabled = true
  // An image needs the token, which only the app has.
  if (element instanceof HTMLImageElement) element.setAttribute('data-snapshot-blank', '')
  for (const child of element.childNodes) {
    if (child instanceof Element) stripElement(child, isSeen)
    else if (!isSeen) child.textContent = toBlankText(child.textContent ?? '')
  }
}

function keepLinkTarget(link: HTMLAnchorElement, part: Element): void {
  const linkText = part.getAttribute('data-snapshot-link') ?? ''
  const { textContent: now } = part
  const href = link.getAttribute('href')
  blankElement(link)
  if (href !== null) link.setAttribute('href', href)
  // Not every screen reader reads a visible part of a hidden element.
  link.setAttribute('aria-label', linkText)
  part.setAttribute('data-snapshot-link', '')
  part.textContent = linkText + toBlankText(now.slice(countLettersOfWidth(linkText, now)))
}

// The number of characters of `now` that together have the width of `linkText`; a Chinese character
// counts as two. More characters would make the line longer, and the line would wrap.
function countLettersOfWidth(linkText: string, now: string): number {
  let room = 0
  for (const letter of linkText) room += widthOf(letter)
  let count = 0
  for (const letter of now) {
    room -= widthOf(letter)
    if (room < 0) break
    count += letter.length
  }
  return count
}

const widthOf = (letter: string) => (letter > LAST_NARROW ? 2 : 1)

function blankElement(element: Element): void {
  for (const one of [element, ...element.querySelectorAll('*')])
    for (const name of one.getAttributeNames()) if (name !== 'class') one.removeAttribute(name)
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (texts.nextNode() !== null)
    texts.currentNode.textContent = toBlankText(texts.currentNode.textContent ?? '')
  element.setAttribute('data-snapshot-blank', '')
  if (!(element instanceof HTMLButtonElement)) return
  element.disabled = true
  // Without its text, a screen reader would announce the button only as "button".
  element.setAttribute('aria-hidden', 'true')
}

/**
 * Blank text of the same width as the original, exact for amounts and times, so that no line wraps
 * differently.
 */
const toBlankText = (text: string): string =>
  text.replaceAll(/\S/g, (letter) =>
    letter > LAST_NARROW ? '\u3000' : /[.,:]/.test(letter) ? '\u2008' : '\u2007',
  )

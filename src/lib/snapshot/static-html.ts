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
// A link into the page has no target: a snapshot has no ids.
const GONE = '[inert], [role="status"] > *, script, iframe, a[href^="#"]'
const STATUS = 'header [role="status"]'
/** Elements that name something by their own text: the page, a person, an application. */
const NAMES = 'h1, [data-snapshot="name"]'
/** Elements whose own text is a name unless it contains a number. */
const LABELS = 'a, button, [data-snapshot="label"]'
/** Elements whose whole content stays true, or until a time. */
const PARTS = '[data-snapshot="keep"], [data-snapshot-until]'
const LINK_TEXT = '[data-snapshot-link]'
/** The last narrow character: characters with a larger code are Chinese or equally wide. */
const LAST_NARROW = '\u2e80'

/**
 * Converts the content of a page to static HTML for the next visit.
 *
 * - A name keeps its text: the text directly in a link or a button, or in the title or label that a
 *   component of `src/ui` renders, with the icons beside it. A text with a number is no name.
 * - Everything else becomes blank space of the same size, so that the layout does not shift when
 *   the app starts.
 * - A link whose text is valid only today contains an element with `data-snapshot-link`. The value
 *   of that attribute is a lasting text, the name of the link's target, and replaces the link's
 *   text.
 *
 * So a new card needs no mark. Returns undefined if no element is a name or a dialog is open.
 */
export function toStaticHtml(root: HTMLElement): string | undefined {
  if (!containsName(root)) return undefined
  if (document.querySelector('[role="dialog"], [role="alertdialog"], .snapshot') !== null)
    return undefined
  const copy = document.createElement('div')
  copy.append(...[...root.childNodes].map((child) => child.cloneNode(true)))
  for (const gone of copy.querySelectorAll(GONE)) gone.remove()
  const line = copy.querySelector(STATUS)
  for (const child of copy.children) stripElement(child, undefined)
  line?.removeAttribute('data-snapshot-blank')
  line?.replaceChildren(new Comment('line'))
  return copy.innerHTML
}

function stripElement(element: Element, within: 'part' | 'name' | undefined): void {
  const linkText = element instanceof HTMLAnchorElement ? element.querySelector(LINK_TEXT) : null
  if (element instanceof HTMLAnchorElement && linkText !== null)
    return keepLinkTarget(element, linkText)
  // An SVG contains no text.
  if (element instanceof SVGElement) return
  const isPart = within === 'part' || element.matches(PARTS)
  const isName = !isPart && hasName(element)
  // "Today" is another day in a part that stays true for a week.
  if (element.matches('time') || !(isPart || isName || isBesideName(element, within)))
    return blankElement(element)
  for (const name of element.getAttributeNames()) if (!KEPT.has(name)) element.removeAttribute(name)
  // A link works without the app; a button would not react.
  if (element instanceof HTMLButtonElement) element.disabled = true
  // An image needs the token, which only the app has.
  if (element instanceof HTMLImageElement) element.setAttribute('data-snapshot-blank', '')
  for (const child of element.childNodes) {
    if (child instanceof Element) stripElement(child, isPart ? 'part' : isName ? 'name' : within)
    else if (!isPart && !isName) child.textContent = toBlankText(child.textContent ?? '')
  }
}

// Beside a name icons stay, and texts and states do not.
const isBesideName = (element: Element, within: 'part' | 'name' | undefined): boolean =>
  containsName(element) ||
  (within === 'name' && ownTextOf(element) === '' && !element.hasAttribute('data-tone'))

const containsName = (element: Element): boolean =>
  element.querySelector(`${PARTS}, ${LINK_TEXT}`) !== null ||
  [...element.querySelectorAll(`${NAMES}, ${LABELS}`)].some(hasName)

function hasName(element: Element): boolean {
  const text = ownTextOf(element)
  return text !== '' && (element.matches(NAMES) || (element.matches(LABELS) && !/\d/.test(text)))
}

const ownTextOf = ({ childNodes }: Element): string =>
  [...childNodes].map((child) => (child instanceof Text ? child.data.trim() : '')).join('')

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

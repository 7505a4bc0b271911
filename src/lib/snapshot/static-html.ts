/** What an element may keep that stands there without its app. */
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
/** Letters behind it are Chinese or as wide. */
const LAST_NARROW = '\u2e80'

/**
 * The content of a page as HTML for a later visit: only what is marked with `data-snapshot="keep"`
 * keeps its words, and of that not what is marked with `data-snapshot="drop"`. A link whose words
 * are of today has a part that says, by `data-snapshot-link`, what stays true: where it leads. Of
 * everything else nothing but its place is left, so that nothing moves when the app comes. Undefined
 * where nothing is marked, or a dialog is open.
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
  // A drawing says nothing by itself.
  if (element instanceof SVGElement) return
  for (const name of element.getAttributeNames()) if (!KEPT.has(name)) element.removeAttribute(name)
  // A link leads on by itself, a button would promise what nobody hears.
  if (element instanceof HTMLButtonElement) element.disabled = true
  // A picture needs the sign-in, which only the app knows.
  if (element instanceof HTMLImageElement) element.setAttribute('data-snapshot-blank', '')
  for (const child of element.childNodes) {
    if (child instanceof Element) stripElement(child, isSeen)
    else if (!isSeen) child.textContent = toBlankText(child.textContent ?? '')
  }
}

function keepLinkTarget(link: HTMLAnchorElement, part: Element): void {
  const words = part.getAttribute('data-snapshot-link') ?? ''
  const { textContent: now } = part
  const href = link.getAttribute('href')
  blankElement(link)
  if (href !== null) link.setAttribute('href', href)
  // What is seen in a part of a hidden one is not read out everywhere.
  link.setAttribute('aria-label', words)
  part.setAttribute('data-snapshot-link', '')
  part.textContent = words + toBlankText(now.slice(countLettersOfWidth(words, now)))
}

// So many letters of `now` take the room of `words`; a Chinese one that of two others. More would
// make a line wider than it was, and break it.
function countLettersOfWidth(words: string, now: string): number {
  let room = 0
  for (const letter of words) room += widthOf(letter)
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
  // Without its words a screen reader would call it just a button.
  element.setAttribute('aria-hidden', 'true')
}

/** As wide as the words were, amounts and times to the point: nothing may need another line. */
const toBlankText = (text: string): string =>
  text.replaceAll(/\S/g, (letter) =>
    letter > LAST_NARROW ? '\u3000' : /[.,:]/.test(letter) ? '\u2008' : '\u2007',
  )

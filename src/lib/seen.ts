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

/**
 * The content of a page as HTML for a later visit: only what is marked with `data-seen` keeps its
 * words, and of that not what is marked with `data-now`. Of everything else nothing but its place
 * is left, so that nothing moves when the app comes. Undefined where nothing is marked, or a dialog
 * is open.
 */
export function seenOf(root: HTMLElement): string | undefined {
  if (root.querySelector('[data-seen]') === null) return undefined
  if (document.querySelector('[role="dialog"], [role="alertdialog"], .seen') !== null)
    return undefined
  const copy = document.createElement('div')
  copy.append(...[...root.childNodes].map((child) => child.cloneNode(true)))
  for (const gone of copy.querySelectorAll(GONE)) gone.remove()
  const line = copy.querySelector(STATUS)
  for (const child of copy.children) strip(child, false)
  line?.removeAttribute('data-blank')
  line?.replaceChildren(new Comment('line'))
  return copy.innerHTML
}

function strip(element: Element, within: boolean): void {
  const isSeen = within || element.hasAttribute('data-seen')
  if (element.hasAttribute('data-now')) return blank(element)
  if (!isSeen && element.querySelector('[data-seen]') === null) return blank(element)
  // A drawing says nothing by itself.
  if (element instanceof SVGElement) return
  for (const name of element.getAttributeNames()) if (!KEPT.has(name)) element.removeAttribute(name)
  // A link leads on by itself, a button would promise what nobody hears.
  if (element instanceof HTMLButtonElement) element.disabled = true
  // A picture needs the sign-in, which only the app knows.
  if (element instanceof HTMLImageElement) element.setAttribute('data-blank', '')
  for (const child of element.childNodes) {
    if (child instanceof Element) strip(child, isSeen)
    else if (!isSeen) child.textContent = spaces(child.textContent ?? '')
  }
}

function blank(element: Element): void {
  for (const one of [element, ...element.querySelectorAll('*')])
    for (const name of one.getAttributeNames()) if (name !== 'class') one.removeAttribute(name)
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (texts.nextNode() !== null)
    texts.currentNode.textContent = spaces(texts.currentNode.textContent ?? '')
  element.setAttribute('data-blank', '')
}

/** As wide as the words were. */
const spaces = (text: string): string =>
  text.replaceAll(/\S/g, (letter) => (letter > '\u2e80' ? '\u3000' : '\u2007'))

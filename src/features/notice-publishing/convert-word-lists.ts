const MARKER = '[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]'
const ORDERED = /^[\s(（]*([0-9]+|[a-z]|[一二三四五六七八九十]+)[.)）、．]/i

/**
 * Converts the lists in HTML pasted from a word processor. There a list item is a paragraph that
 * begins with a bullet and states its level. The editor drops the rest of the word processor's
 * markup.
 */
export function convertWordLists(html: string): string {
  if (!/mso-list/i.test(html)) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  /** The lists that are still open, outermost first. */
  let open: Element[] = []
  for (const item of body.querySelectorAll('p[style*="mso-list" i]')) {
    const sign = item.querySelector(MARKER)
    const kind = ORDERED.test(sign?.textContent ?? '') ? 'ol' : 'ul'
    sign?.remove()
    const level = levelOf(item)
    const isNext = open[0] !== undefined && item.previousElementSibling === open[0]
    open = isNext ? open.slice(0, level) : []
    // A list of the other kind at the same level starts a new list.
    if (open.length === level && open.at(-1)?.localName !== kind) open = open.slice(0, level - 1)
    while (open.length < level) open.push(newList(item, open.at(-1), kind))
    const entry = document.createElement('li')
    entry.append(...item.childNodes)
    open.at(-1)?.append(entry)
    item.remove()
  }
  return body.innerHTML
}

const levelOf = (item: Element): number =>
  Number(/mso-list:[^;]*level([1-9])/i.exec(item.getAttribute('style') ?? '')?.[1] ?? 1)

// Creates a list in the last item of the outer list, or, if there is none, before the first
// paragraph of the new list.
function newList(before: Element, around: Element | undefined, kind: 'ol' | 'ul'): Element {
  const list = document.createElement(kind)
  if (around === undefined) before.before(list)
  else {
    const entry = around.lastElementChild ?? document.createElement('li')
    around.append(entry)
    entry.append(list)
  }
  return list
}

const MARKER = '[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]'
const ORDERED = /^[\s(（]*([0-9]+|[a-z]|[一二三四五六七八九十]+)[.)）、．]/i

/**
 * What a word processor puts on the clipboard, with its lists as lists: it writes them as
 * paragraphs that begin with a sign and say their level. All else of its markup is left out by the editor, which takes
 * what it knows.
 */
export function convertWordLists(html: string): string {
  if (!/mso-list/i.test(html)) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  /** The lists that are open, the outermost first. */
  let open: Element[] = []
  for (const item of body.querySelectorAll('p[style*="mso-list" i]')) {
    const sign = item.querySelector(MARKER)
    const kind = ORDERED.test(sign?.textContent ?? '') ? 'ol' : 'ul'
    sign?.remove()
    const level = levelOf(item)
    const isNext = open[0] !== undefined && item.previousElementSibling === open[0]
    open = isNext ? open.slice(0, level) : []
    // A list of the other kind at this level begins anew.
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

// In the last entry of the list around it, or before the paragraph that is its first entry.
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

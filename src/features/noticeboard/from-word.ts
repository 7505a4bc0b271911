const MARKER = '[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]'
const ORDERED = /^[\s(（]*([0-9]+|[a-z]|[一二三四五六七八九十]+)[.)）、．]/i

/**
 * What a word processor puts on the clipboard, with its lists as lists: it writes them as
 * paragraphs that begin with a sign. All else of its markup is left out by the editor, which takes
 * what it knows.
 */
export function fromWord(html: string): string {
  if (!/mso-list/i.test(html)) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const item of body.querySelectorAll('p[style*="mso-list" i]')) {
    const sign = item.querySelector(MARKER)
    const kind = ORDERED.test(sign?.textContent ?? '') ? 'ol' : 'ul'
    sign?.remove()
    const before = item.previousElementSibling
    const list =
      before?.hasAttribute('data-word') && before.localName === kind ? before : newList(item, kind)
    const entry = document.createElement('li')
    entry.append(...item.childNodes)
    list.append(entry)
    item.remove()
  }
  for (const list of body.querySelectorAll('[data-word]')) list.removeAttribute('data-word')
  return body.innerHTML
}

function newList(before: Element, kind: 'ol' | 'ul'): Element {
  const list = document.createElement(kind)
  list.setAttribute('data-word', '')
  before.before(list)
  return list
}

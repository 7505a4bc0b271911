const HAN = /\p{Script=Han}/gu
const LATIN = /\p{Script=Latin}/gu
const SPOKEN = ['aria-label', 'alt', 'title', 'placeholder']
const CHINESE = 'zh-CN'
const ENGLISH = 'en'

/**
 * Say of every Chinese text on an English page that it is Chinese, so that a screen reader speaks
 * it so and the browser draws its signs: names of people and places, and what a school has no
 * English name for. Such texts come from everywhere, so the page is watched instead of each place
 * marked; only an attribute that React does not know of is set. A Chinese name in an English
 * sentence stays as it is (WCAG 3.1.2). Answers how to stop.
 */
export function markChinese(root: HTMLElement): () => void {
  const marked = new Map<Element, typeof CHINESE | typeof ENGLISH>()
  const mark = (element: Element) => {
    if (!marked.has(element) && element.hasAttribute('lang')) return
    // What is English inside a Chinese text, such as a sign beside a name, is no longer so by
    // itself.
    const lang = isChinese(element)
      ? CHINESE
      : marked.get(element.parentElement ?? root) === CHINESE
        ? ENGLISH
        : undefined
    if (lang === marked.get(element)) return
    if (lang === undefined) element.removeAttribute('lang')
    else element.setAttribute('lang', lang)
    if (lang === undefined) marked.delete(element)
    else marked.set(element, lang)
    for (const inner of element.children) mark(inner)
  }
  const watcher = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement
      if (element !== null) mark(element)
      for (const added of addedNodes) if (added instanceof Element) markAll(added)
    }
    for (const element of marked.keys()) if (!element.isConnected) marked.delete(element)
  })
  const markAll = (element: Element) => [element, ...element.querySelectorAll('*')].forEach(mark)
  markAll(root)
  watcher.observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: SPOKEN,
  })
  return () => {
    watcher.disconnect()
    for (const element of marked.keys()) element.removeAttribute('lang')
  }
}

/**
 * Is what stands in this very element more Chinese than not? What is only said of it counts where
 * nothing is inside it.
 */
function isChinese(element: Element): boolean {
  const own = [...element.childNodes].map((node) =>
    node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '') : '',
  )
  const said =
    element.childElementCount > 0 ? [] : SPOKEN.map((name) => element.getAttribute(name) ?? '')
  const text = [...own, ...said].join('')
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0
  const han = count(HAN)
  return han > 0 && han >= count(LATIN)
}

const HAN = /\p{Script=Han}/gu
const LATIN = /\p{Script=Latin}/gu
const SPOKEN = ['aria-label', 'alt', 'title', 'placeholder']
const CHINESE = 'zh-CN'
const ENGLISH = 'en'

/**
 * Sets `lang` on every Chinese text of an English page, so that screen readers pronounce it and
 * browsers render it as Chinese. Such texts are names of people and places, and terms without an
 * English name.
 *
 * They come from many places in the code, so the page is observed instead. Only an attribute that
 * React does not manage is set. A Chinese name inside an English sentence stays unmarked (WCAG
 * 3.1.2). Returns a function that stops the observation.
 */
export function markChineseText(root: HTMLElement): () => void {
  const marked = new Map<Element, typeof CHINESE | typeof ENGLISH>()
  const mark = (element: Element) => {
    if (!marked.has(element) && element.hasAttribute('lang')) return
    // English inside a Chinese text, such as an icon's label next to a name, has to be marked as
    // English again.
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
 * Whether most of the element's own text is Chinese. The label of an element counts only if the
 * element has no text.
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

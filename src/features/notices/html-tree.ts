/** A piece of a text's tree: words, or an element with what is in it. */
export type HtmlPiece = string | Element

interface Element {
  /** In small letters. */
  readonly tag: string
  readonly attribute: (name: string) => string | undefined
  readonly children: readonly HtmlPiece[]
}

let parse = parseInBrowser

/** Read HTML otherwise where there is no browser to do it; it must find the same tree. */
export const setHtmlParser = (reader: (html: string) => readonly HtmlPiece[]): void =>
  void (parse = reader)

/** What stands in the body of this HTML, as every browser understands it. */
export const parseHtml = (html: string): readonly HtmlPiece[] => parse(html)

function parseInBrowser(html: string): readonly HtmlPiece[] {
  return toPieces(new DOMParser().parseFromString(html, 'text/html').body)
}

const toPieces = (node: Node): HtmlPiece[] =>
  [...node.childNodes].flatMap((child): HtmlPiece[] => {
    if (child.nodeType === Node.TEXT_NODE) return [child.textContent ?? '']
    if (!(child instanceof globalThis.Element)) return []
    return [
      {
        tag: child.tagName.toLowerCase(),
        attribute: (name) => child.getAttribute(name) ?? undefined,
        children: toPieces(child),
      },
    ]
  })

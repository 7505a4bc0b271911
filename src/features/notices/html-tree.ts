/** A node of an HTML tree: a text, or an element with its children. */
export type HtmlPiece = string | Element

interface Element {
  /** The name of the tag in lower case. */
  readonly tag: string
  readonly attribute: (name: string) => string | undefined
  readonly children: readonly HtmlPiece[]
}

let parse = parseInBrowser

/**
 * Replaces the HTML parser on the server, where there is no browser. The other parser must return
 * the same tree.
 */
export const setHtmlParser = (reader: (html: string) => readonly HtmlPiece[]): void =>
  void (parse = reader)

/** Parses the body of this HTML as browsers do. */
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

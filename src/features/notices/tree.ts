/** A piece of a text's tree: words, or an element with what is in it. */
export type Piece = string | Element

interface Element {
  /** In small letters. */
  readonly tag: string
  readonly attribute: (name: string) => string | undefined
  readonly children: readonly Piece[]
}

let read = readByBrowser

/** Read HTML otherwise where there is no browser to do it; it must find the same tree. */
export const readHtmlWith = (reader: (html: string) => readonly Piece[]): void =>
  void (read = reader)

/** What stands in the body of this HTML, as every browser understands it. */
export const treeOf = (html: string): readonly Piece[] => read(html)

function readByBrowser(html: string): readonly Piece[] {
  return piecesOf(new DOMParser().parseFromString(html, 'text/html').body)
}

const piecesOf = (node: Node): Piece[] =>
  [...node.childNodes].flatMap((child): Piece[] => {
    if (child.nodeType === Node.TEXT_NODE) return [child.textContent ?? '']
    if (!(child instanceof globalThis.Element)) return []
    return [
      {
        tag: child.tagName.toLowerCase(),
        attribute: (name) => child.getAttribute(name) ?? undefined,
        children: piecesOf(child),
      },
    ]
  })

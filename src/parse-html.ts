import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'
import type { HtmlPiece } from '#app/features/notices/public.ts'

const { isTextNode, isElementNode } = defaultTreeAdapter

/** The tree of a text's HTML, found without a browser by the rules that browsers follow. */
export function parseHtmlPieces(html: string): readonly HtmlPiece[] {
  const [root] = parse(html).childNodes.filter(isElementNode)
  const body = root?.childNodes.find((node) => isElementNode(node) && node.tagName === 'body')
  return body !== undefined && isElementNode(body) ? body.childNodes.flatMap(pieceOf) : []
}

function pieceOf(node: DefaultTreeAdapterTypes.ChildNode): HtmlPiece[] {
  if (isTextNode(node)) return [node.value]
  if (!isElementNode(node)) return []
  return [
    {
      tag: node.tagName,
      attribute: (name) => node.attrs.find((one) => one.name === name)?.value,
      children: node.childNodes.flatMap(pieceOf),
    },
  ]
}

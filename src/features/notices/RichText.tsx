import { createElement, Fragment, type ReactNode } from 'react'
import { useWords } from '#app/lib/language.ts'
import { Hidden } from '#app/ui/Hidden.tsx'
import { noticesWords } from '#words/notices'
import styles from './notices.module.css'

const KNOWN = new Set(
  (
    'p br b strong i em u s sub sup ul ol li h2 h3 h4 h5 h6 blockquote ' +
    'table caption thead tbody tfoot tr th td hr span div pre code'
  ).split(' '),
)
// Pictures come with the text: any other would tell a stranger who reads.
const OWN_PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,/i
// What stands in these is not meant to be read.
const DROPPED = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'noscript',
  'form',
  'head',
])

/**
 * A notice's HTML as elements of our own: known tags without any attribute but numbers, links to
 * http and https only, pictures that are in the text itself. The backend cleans it too (D-90) and
 * keeps the same; nothing here ever becomes HTML again, so another backend's carelessness does no
 * harm.
 */
export function RichText({ html, top = 'h3' }: { html: string; top?: 'h2' | 'h3' }) {
  const { elsewhere } = useWords(noticesWords)
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return <div className={styles['rich']}>{childrenOf(body, { elsewhere, top })}</div>
}

interface Drawing {
  /** What a link that leaves the app says behind its text. */
  readonly elsewhere: string
  /** As what the text's highest headings are drawn. */
  readonly top: 'h2' | 'h3'
}

// White space between rows and items is no text there, and the browser would move it.
const LOOSE = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'ul', 'ol'])

const childrenOf = (node: Node, drawing: Drawing): ReactNode[] =>
  [...node.childNodes]
    .filter((child) => !isSpace(child))
    .map((child, at) => <Fragment key={at}>{drawn(child, drawing)}</Fragment>)

const isSpace = (node: Node): boolean =>
  node.nodeType === Node.TEXT_NODE &&
  node.textContent?.trim() === '' &&
  LOOSE.has(node.parentElement?.tagName.toLowerCase() ?? '')

function drawn(node: Node, drawing: Drawing): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const tag = node.tagName.toLowerCase()
  if (DROPPED.has(tag)) return null
  const href = node.getAttribute('href') ?? ''
  if (tag === 'a' && /^https?:\/\//i.test(href))
    return (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {childrenOf(node, drawing)}
        <Hidden>{drawing.elsewhere}</Hidden>
      </a>
    )
  if (tag === 'br' || tag === 'hr') return createElement(tag)
  if (tag === 'img') return pictureOf(node)
  // The page has one h1, and a notice a title in h2, already.
  if (tag === 'h1' || tag === 'h2')
    return createElement(drawing.top, {}, ...childrenOf(node, drawing))
  if (!KNOWN.has(tag)) return childrenOf(node, drawing)
  return createElement(tag, numbersOf(node, tag), ...childrenOf(node, drawing))
}

function pictureOf(node: Element): ReactNode {
  const src = node.getAttribute('src') ?? ''
  return OWN_PICTURE.test(src) ? <img src={src} alt={node.getAttribute('alt') ?? ''} /> : null
}

// What would change the meaning of a table or a list if it were left out.
function numbersOf(node: Element, tag: string): Readonly<Record<string, number>> {
  const number = (attribute: string, name: string) => {
    const text = node.getAttribute(attribute) ?? ''
    return /^\d{1,3}$/.test(text) ? { [name]: Number(text) } : {}
  }
  if (tag === 'ol') return number('start', 'start')
  return tag === 'td' || tag === 'th'
    ? { ...number('colspan', 'colSpan'), ...number('rowspan', 'rowSpan') }
    : {}
}

import { createElement, Fragment, type ReactNode } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { VisuallyHidden } from '#app/ui/VisuallyHidden.tsx'
import { noticesTexts } from '#i18n/notices'
import { type HtmlPiece, parseHtml } from './html-tree.ts'
import styles from './notices.module.css'

const ALLOWED_TAGS = new Set(
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
 * A notice's HTML as elements of our own: known tags without any attribute but numbers and alignment, links to
 * http and https only, pictures that are in the text itself. The backend cleans it too (D-90) and
 * keeps the same; nothing here ever becomes HTML again, so another backend's carelessness does no
 * harm.
 */
export function RichText({ html, top = 'h3' }: { html: string; top?: 'h2' | 'h3' }) {
  const { elsewhere } = useTexts(noticesTexts)
  return <div className={styles['rich']}>{renderPieces(parseHtml(html), { elsewhere, top })}</div>
}

interface RenderContext {
  /** What a link that leaves the app says behind its text. */
  readonly elsewhere: string
  /** As what the text's highest headings are drawn. */
  readonly top: 'h2' | 'h3'
}

// White space between rows and items is no text there, and the browser would move it.
const SPACE_IGNORING_TAGS = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'ul', 'ol'])

const renderPieces = (
  pieces: readonly HtmlPiece[],
  drawing: RenderContext,
  within = '',
): ReactNode[] =>
  pieces
    .filter((piece) => !(isSpace(piece) && SPACE_IGNORING_TAGS.has(within)))
    .map((piece, at) => <Fragment key={at}>{renderPiece(piece, drawing)}</Fragment>)

const isSpace = (piece: HtmlPiece): boolean => typeof piece === 'string' && piece.trim() === ''

type Element = Exclude<HtmlPiece, string>

function renderPiece(piece: HtmlPiece, drawing: RenderContext): ReactNode {
  if (typeof piece === 'string') return piece
  const { tag, attribute } = piece
  if (DROPPED.has(tag)) return null
  const children = () => renderPieces(piece.children, drawing, tag)
  const href = attribute('href') ?? ''
  if (tag === 'a' && /^https?:\/\//i.test(href))
    return (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children()}
        <VisuallyHidden>{drawing.elsewhere}</VisuallyHidden>
      </a>
    )
  if (tag === 'br' || tag === 'hr') return createElement(tag)
  if (tag === 'img') return renderPicture(piece)
  // The page has one h1, and a notice a title in h2, already.
  if (tag === 'h1' || tag === 'h2') return createElement(drawing.top, alignOf(piece), ...children())
  if (!ALLOWED_TAGS.has(tag)) return children()
  return createElement(
    tag,
    { ...numbersOf(piece), ...scopeOf(piece), ...alignOf(piece) },
    ...children(),
  )
}

function renderPicture({ attribute }: Element): ReactNode {
  const src = attribute('src') ?? ''
  return OWN_PICTURE.test(src) ? <img src={src} alt={attribute('alt') ?? ''} /> : null
}

const ALIGNMENTS = new Set(['center', 'right', 'justify'])

// Where the office has put it on its line; the backend has made this of a style.
function alignOf({ attribute }: Element): { 'data-align'?: string } {
  const said = attribute('data-align') ?? ''
  return ALIGNMENTS.has(said) ? { 'data-align': said } : {}
}

// What a heading of a table heads, where its author has said so.
function scopeOf({ tag, attribute }: Element): { scope?: string } {
  const said = attribute('scope') ?? ''
  return tag === 'th' && (said === 'col' || said === 'row') ? { scope: said } : {}
}

// What would change the meaning of a table or a list if it were left out.
function numbersOf({ tag, attribute }: Element): Readonly<Record<string, number>> {
  const number = (name: string, prop: string) => {
    const text = attribute(name) ?? ''
    return /^\d{1,3}$/.test(text) ? { [prop]: Number(text) } : {}
  }
  if (tag === 'ol') return number('start', 'start')
  return tag === 'td' || tag === 'th'
    ? { ...number('colspan', 'colSpan'), ...number('rowspan', 'rowSpan') }
    : {}
}

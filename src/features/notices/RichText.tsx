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
// Only data URLs are allowed: the server of any other picture would learn who is reading the
// notice.
const OWN_PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,/i
// Elements whose content is not meant for readers.
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
 * Renders a notice's HTML as React elements. It keeps known tags, links to http and https, and
 * pictures that are data URLs; of the attributes it keeps only numbers and the alignment. The
 * backend sanitizes notices by the same rules (D-90). Nothing is inserted into the page as HTML, so
 * a backend that does not sanitize does no harm.
 */
export function RichText({ html, top = 'h3' }: { html: string; top?: 'h2' | 'h3' }) {
  const { elsewhere } = useTexts(noticesTexts)
  return <div className={styles['rich']}>{renderPieces(parseHtml(html), { elsewhere, top })}</div>
}

interface RenderContext {
  /** The text after a link that leads out of the app. */
  readonly elsewhere: string
  /** The element for the highest headings of the text. */
  readonly top: 'h2' | 'h3'
}

// Tags whose direct whitespace is ignored: whitespace between rows or items is not text, and a
// browser would move it out of a table.
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
  // The page already has an h1, and the notice's title is an h2.
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

// The alignment set by the office; the backend converts styles to this attribute.
function alignOf({ attribute }: Element): { 'data-align'?: string } {
  const said = attribute('data-align') ?? ''
  return ALIGNMENTS.has(said) ? { 'data-align': said } : {}
}

// The scope of a header cell, if the notice's author has set one.
function scopeOf({ tag, attribute }: Element): { scope?: string } {
  const said = attribute('scope') ?? ''
  return tag === 'th' && (said === 'col' || said === 'row') ? { scope: said } : {}
}

// Numeric attributes whose loss would change the meaning of a table or a list.
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

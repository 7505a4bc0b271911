import sanitizeHtml from 'sanitize-html'

const TEXT = [
  'h2',
  'h3',
  'h4',
  'p',
  'br',
  'hr',
  'strong',
  'em',
  'b',
  'i',
  'u',
  's',
  'sub',
  'sup',
  'blockquote',
  'pre',
  'code',
]
const LISTS = ['ul', 'ol', 'li', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']
const WEB = /^https?:\/\//i
// Only embedded images are kept: the server of an external image would learn who is reading the
// notice. The Content-Security-Policy blocks external images too.
const OWN_PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,/i

const ALIGNMENTS = ['center', 'right', 'justify'] as const

const alignmentIn = (own: string, style: string, align: string) => {
  const said = /(?:^|;)\s*text-align\s*:\s*([a-z]+)/i.exec(style)?.[1] ?? align
  return ALIGNMENTS.find((one) => one === own || one === said.toLowerCase())
}

/** Sanitizes the HTML of a notice: text, links and embedded images stay; scripts are removed. */
export const cleanHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...TEXT, ...LISTS, 'a', 'img'],
    allowedAttributes: {
      a: ['href', 'rel', 'target'],
      img: ['src', 'alt'],
      ol: ['start'],
      th: ['colspan', 'rowspan', 'scope'],
      td: ['colspan', 'rowspan'],
      '*': ['data-align'],
    },
    allowedSchemes: ['http', 'https'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    transformTags: {
      // The policy blocks style attributes, so the text alignment is converted to `data-align`.
      '*': (tagName, { 'data-align': own = '', style = '', align = '', ...attribs }) => {
        const said = alignmentIn(own, style, align)
        return {
          tagName,
          attribs: said === undefined ? attribs : { ...attribs, 'data-align': said },
        }
      },
      // The page already has an h1.
      h1: 'h2',
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: WEB.test(href.trim())
          ? { href: href.trim(), rel: 'noopener noreferrer', target: '_blank' }
          : {},
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !OWN_PICTURE.test(attribs['src'] ?? ''),
    nestingLimit: 50,
  })

/** The words of a notice in lines, without markup and pictures. */
export const toTextLines = (html: string): string =>
  sanitizeHtml(html.replaceAll(/<br[^>]*>|<\/(?:p|li|tr|h\d)>/g, '\n'), { allowedTags: [] })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()

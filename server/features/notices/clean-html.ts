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
// Others would tell a stranger who reads, and the policy of the pages refuses them anyway.
const OWN_PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,/i

const ALIGNMENTS = ['center', 'right', 'justify'] as const

const alignmentIn = (own: string, style: string, align: string) => {
  const said = /(?:^|;)\s*text-align\s*:\s*([a-z]+)/i.exec(style)?.[1] ?? align
  return ALIGNMENTS.find((one) => one === own || one === said.toLowerCase())
}

/**
 * What the page of a notice may show: text in its order, links to the web, pictures that come with
 * it. Nothing that runs.
 */
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
      // A style is refused by the policy of the pages; where a text stands on its line is kept.
      '*': (tagName, { 'data-align': own = '', style = '', align = '', ...attribs }) => {
        const said = alignmentIn(own, style, align)
        return {
          tagName,
          attribs: said === undefined ? attribs : { ...attribs, 'data-align': said },
        }
      },
      // The page has its own title above it.
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

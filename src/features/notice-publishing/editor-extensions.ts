import { Extension, Mark } from '@tiptap/core'
import Image from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'

const mark = (name: string, tag: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  })

const ALIGNED = /(?:^|;)\s*text-align\s*:\s*(center|right|justify)/i

// Text alignment is an attribute and not a style, because the Content-Security-Policy forbids
// inline styles.
const Alignment = Extension.create({
  name: 'alignment',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        align: {
          default: null,
          parseHTML: (element) =>
            element.getAttribute('data-align') ??
            ALIGNED.exec(element.getAttribute('style') ?? '')?.[1]?.toLowerCase() ??
            null,
          renderHTML: ({ align }) => (align === null ? {} : { 'data-align': align }),
        },
      },
    },
  ],
})

/**
 * The extensions of the editor. They support exactly the markup that the sanitizer keeps, so
 * nothing of an edited text is lost when it is saved.
 */
export const editorExtensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, protocols: ['http', 'https'], defaultProtocol: 'https' },
  }),
  Alignment,
  TableKit.configure({ table: { resizable: false } }),
  // Only data URLs are allowed: the server of any other picture would learn who is reading the
  // notice.
  Image.extend({ parseHTML: () => [{ tag: 'img[src^="data:image/"]' }] }).configure({
    allowBase64: true,
  }),
  mark('subscript', 'sub').extend({ excludes: 'superscript' }),
  mark('superscript', 'sup').extend({ excludes: 'subscript' }),
]

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

// Where a text stands on its line, as an attribute: the policy of the pages refuses styles.
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

/** What the editor knows: what cleaning leaves of a text, so that nothing is lost between them. */
export const editorExtensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, protocols: ['http', 'https'], defaultProtocol: 'https' },
  }),
  Alignment,
  TableKit.configure({ table: { resizable: false } }),
  // Pictures come with the text; any other would tell a stranger who reads.
  Image.extend({ parseHTML: () => [{ tag: 'img[src^="data:image/"]' }] }).configure({
    allowBase64: true,
  }),
  mark('subscript', 'sub').extend({ excludes: 'superscript' }),
  mark('superscript', 'sup').extend({ excludes: 'subscript' }),
]

import { type Editor, useEditorState } from '@tiptap/react'
import {
  type IconNode,
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link as LinkIcon,
  List,
  ListIndentDecrease,
  ListIndentIncrease,
  ListOrdered,
  Quote,
  Redo2,
  RemoveFormatting,
  Strikethrough,
  Table as TableIcon,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignStart,
  Underline,
  Undo2,
} from 'lucide'
import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { richTextTexts } from '#i18n/rich-text'
import { LinkForm } from './LinkForm.tsx'
import { PictureButton } from './PictureButton.tsx'
import styles from './notice-publishing.module.css'

type Name = keyof typeof richTextTexts
type Tool = readonly [name: Name, icon: IconNode, run: (editor: Editor) => void, is?: string]

const level = (at: 2 | 3) => (editor: Editor) =>
  void editor.chain().focus().toggleHeading({ level: at }).run()

// Left is the default, so it has no attribute.
const align = (to: 'center' | 'right' | null) => (editor: Editor) =>
  void editor
    .chain()
    .focus()
    .updateAttributes('paragraph', { align: to })
    .updateAttributes('heading', { align: to })
    .run()

const TOOLS: readonly Tool[] = [
  ['bold', Bold, (on) => void on.chain().focus().toggleBold().run(), 'bold'],
  ['italic', Italic, (on) => void on.chain().focus().toggleItalic().run(), 'italic'],
  ['underline', Underline, (on) => void on.chain().focus().toggleUnderline().run(), 'underline'],
  ['strike', Strikethrough, (on) => void on.chain().focus().toggleStrike().run(), 'strike'],
  ['heading', Heading2, level(2), 'heading2'],
  ['subheading', Heading3, level(3), 'heading3'],
  ['list', List, (on) => void on.chain().focus().toggleBulletList().run(), 'bulletList'],
  [
    'numbered',
    ListOrdered,
    (on) => void on.chain().focus().toggleOrderedList().run(),
    'orderedList',
  ],
  ['deeper', ListIndentIncrease, (on) => void on.chain().focus().sinkListItem('listItem').run()],
  ['shallower', ListIndentDecrease, (on) => void on.chain().focus().liftListItem('listItem').run()],
  ['left', TextAlignStart, align(null), 'left'],
  ['center', TextAlignCenter, align('center'), 'center'],
  ['right', TextAlignEnd, align('right'), 'right'],
  ['quote', Quote, (on) => void on.chain().focus().toggleBlockquote().run(), 'blockquote'],
  [
    'table',
    TableIcon,
    (on) => void on.chain().focus().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run(),
  ],
  ['clear', RemoveFormatting, (on) => void on.chain().focus().unsetAllMarks().clearNodes().run()],
  ['undo', Undo2, (on) => void on.chain().focus().undo().run()],
  ['redo', Redo2, (on) => void on.chain().focus().redo().run()],
]

const MARKS = ['bold', 'italic', 'underline', 'strike', 'bulletList', 'orderedList', 'blockquote']

const ALIGNMENTS = ['center', 'right', 'justify']

/** The editor's toolbar; the active tools follow the selection. */
export function EditorToolbar({ editor, label }: { editor: Editor; label: string }) {
  const texts = useTexts(richTextTexts)
  const [linking, setLinking] = useState(false)
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => [
      ...MARKS.filter((name) => now.isActive(name)),
      ...[2, 3].flatMap((at) => (now.isActive('heading', { level: at }) ? [`heading${at}`] : [])),
      ...['link', 'table'].filter((name) => now.isActive(name)),
      ALIGNMENTS.find((to) => now.isActive({ align: to })) ?? 'left',
    ],
  })
  return (
    <>
      <div role="toolbar" aria-label={`${label}: ${texts.tools}`} className={styles['tools']}>
        {TOOLS.map(([name, sign, run, is]) => (
          <button
            key={name}
            type="button"
            title={texts[name]}
            aria-label={texts[name]}
            aria-pressed={is === undefined ? undefined : on.includes(is)}
            onClick={() => run(editor)}
          >
            <Icon of={sign} />
          </button>
        ))}
        <button
          type="button"
          title={texts.link}
          aria-label={texts.link}
          aria-pressed={on.includes('link')}
          aria-expanded={linking}
          onClick={() => setLinking(!linking)}
        >
          <Icon of={LinkIcon} />
        </button>
        <PictureButton editor={editor} />
      </div>
      {linking && <LinkForm editor={editor} onEnd={() => setLinking(false)} />}
      {on.includes('table') && <TableTools editor={editor} />}
    </>
  )
}

/** The actions for the table that contains the selection. */
function TableTools({ editor }: { editor: Editor }) {
  const texts = useTexts(richTextTexts)
  const chain = () => editor.chain().focus()
  return (
    <div role="group" aria-label={texts.table} className={styles['inTable']}>
      <TextButton onClick={() => void chain().addRowAfter().run()}>{texts.addRow}</TextButton>
      <TextButton onClick={() => void chain().addColumnAfter().run()}>{texts.addColumn}</TextButton>
      <TextButton onClick={() => void chain().deleteRow().run()}>{texts.dropRow}</TextButton>
      <TextButton onClick={() => void chain().deleteColumn().run()}>{texts.dropColumn}</TextButton>
      <TextButton onClick={() => void chain().mergeOrSplit().run()}>{texts.merge}</TextButton>
      <TextButton danger onClick={() => void chain().deleteTable().run()}>
        {texts.dropTable}
      </TextButton>
    </div>
  )
}

import { EditorContent, useEditor } from '@tiptap/react'
import { useId } from 'react'
import { convertWordLists } from './convert-word-lists.ts'
import { editorExtensions } from './editor-extensions.ts'
import { EditorToolbar } from './EditorToolbar.tsx'
import { normalizeTables } from './normalize-tables.ts'
import styles from './notice-publishing.module.css'

/**
 * A rich text editor with headings, lists, tables, links and pictures. `value` is the initial HTML;
 * `onChange` receives HTML, '' when empty.
 */
export function RichEditor({
  label,
  lang,
  value,
  error,
  onChange,
}: {
  label: string
  lang: 'zh-CN' | 'en'
  value: string
  error?: string | undefined
  onChange: (html: string) => void
}) {
  const id = useId()
  const editor = useEditor({
    extensions: editorExtensions,
    content: normalizeTables(value),
    // The Content-Security-Policy forbids injected styles.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-describedby': `${id}-error`,
        lang,
      },
      transformPastedHTML: (html) => normalizeTables(convertWordLists(html)),
    },
    onUpdate: ({ editor: now }) => onChange(now.isEmpty ? '' : now.getHTML()),
  })
  return (
    <div className={styles['editor']}>
      <p className={styles['label']}>{label}</p>
      <div className={styles['frame']} data-wrong={error !== undefined || undefined}>
        <EditorToolbar editor={editor} label={label} />
        <EditorContent editor={editor} className={styles['text']} />
      </div>
      <p id={`${id}-error`} className={styles['error']}>
        {error}
      </p>
    </div>
  )
}

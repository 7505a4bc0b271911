import type { Editor } from '@tiptap/react'
import { useWords } from '#app/lib/language.ts'
import { TextButton } from '#app/ui/TextButton.tsx'
import { richTextWords } from '#words/rich-text'
import styles from './noticeboard.module.css'

/** What can be done to the table that the writer is in. */
export function TableTools({ editor }: { editor: Editor }) {
  const words = useWords(richTextWords)
  const chain = () => editor.chain().focus()
  return (
    <div role="group" aria-label={words.table} className={styles['inTable']}>
      <TextButton onClick={() => void chain().addRowAfter().run()}>{words.addRow}</TextButton>
      <TextButton onClick={() => void chain().addColumnAfter().run()}>{words.addColumn}</TextButton>
      <TextButton onClick={() => void chain().deleteRow().run()}>{words.dropRow}</TextButton>
      <TextButton onClick={() => void chain().deleteColumn().run()}>{words.dropColumn}</TextButton>
      <TextButton onClick={() => void chain().mergeOrSplit().run()}>{words.merge}</TextButton>
      <TextButton danger onClick={() => void chain().deleteTable().run()}>
        {words.dropTable}
      </TextButton>
    </div>
  )
}

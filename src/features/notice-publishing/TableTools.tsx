import type { Editor } from '@tiptap/react'
import { useTexts } from '#app/lib/language/language.ts'
import { TextButton } from '#app/ui/TextButton.tsx'
import { richTextTexts } from '#i18n/rich-text'
import styles from './notice-publishing.module.css'

/** What can be done to the table that the writer is in. */
export function TableTools({ editor }: { editor: Editor }) {
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

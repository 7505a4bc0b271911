import { useWords } from '#app/lib/language.ts'
import { TextButton } from '#app/ui/TextButton.tsx'
import { outboxWords } from '#words/outbox'
import { type LeftItems, useExport } from './useExport.tsx'
import styles from './outbox.module.css'

/** One line that says what an export is for, and begins one (`useExport`). */
export function ExportItems({ left }: { left?: LeftItems }) {
  const words = useWords(outboxWords)
  const { start, sheet } = useExport(left)
  return (
    <div className={styles['export']}>
      <p>{words.exportNote}</p>
      <TextButton onClick={() => void start()}>{words.export}</TextButton>
      {sheet}
    </div>
  )
}

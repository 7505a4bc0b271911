import { useTexts } from '#app/lib/language/language.ts'
import { TextButton } from '#app/ui/TextButton.tsx'
import { outboxTexts } from '#i18n/outbox'
import { type FormerUserItems, useOutboxExport } from './useOutboxExport.tsx'
import styles from './outbox.module.css'

/** A row that explains the export and starts it (`useOutboxExport`). */
export function ExportOutboxItems({ left }: { left?: FormerUserItems }) {
  const texts = useTexts(outboxTexts)
  const { start, sheet } = useOutboxExport(left)
  return (
    <div className={styles['export']}>
      <p>{texts.exportNote}</p>
      <TextButton onClick={() => void start()}>{texts.export}</TextButton>
      {sheet}
    </div>
  )
}

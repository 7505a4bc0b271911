import { useTexts } from '#app/lib/language.ts'
import { TextButton } from '#app/ui/TextButton.tsx'
import { outboxTexts } from '#i18n/outbox'
import { type LeftItems, useExport } from './useExport.tsx'
import styles from './outbox.module.css'

/** One line that says what an export is for, and begins one (`useExport`). */
export function ExportItems({ left }: { left?: LeftItems }) {
  const texts = useTexts(outboxTexts)
  const { start, sheet } = useExport(left)
  return (
    <div className={styles['export']}>
      <p>{texts.exportNote}</p>
      <TextButton onClick={() => void start()}>{texts.export}</TextButton>
      {sheet}
    </div>
  )
}

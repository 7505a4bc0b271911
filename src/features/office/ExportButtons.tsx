import { useTexts } from '#app/lib/language/language.ts'
import { downloadFile } from '#app/lib/network/download-file.ts'
import { useExclusiveAction } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { showToast } from '#app/ui/toast.ts'
import type { DownloadCall } from '#contract/call'
import { EXPORT_FORMATS, type ExportFormat } from '#contract/export-format'
import { exportTexts } from '#i18n/exports'
import styles from './office.module.css'

/**
 * Exports a table with its screen's filters as XLSX or CSV. `what` is the table's name, which is
 * visible if `named` is set.
 */
export function ExportButtons<I extends { readonly format: ExportFormat }>({
  what,
  named = false,
  entry,
  inputFor,
}: {
  what: string
  named?: boolean
  entry: DownloadCall<I>
  inputFor: (format: ExportFormat) => I
}) {
  const texts = useTexts(exportTexts)
  const { run, busy, problem } = useExclusiveAction()
  const take = async (format: ExportFormat) => {
    const outcome = await run(() => downloadFile(entry, inputFor(format)))
    if (outcome?.type === 'ok') showToast(texts.saved(outcome.data.name))
  }
  return (
    <div className={styles['actions']}>
      {named && <span className={styles['about']}>{texts.exportOf(what)}</span>}
      {EXPORT_FORMATS.map((format) => (
        <TextButton
          key={format}
          off={busy}
          label={texts.exportAs(what, texts[format])}
          onClick={() => void take(format)}
        >
          {texts[format]}
        </TextButton>
      ))}
      <Alert text={problem} />
    </div>
  )
}

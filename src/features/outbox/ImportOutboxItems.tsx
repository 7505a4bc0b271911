import { useState } from 'react'
import { describeUnsavedSubmission } from '#app/lib/forms/submission-status.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { importOutboxItems } from '#app/lib/outbox/import-items.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { DropZone } from '#app/ui/DropZone.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextareaField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { outboxTexts } from '#i18n/outbox'
import { parseExport } from './outbox-export.ts'
import styles from './outbox.module.css'

// Without the code, which has to be loaded, the answers are imported and ask for their files.
const parseFiles = (text: string, subject: string) =>
  text.includes('BAODAO FILE')
    ? import('#app/lib/outbox/exported-files.ts').then(
        ({ parseExportedFiles }) => parseExportedFiles(text, subject),
        () => [],
      )
    : []

/**
 * Imports unsent forms of the same student that were exported on another phone, from a file or from
 * pasted text.
 */
export function ImportOutboxItems() {
  const texts = useTexts(outboxTexts)
  const language = useLanguage()
  const subject = useSession()?.subject
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [complaint, setComplaint] = useState<string>()
  const close = () => {
    setOpen(false)
    setText('')
    setComplaint(undefined)
  }
  const take = async (said: string) => {
    const exported = parseExport(said)
    if (exported === undefined) return setComplaint(texts.importUnreadable)
    if (exported.subject !== subject) return setComplaint(texts.importOther)
    const { importedCount, skippedCount, problem } = await importOutboxItems(
      exported.items,
      exported.drafts,
      await parseFiles(said, subject),
    )
    if (problem !== undefined) return setComplaint(describeUnsavedSubmission(problem, language))
    close()
    return showToast(
      [
        importedCount > 0 && texts.imported(importedCount),
        skippedCount > 0 && texts.importLeft(skippedCount),
      ]
        .filter(Boolean)
        .join(' '),
    )
  }
  return (
    <div className={styles['export']}>
      <p>{texts.importNote}</p>
      <TextButton onClick={() => setOpen(true)}>{texts.import}</TextButton>
      <Sheet open={open} title={texts.import} onClose={close}>
        <p>{texts.importText}</p>
        <DropZone
          label={texts.importFile}
          accept=".txt,text/plain"
          busy={false}
          onFile={(file) => {
            void file.text().then(take, () => setComplaint(texts.importUnreadable))
          }}
        />
        <div className={styles['paste']}>
          <TextareaField label={texts.importPaste} rows={4} value={text} onType={setText} />
        </div>
        <Alert text={complaint} />
        <Button tone={text.trim() === '' ? 'off' : 'main'} onClick={() => void take(text)}>
          {texts.importOpen}
        </Button>
      </Sheet>
    </div>
  )
}

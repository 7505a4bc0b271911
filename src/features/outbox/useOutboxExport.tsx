import { type ReactNode, useRef, useState } from 'react'
import { isMessagingBrowser } from '#app/host/browser.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { saveFile } from '#app/lib/network/fetch-file.ts'
import { formDrafts } from '#app/lib/outbox/drafts.ts'
import { listExportableItems } from '#app/lib/outbox/outbox.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Button } from '#app/ui/Button.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { showToast } from '#app/ui/toast.ts'
import { findQueuedForm } from '#contract/forms'
import { outboxTexts } from '#i18n/outbox'
import type { FormDraft, OutboxItem } from '#offline/outbox/outbox-records'
import { describeCampusForms } from './campus-forms-for-export.ts'
import { formatOutboxExport } from './outbox-export.ts'
import styles from './outbox.module.css'

/** Unsent forms of another user on this phone. */
export interface FormerUserItems {
  readonly subject: string
  readonly items: readonly OutboxItem[]
}

/**
 * Exports unsent forms and drafts from the phone. They are shared or saved as a file, or shown as
 * text if the browser can do neither. Returns the function that starts the export, and the sheet
 * with the text, which the page has to render.
 */
export function useOutboxExport(left?: FormerUserItems): {
  readonly start: () => Promise<void>
  readonly sheet: ReactNode
} {
  const texts = useTexts(outboxTexts)
  const language = useLanguage()
  const session = useSession()
  const [text, setText] = useState<string>()
  const area = useRef<HTMLTextAreaElement>(null)
  const start = async () => {
    if (session === null) return
    const { person, stunum, subject } = session
    const drafts = left === undefined ? await formDrafts.list() : []
    const items = left?.items ?? listExportableItems()
    const campusForms = await describeCampusForms([...items, ...drafts])
    const said = formatOutboxExport(
      items,
      left === undefined
        ? { subject, head: `${person.name} ${stunum}`, drafts, campusForms }
        : { subject: left.subject, head: left.subject, campusForms },
      language,
    )
    const files = await formatFiles([...items, ...drafts])
    // With a byte order mark every program recognizes UTF-8.
    const file = new File(['\uFEFF', said, files], texts.exportFile, { type: 'text/plain' })
    if (navigator.canShare?.({ files: [file] })) {
      const shared = await navigator.share({ files: [file] }).then(() => true, isCancelled)
      if (shared) return
    }
    // The messaging app's browser ignores such downloads without an error, so the text is shown.
    // Files are too long to be copied.
    if (isMessagingBrowser()) setText(files === '' ? said : `${texts.filesNotExported}\n\n${said}`)
    else {
      saveFile(file)
      showToast(texts.exported)
    }
  }
  const copy = async () => {
    area.current?.select()
    await navigator.clipboard?.writeText(text ?? '').catch(() => undefined)
    showToast(texts.copied)
  }
  const sheet = (
    <Sheet open={text !== undefined} title={texts.export} onClose={() => setText(undefined)}>
      <p>{texts.exportText}</p>
      <textarea
        ref={area}
        readOnly
        rows={8}
        className={styles['text']}
        aria-label={texts.exportFile}
        value={text ?? ''}
      />
      <Button onClick={() => void copy()}>{texts.copy}</Button>
    </Sheet>
  )
  return { start, sheet }
}

// Few people have files, so the code is loaded for them. Their phones load it with the forms.
async function formatFiles(records: readonly (OutboxItem | FormDraft)[]): Promise<string> {
  if (!records.some(({ form }) => findQueuedForm(form)?.readAttachments !== undefined)) return ''
  const { readFilesOf, formatExportedFiles } = await import('#app/lib/outbox/exported-files.ts')
  const text = await formatExportedFiles(await readFilesOf(records))
  return text === '' ? '' : `\n\n${text}\n`
}

// If the user closes the share sheet, the export was cancelled. Any other error means that sharing
// does not work.
const isCancelled = (cause: unknown) => cause instanceof DOMException && cause.name === 'AbortError'

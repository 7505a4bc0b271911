import { useState } from 'react'
import * as v from 'valibot'
import { OfficePage, OfficeLink } from '#app/features/office/public.ts'
import { parseExport } from '#app/features/outbox/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { DropZone } from '#app/ui/DropZone.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { type ComparedSubmission, students, type ExportedSubmission } from '#contract/students'
import { outboxTexts } from '#i18n/outbox'
import { studentsTexts } from '#i18n/students'
import type { AttachmentWithBytes } from '#offline/outbox/outbox-records'
import { OutboxFileItem } from './OutboxFileItem.tsx'
import styles from './students.module.css'

/** The content of a file: its submissions, each with the university's values. */
interface Read {
  readonly subject: string
  readonly items: readonly ExportedSubmission[]
  readonly looked: readonly ComparedSubmission[]
  readonly files: readonly AttachmentWithBytes[]
}

/** Opens a student's exported outbox, compares it with the university's data, and delivers it. */
export function OutboxFileScreen({ student }: { student: string }) {
  const texts = useTexts(studentsTexts)
  const outbox = useTexts(outboxTexts)
  const { send, busy, problem, setProblem } = useOnlineCall()
  const [text, setText] = useState('')
  const [read, setRead] = useState<Read>()
  const look = async ({ subject, items, files }: Omit<Read, 'looked'>) => {
    const outcome = await send(students.compareSubmissions, { student, subject, items: [...items] })
    if (outcome?.type === 'ok') setRead({ subject, items, files, looked: outcome.data.items })
  }
  const take = async (said: string) => {
    setRead(undefined)
    const exported = parseExport(said)
    if (exported === undefined) return setProblem(outbox.importUnreadable)
    const { subject, items } = exported
    // A static import would move this code into a file that the phones of new students keep.
    const { parseExportedFiles } = await import('#app/lib/outbox/exported-files.ts')
    const files = await parseExportedFiles(said, subject)
    return look({ subject, items: items.map(takenOf), files })
  }
  return (
    <OfficePage
      title={texts.file}
      actions={<OfficeLink to={`students/${student}`}>{texts.toStudent}</OfficeLink>}
    >
      <p>{texts.fileText}</p>
      <DropZone
        label={texts.chooseFile}
        accept=".txt,text/plain"
        busy={busy}
        onFile={(file) => void file.text().then(take, () => setProblem(outbox.importUnreadable))}
      />
      <textarea
        rows={4}
        className={styles['text']}
        aria-label={outbox.importPaste}
        placeholder={outbox.importPaste}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles['tools']}>
        <Button
          tone={text.trim() === '' ? 'off' : 'main'}
          busy={busy}
          onClick={() => void take(text)}
        >
          {outbox.importOpen}
        </Button>
      </div>
      <Alert text={problem} />
      {read?.items.length === 0 && <MutedText note>{texts.fileEmpty}</MutedText>}
      {read?.items.map((item, at) => {
        const looked = read.looked[at]
        return (
          looked && (
            <OutboxFileItem
              key={item.key}
              student={student}
              item={item}
              files={read.files}
              looked={looked}
              onDone={() => void look(read)}
            />
          )
        )
      })}
    </OfficePage>
  )
}

const takenOf = ({
  form,
  key,
  schemaVersion,
  payload,
}: NonNullable<ReturnType<typeof parseExport>>['items'][number]): ExportedSubmission => {
  const payloadFields = v.safeParse(v.record(v.string(), v.unknown()), payload)
  return { form, key, schemaVersion, words: payloadFields.success ? payloadFields.output : {} }
}

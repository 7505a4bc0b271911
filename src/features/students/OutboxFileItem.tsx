import { sendExportedFiles, useExportedForm } from '#app/features/campus-form-office/public.ts'
import { Table } from '#app/features/office/public.ts'
import { formViewsByName, splitConflictingFields } from '#app/features/outbox/public.ts'
import type { FormFields } from '#app/lib/forms/form-view.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import type { Tone } from '#app/ui/tone.ts'
import { type ComparedSubmission, students, type ExportedSubmission } from '#contract/students'
import { findFormTitle } from '#i18n/form-titles'
import { outboxTexts } from '#i18n/outbox'
import { studentsTexts } from '#i18n/students'
import type { AttachmentWithBytes } from '#offline/outbox/outbox-records'
import { StudentActionPanel } from './StudentActionPanel.tsx'
import styles from './students.module.css'

const TONES: Readonly<Record<ComparedSubmission['state'], Tone>> = {
  new: 'wait',
  arrived: 'done',
  refused: 'need',
  'other-words': 'need',
  unreadable: 'need',
}

/**
 * One submission of an exported file: each field next to the university's value, and a button to
 * deliver it.
 */
export function OutboxFileItem({
  student,
  item,
  files,
  looked: { state, receipt, mine, theirs, version },
  onDone,
}: {
  student: string
  item: ExportedSubmission
  /** The files of the exported file. */
  files: readonly AttachmentWithBytes[]
  looked: ComparedSubmission
  onDone: () => void
}) {
  const texts = useTexts(studentsTexts)
  const outbox = useTexts(outboxTexts)
  const language = useLanguage()
  const campusForm = useExportedForm(item)
  const view = campusForm?.view ?? formViewsByName[item.form]
  const states = {
    new: texts.isNew,
    arrived: texts.hasArrived(receipt),
    refused: texts.wasRefused,
    'other-words': texts.otherWords,
    unreadable: texts.unreadable,
  }
  const title = (campusForm?.title ?? findFormTitle(item.form))?.[language] ?? outbox.unknownForm
  const toFields = view?.toFields ?? ((payload) => payload)
  const [ours, others] = [toFields(mine), toFields(theirs)]
  const differing = view === undefined ? [] : splitConflictingFields(view, ours, others).differing
  const said = (fields: FormFields) => (field: (typeof differing)[number]) =>
    (fields[field.name] === undefined ? '' : field.show(fields[field.name], language, fields)) ||
    outbox.nothing
  return (
    <Stack>
      <div className={styles['tools']}>
        <h2>{title}</h2>
        <Pill tone={TONES[state]}>{states[state]}</Pill>
        {state === 'new' && (
          <StudentActionPanel
            name={texts.deliver}
            note={title}
            entry={students.deliver}
            prepare={() => sendExportedFiles(item, { student, files })}
            input={(reason) => ({ student, reason, version, item })}
            onDone={onDone}
          />
        )}
      </div>
      {view !== undefined && state !== 'unreadable' && (
        <Table
          caption={title}
          titled
          rows={view.fields}
          rowKey={({ name }) => name}
          empty={null}
          columns={[
            {
              title: '',
              cell: (field) => (
                <span className={differing.includes(field) ? styles['differs'] : undefined}>
                  {field.label[language]}
                </span>
              ),
            },
            { title: texts.mine, cell: said(ours) },
            { title: texts.theirs, cell: said(others) },
          ]}
        />
      )}
    </Stack>
  )
}

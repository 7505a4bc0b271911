import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  DateRangeFields,
  ExportButtons,
  OfficePage,
  PagedTable,
  SearchLine,
  type TableColumn,
} from '#app/features/office/public.ts'
import { chinaToday } from '#app/lib/format/china-time.ts'
import { formatLongDay } from '#app/lib/format/dates.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import type { CallInput } from '#contract/call'
import { EXAM_KINDS } from '#contract/exam-record'
import { exams, type ScheduledExam } from '#contract/exams'
import { examOfficeTexts } from '#i18n/exam-office'
import { examKindName } from '#i18n/exams'

type Wanted = Omit<CallInput<typeof exams.list>, 'after' | 'find'>

/** The office's list of examinations and make-up classes, from today on at first. */
export function ExamsScreen() {
  const texts = useTexts(examOfficeTexts)
  const language = useLanguage()
  const [typed, setTyped] = useState<Wanted>(() => ({ kind: '', from: chinaToday(), to: '' }))
  const [wanted, setWanted] = useState({ ...typed, find: '' })
  const columns: readonly TableColumn<ScheduledExam>[] = [
    {
      key: 'time',
      title: texts.time,
      cell: ({ day, starts, ends }) => (
        <>
          <div>{formatLongDay(day, language)}</div>
          <MutedText>{`${starts}–${ends}`}</MutedText>
        </>
      ),
    },
    {
      key: 'course',
      title: texts.course,
      cell: ({ course, kind, teacher }) => (
        <>
          <div>{course}</div>
          <MutedText>
            {[examKindName(kind, language), teacher].filter(Boolean).join(' · ')}
          </MutedText>
        </>
      ),
    },
    {
      key: 'room',
      title: texts.room,
      cell: ({ room, note }) => (
        <>
          <div>{room}</div>
          {note !== '' && <MutedText>{note}</MutedText>}
        </>
      ),
    },
    {
      key: 'who',
      title: texts.who,
      cell: ({ group, student, name, studentNumber }) =>
        student === '' ? (
          group
        ) : (
          <Link to="/manage/$" params={{ _splat: `students/${student}` }}>
            {name} {studentNumber}
          </Link>
        ),
    },
    { key: 'seat', title: texts.seat, cell: ({ seat }) => seat },
  ]
  return (
    <OfficePage
      title={texts.title}
      actions={
        <Link to="/manage/$" params={{ _splat: 'imports' }}>
          {texts.toImport}
        </Link>
      }
    >
      <MutedText>{texts.about}</MutedText>
      <SearchLine label={texts.find} onSearch={(find) => setWanted({ ...typed, find })}>
        <SelectField
          label={texts.kind}
          value={typed.kind}
          options={[
            { value: '', label: texts.anyKind },
            ...EXAM_KINDS.map((value) => ({ value, label: examKindName(value, language) })),
          ]}
          onChange={(kind) =>
            setTyped({ ...typed, kind: EXAM_KINDS.find((one) => one === kind) ?? '' })
          }
        />
        <DateRangeFields
          labels={texts}
          value={typed}
          onChange={(range) => setTyped({ ...typed, ...range })}
        />
      </SearchLine>
      <ExportButtons
        named
        what={texts.title}
        entry={exams.export}
        inputFor={(format) => ({ ...wanted, format })}
      />
      <PagedTable
        title={texts.title}
        name="exams"
        entry={exams.list}
        input={wanted}
        rowsOf={(answer) => answer.exams}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<p>{texts.none}</p>}
      />
    </OfficePage>
  )
}

import {
  DateRangeFields,
  FilterSelect,
  OfficePage,
  PagedTable,
  SearchLine,
  type TableColumn,
  useListFilter,
  StudentLink,
  OfficeLink,
} from '#app/features/office/public.ts'
import { chinaToday } from '#app/lib/format/china-time.ts'
import { formatLongDay } from '#app/lib/format/dates.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
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
  const { typed, type, wanted, search } = useListFilter<Wanted>({
    kind: '',
    from: chinaToday(),
    to: '',
  })
  const columns: readonly TableColumn<ScheduledExam>[] = [
    {
      title: texts.time,
      cell: ({ day, starts, ends }) => (
        <>
          <div>{formatLongDay(day, language)}</div>
          <MutedText>{`${starts}–${ends}`}</MutedText>
        </>
      ),
    },
    {
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
      title: texts.room,
      cell: ({ room, note }) => (
        <>
          <div>{room}</div>
          {note !== '' && <MutedText>{note}</MutedText>}
        </>
      ),
    },
    {
      title: texts.who,
      cell: ({ group, student, name, studentNumber }) =>
        student === '' ? group : <StudentLink of={{ student, name, studentNumber }} />,
    },
    { title: texts.seat, cell: ({ seat }) => seat },
  ]
  return (
    <OfficePage
      title={texts.title}
      actions={<OfficeLink to="imports">{texts.toImport}</OfficeLink>}
    >
      <MutedText>{texts.about}</MutedText>
      <SearchLine label={texts.find} onSearch={search}>
        <FilterSelect
          label={texts.kind}
          any={texts.anyKind}
          values={EXAM_KINDS}
          nameOf={(kind) => examKindName(kind, language)}
          value={typed.kind}
          onChange={(kind) => type({ kind })}
        />
        <DateRangeFields labels={texts} value={typed} onChange={type} />
      </SearchLine>
      <PagedTable
        title={texts.title}
        name="exams"
        entry={exams.list}
        input={wanted}
        exported={exams.export}
        rowsOf={(answer) => answer.exams}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<p>{texts.none}</p>}
      />
    </OfficePage>
  )
}

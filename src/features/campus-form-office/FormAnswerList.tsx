import { useState } from 'react'
import {
  ExportButtons,
  FilterSelect,
  formatChinaTime,
  OfficeLink,
  OfficePage,
  PagedList,
  SearchLine,
  Table,
  useListFilter,
  useOfficeUser,
} from '#app/features/office/public.ts'
import { ReminderForm } from '#app/features/onboarding-progress/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { downloadFile } from '#app/lib/network/download-file.ts'
import { useExclusiveAction } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { showToast } from '#app/ui/toast.ts'
import { selectWording } from '#contract/campus-form-definition'
import {
  campusFormOffice,
  FORM_ANSWER_FILTERS,
  FORM_ANSWER_ROLES,
  type FormAnswerFilter,
  type FormFigures,
} from '#contract/campus-form-office'
import { campusFormOfficeTexts } from '#i18n/campus-form-office'
import { AnswerState } from './AnswerState.tsx'

interface Wanted {
  readonly form: string
  readonly state: FormAnswerFilter
  readonly department: string
}

/** The students of a form, answered or not, with sums, exports and a reminder. */
export function FormAnswerList({ form }: { form: string }) {
  const texts = useTexts(campusFormOfficeTexts)
  const language = useLanguage()
  const read = useOnlineQuery({ name: 'form-answers', entry: campusFormOffice.forms, input: {} })
  const figures = read.data?.forms.find((one) => one.form === form)
  const title = figures === undefined ? texts.title : selectWording(figures.title, language)
  const back = <OfficeLink to="formanswers">{texts.title}</OfficeLink>
  return (
    <OfficePage title={title} actions={back}>
      {figures === undefined || read.data === undefined ? (
        <QueryFallback kept={read} failed={texts.unknownForm} rows={8} />
      ) : (
        <Answers
          figures={figures}
          title={title}
          departments={read.data.departments}
          onReminded={read.retry}
        />
      )}
    </OfficePage>
  )
}

function Answers({
  figures,
  title,
  departments,
  onReminded,
}: {
  figures: FormFigures
  title: string
  departments: readonly string[]
  onReminded: () => void
}) {
  const texts = useTexts(campusFormOfficeTexts)
  const roles = useOfficeUser().data?.me.roles ?? []
  const isOffice = FORM_ANSWER_ROLES.some((role) => roles.includes(role))
  const { form, isReviewed, expected, others } = figures
  const done = figures.submitted + figures.pending + figures.approved + figures.rejected - others
  const states = FORM_ANSWER_FILTERS.filter(
    (state) => state !== '' && (isReviewed ? state !== 'submitted' : !REVIEWED.includes(state)),
  )
  const filter = useListFilter<Wanted>({
    form,
    state: isReviewed ? 'pending' : '',
    department: '',
  })
  const { find, ...wanted } = filter.wanted
  return (
    <>
      <SearchLine label={texts.student} maxLength={50} onSearch={filter.search}>
        <FilterSelect
          label={texts.state}
          any={texts.states[''] ?? ''}
          values={states}
          nameOf={(state) => texts.states[state] ?? state}
          value={filter.typed.state}
          onChange={(state) => filter.type({ state })}
        />
        <FilterSelect
          label={texts.college}
          any={texts.allColleges}
          values={departments}
          nameOf={(department) => department}
          value={filter.typed.department}
          onChange={(department) => filter.type({ department })}
        />
      </SearchLine>
      <PagedList
        name="form-answer-list"
        entry={campusFormOffice.list}
        input={{ ...wanted, find }}
        rowsOf={({ students }) => students}
        follows={filter.changes}
      >
        {(rows) => (
          <Table
            caption={texts.students}
            columns={[
              {
                title: texts.student,
                cell: ({ student, name, number }) => (
                  <OfficeLink to={`formanswers/${form}/${student}`}>
                    {`${name} ${number}`.trim()}
                  </OfficeLink>
                ),
              },
              { title: texts.college, cell: ({ department }) => department },
              { title: texts.className, cell: ({ className }) => className },
              { title: texts.state, cell: ({ state }) => <AnswerState state={state} /> },
              { title: texts.at, cell: ({ at }) => formatChinaTime(at), short: true },
            ]}
            rows={rows}
            rowKey={({ student }) => student}
          />
        )}
      </PagedList>
      <Sums wanted={wanted} title={title} isOffice={isOffice} />
      {isOffice && expected > done && (
        <ReminderForm
          step={{ title, expected, done, remindedAt: '' }}
          entry={campusFormOffice.remind}
          wanted={{ form, department: wanted.department }}
          byText={false}
          onReminded={onReminded}
        />
      )}
    </>
  )
}

const REVIEWED: readonly FormAnswerFilter[] = ['pending', 'approved', 'rejected']

function Sums({ wanted, title, isOffice }: { wanted: Wanted; title: string; isOffice: boolean }) {
  const texts = useTexts(campusFormOfficeTexts)
  const language = useLanguage()
  const [isOpen, open] = useState(false)
  const read = useOnlineQuery({ name: 'form-sums', entry: campusFormOffice.sums, input: wanted })
  const { run, busy, problem } = useExclusiveAction()
  const saveFiles = async () => {
    const outcome = await run(() => downloadFile(campusFormOffice.files, wanted))
    if (outcome?.type === 'ok') showToast(texts.saved(outcome.data.name))
  }
  if (read.data === undefined) return <QueryFallback kept={read} failed={texts.sums} rows={3} />
  const { sums, repetitions, hasFiles } = read.data
  const tables = [
    { name: '', what: title },
    ...repetitions.map((one) => ({
      name: one.name,
      what: texts.entriesOf(selectWording(one.title, language)),
    })),
  ]
  return (
    <>
      {isOpen ? (
        <Table
          caption={texts.sums}
          columns={[
            { title: texts.answers, cell: ({ question }) => selectWording(question, language) },
            { title: texts.choice, cell: ({ choice }) => selectWording(choice, language) },
            { title: texts.count, cell: ({ count }) => count, isNumeric: true },
          ]}
          rows={sums}
          rowKey={({ key }) => key}
          empty={<p>{texts.noSums}</p>}
        />
      ) : (
        <TextButton onClick={() => open(true)}>{texts.showSums}</TextButton>
      )}
      {isOffice &&
        tables.map(({ name, what }) => (
          <ExportButtons
            key={name}
            named
            what={what}
            entry={campusFormOffice.export}
            inputFor={(format) => ({ ...wanted, repetition: name, format })}
          />
        ))}
      {isOffice && hasFiles && (
        <div>
          <TextButton off={busy} onClick={() => void saveFiles()}>
            {texts.downloadFiles}
          </TextButton>
          <Alert text={problem} />
        </div>
      )}
    </>
  )
}

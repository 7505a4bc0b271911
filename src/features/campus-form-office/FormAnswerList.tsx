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
import { itemsOf } from '#contract/campus-form-definition'
import {
  campusFormOffice,
  FORM_ANSWER_FILTERS,
  FORM_ANSWER_ROLES,
  type FormAnswerFilter,
  type FormFigures,
} from '#contract/campus-form-office'
import { campusFormOfficeTexts } from '#i18n/campus-form-office'
import { AnswerState } from './AnswerState.tsx'
import { choiceLabel, questionLabel } from './format-answer.ts'
import { titleOfForm } from './title-of-form.ts'

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
  const title = figures === undefined ? texts.title : titleOfForm(figures, language)
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
  const { form, isReviewed, expected, submitted, pending, approved, rejected } = figures
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
      {isOffice && expected > submitted + pending + approved + rejected && (
        <ReminderForm
          step={{
            step: 0,
            title,
            expected,
            done: submitted + pending + approved + rejected,
            remindedAt: '',
          }}
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
  const definition = read.data?.definition
  const saveFiles = async () => {
    const outcome = await run(() => downloadFile(campusFormOffice.files, wanted))
    if (outcome?.type === 'ok') showToast(texts.saved(outcome.data.name))
  }
  if (definition === undefined) return <QueryFallback kept={read} failed={texts.sums} rows={3} />
  const all = itemsOf(definition.items).map(({ item }) => item)
  const repetitions = all.filter(({ type }) => type === 'repetition')
  const hasFiles = all.some(
    ({ type }) => type === 'file' || type === 'picture' || type === 'statement',
  )
  return (
    <>
      {isOpen ? (
        <Table
          caption={texts.sums}
          columns={[
            {
              title: texts.answers,
              cell: ({ question }) => questionLabel(definition, question, language),
            },
            {
              title: texts.choice,
              cell: ({ question, choice }) =>
                choiceLabel(definition, { question, choice }, language),
            },
            { title: texts.count, cell: ({ count }) => count, isNumeric: true },
          ]}
          rows={read.data?.sums ?? []}
          rowKey={({ question, choice }) => `${question} ${choice}`}
          empty={<p>{texts.noSums}</p>}
        />
      ) : (
        <TextButton onClick={() => open(true)}>{texts.showSums}</TextButton>
      )}
      {isOffice && (
        <>
          <ExportButtons
            named
            what={title}
            entry={campusFormOffice.export}
            inputFor={(format) => ({ ...wanted, repetition: '', format })}
          />
          {repetitions.map(({ name }) => {
            const what = texts.entriesOf(questionLabel(definition, name, language))
            return (
              <ExportButtons
                key={name}
                named
                what={what}
                entry={campusFormOffice.export}
                inputFor={(format) => ({ ...wanted, repetition: name, format })}
              />
            )
          })}
          {hasFiles && (
            <div>
              <TextButton off={busy} onClick={() => void saveFiles()}>
                {texts.downloadFiles}
              </TextButton>
              <Alert text={problem} />
            </div>
          )}
        </>
      )}
    </>
  )
}

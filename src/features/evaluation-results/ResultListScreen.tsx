import { useNavigate } from '@tanstack/react-router'
import { CalendarClock } from 'lucide'
import { useState } from 'react'
import {
  type TableColumn,
  ExportButtons,
  FilterBar,
  PagedTable,
  OfficePage,
  SearchLine,
  OfficeButtonLink,
  OfficeLink,
} from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import {
  evaluationResults,
  type EvaluationResult,
  type ResultGrouping,
  type ResultPeriod,
} from '#contract/evaluation-results'
import { evaluationResultsTexts } from '#i18n/evaluation-results'
import { officeTexts } from '#i18n/office'
import { termName } from '#i18n/term-name'
import { ResultsPendingNotice } from './ResultsPendingNotice.tsx'

/**
 * The results of a period, by course or by teacher. Without `period`, those of the last closed
 * period.
 */
export function ResultListScreen({ period, by }: { period: string; by: ResultGrouping }) {
  const texts = useTexts(evaluationResultsTexts)
  const office = useTexts(officeTexts)
  const language = useLanguage()
  const navigate = useNavigate()
  const live = useOnlineQuery({
    name: 'evaluation-periods',
    entry: evaluationResults.periods,
    input: {},
  })
  const { periods, least } = live.data ?? {}
  const shown =
    periods?.find(({ id }) => id === period) ??
    periods?.find(({ state }) => state === 'closed') ??
    periods?.[0]
  const open = (to: { period?: string; by?: ResultGrouping }) =>
    void navigate({
      to: '/manage/$',
      params: { _splat: `evaluation/${to.period ?? shown?.id ?? ''}/${to.by ?? by}` },
      replace: true,
    })
  return (
    <OfficePage
      title={texts.title}
      actions={
        <OfficeButtonLink tone="second" to="content/evaluationPeriods">
          {texts.periods}
        </OfficeButtonLink>
      }
    >
      {periods === undefined || least === undefined ? (
        <QueryFallback kept={live} failed={texts.failed} />
      ) : shown === undefined ? (
        <EmptyState
          icon={<Icon of={CalendarClock} />}
          title={texts.noPeriods}
          text={texts.noPeriodsText}
        />
      ) : (
        <>
          <MutedText>{texts.about(least)}</MutedText>
          <FilterBar label={office.filters}>
            <SelectField
              label={texts.period}
              value={shown.id}
              options={periods.map(({ id, term, opensAt, closesAt }) => ({
                value: id,
                label: texts.span(
                  termName(term, language),
                  opensAt.slice(0, 10),
                  closesAt.slice(0, 10),
                ),
              }))}
              onChange={(id) => open({ period: id })}
            />
            <SegmentedControl
              label={texts.by}
              value={by}
              options={[
                { value: 'course', label: texts.byCourse },
                { value: 'teacher', label: texts.byTeacher },
              ]}
              onChoose={(way) => open({ by: way })}
            />
          </FilterBar>
          {shown.state === 'closed' ? (
            <Results key={`${shown.id} ${by}`} period={shown} by={by} />
          ) : (
            <ResultsPendingNotice period={shown} />
          )}
        </>
      )}
    </OfficePage>
  )
}

function Results({ period: { id: period }, by }: { period: ResultPeriod; by: ResultGrouping }) {
  const texts = useTexts(evaluationResultsTexts)
  const office = useTexts(officeTexts)
  const [find, setFind] = useState('')
  return (
    <>
      <SearchLine label={texts.find} maxLength={100} onSearch={setFind} />
      <ExportButtons
        named
        what={texts.title}
        entry={evaluationResults.export}
        inputFor={(format) => ({ period, by, format })}
      />
      <PagedTable
        title={texts.title}
        name="evaluation-results"
        entry={evaluationResults.list}
        input={{ period, by, find }}
        rowsOf={({ results }) => results}
        totalOf={({ total }) => office.total(total)}
        columns={columnsOf(texts, { period, by })}
        rowKey={({ id }) => id}
      />
    </>
  )
}

type Texts = ReturnType<typeof useTexts<typeof evaluationResultsTexts>>

function columnsOf(
  texts: Texts,
  { period, by }: { period: string; by: ResultGrouping },
): readonly TableColumn<EvaluationResult>[] {
  const first: TableColumn<EvaluationResult> = {
    key: by,
    title: by === 'course' ? texts.course : texts.teacher,
    cell: ({ id, course, teacher }) => (
      <OfficeLink to={`evaluation/${period}/${by}/${id}`}>
        {by === 'course' ? course : teacher}
      </OfficeLink>
    ),
  }
  const number: TableColumn<EvaluationResult> = {
    title: texts.teacherNumber,
    cell: ({ teacherNumber }) => teacherNumber,
  }
  const own: readonly TableColumn<EvaluationResult>[] =
    by === 'course'
      ? [
          { title: texts.className, cell: ({ className }) => className },
          { title: texts.teacher, cell: ({ teacher }) => teacher },
          number,
        ]
      : [
          number,
          {
            title: texts.countedCourses,
            cell: ({ counted, courses }) => texts.counted(counted, courses),
            isNumeric: true,
          },
        ]
  return [
    first,
    ...own,
    {
      title: texts.answers,
      cell: ({ enough, answers, students }) => (enough ? texts.answered(answers, students) : '–'),
      isNumeric: true,
    },
    {
      title: texts.mean,
      cell: ({ enough, mean }) =>
        enough ? <b>{mean}</b> : <MutedText as="span">{texts.tooFew}</MutedText>,
      isNumeric: true,
    },
  ]
}

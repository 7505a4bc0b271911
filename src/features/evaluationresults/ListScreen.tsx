import { Link, useNavigate } from '@tanstack/react-router'
import { CalendarClock } from 'lucide'
import { useState } from 'react'
import {
  type Column,
  ExportButtons,
  Filters,
  LiveTable,
  OfficePage,
  SearchLine,
} from '#app/features/office/face.ts'
import { useLanguage, useTexts } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { Segments } from '#app/ui/Segments.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import {
  evaluationresults,
  type Result,
  type ResultWay,
  type ResultPeriod,
} from '#contract/evaluationresults'
import { evaluationResultsTexts } from '#i18n/evaluation-results'
import { officeTexts } from '#i18n/office'
import { termName } from '#i18n/term-name'
import { Notice } from './Notice.tsx'

/** The results of a period, by course or by teacher; without a period those that closed last. */
export function ListScreen({ period, by }: { period: string; by: ResultWay }) {
  const texts = useTexts(evaluationResultsTexts)
  const language = useLanguage()
  const navigate = useNavigate()
  const live = useLiveRead({
    name: 'evaluation-periods',
    entry: evaluationresults.periods,
    input: {},
  })
  const { periods, least } = live.data ?? {}
  const shown =
    periods?.find(({ id }) => id === period) ??
    periods?.find(({ state }) => state === 'closed') ??
    periods?.[0]
  const open = (to: { period?: string; by?: ResultWay }) =>
    void navigate({
      to: '/manage/$',
      params: { _splat: `evaluation/${to.period ?? shown?.id ?? ''}/${to.by ?? by}` },
      replace: true,
    })
  return (
    <OfficePage
      title={texts.title}
      actions={
        <ButtonLink tone="second" to="/manage/$" params={{ _splat: 'content/evaluationPeriods' }}>
          {texts.periods}
        </ButtonLink>
      }
    >
      {periods === undefined || least === undefined ? (
        <Reading
          kept={live}
          failed={texts.failed}
          retryLabel={texts.retry}
          loadingLabel={texts.loading}
        />
      ) : shown === undefined ? (
        <Empty
          icon={<Icon of={CalendarClock} />}
          title={texts.noPeriods}
          text={texts.noPeriodsText}
        />
      ) : (
        <>
          <Quiet>{texts.about(least)}</Quiet>
          <Filters>
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
              closeLabel={texts.close}
              onChange={(id) => open({ period: id })}
            />
            <Segments
              label={texts.by}
              value={by}
              options={[
                { value: 'course', label: texts.byCourse },
                { value: 'teacher', label: texts.byTeacher },
              ]}
              onChoose={(way) => open({ by: way })}
            />
          </Filters>
          {shown.state === 'closed' ? (
            <Results key={`${shown.id} ${by}`} period={shown} by={by} />
          ) : (
            <Notice period={shown} />
          )}
        </>
      )}
    </OfficePage>
  )
}

function Results({ period: { id: period }, by }: { period: ResultPeriod; by: ResultWay }) {
  const texts = useTexts(evaluationResultsTexts)
  const office = useTexts(officeTexts)
  const [find, setFind] = useState('')
  return (
    <>
      <SearchLine label={texts.find} maxLength={100} onSearch={setFind} />
      <ExportButtons
        named
        what={texts.title}
        entry={evaluationresults.export}
        inputFor={(format) => ({ period, by, format })}
      />
      <LiveTable
        title={texts.title}
        name="evaluation-results"
        entry={evaluationresults.list}
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
  { period, by }: { period: string; by: ResultWay },
): readonly Column<Result>[] {
  const first: Column<Result> = {
    key: by,
    title: by === 'course' ? texts.course : texts.teacher,
    cell: ({ id, course, teacher }) => (
      <Link to="/manage/$" params={{ _splat: `evaluation/${period}/${by}/${id}` }}>
        {by === 'course' ? course : teacher}
      </Link>
    ),
  }
  const number: Column<Result> = {
    key: 'number',
    title: texts.teacherNumber,
    cell: ({ teacherNumber }) => teacherNumber,
  }
  const own: readonly Column<Result>[] =
    by === 'course'
      ? [
          { key: 'class', title: texts.className, cell: ({ className }) => className },
          { key: 'teacher', title: texts.teacher, cell: ({ teacher }) => teacher },
          number,
        ]
      : [
          number,
          {
            key: 'courses',
            title: texts.countedCourses,
            cell: ({ counted, courses }) => texts.counted(counted, courses),
            figures: true,
          },
        ]
  return [
    first,
    ...own,
    {
      key: 'answers',
      title: texts.answers,
      cell: ({ enough, answers, students }) => (enough ? texts.answered(answers, students) : '–'),
      figures: true,
    },
    {
      key: 'mean',
      title: texts.mean,
      cell: ({ enough, mean }) =>
        enough ? <b>{mean}</b> : <Quiet as="span">{texts.tooFew}</Quiet>,
      figures: true,
    },
  ]
}

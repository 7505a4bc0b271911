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
import { useLanguage, useWords } from '#app/lib/language.ts'
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
import { evaluationresultsWords } from '#words/evaluationresults'
import { officeWords } from '#words/office'
import { termName } from '#words/terms'
import { Notice } from './Notice.tsx'

/** The results of a period, by course or by teacher; without a period those that closed last. */
export function ListScreen({ period, by }: { period: string; by: ResultWay }) {
  const words = useWords(evaluationresultsWords)
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
      title={words.title}
      actions={
        <ButtonLink tone="second" to="/manage/$" params={{ _splat: 'content/evaluationPeriods' }}>
          {words.periods}
        </ButtonLink>
      }
    >
      {periods === undefined || least === undefined ? (
        <Reading
          kept={live}
          failed={words.failed}
          retryLabel={words.retry}
          loadingLabel={words.loading}
        />
      ) : shown === undefined ? (
        <Empty
          icon={<Icon of={CalendarClock} />}
          title={words.noPeriods}
          text={words.noPeriodsText}
        />
      ) : (
        <>
          <Quiet>{words.about(least)}</Quiet>
          <Filters>
            <SelectField
              label={words.period}
              value={shown.id}
              options={periods.map(({ id, term, opensAt, closesAt }) => ({
                value: id,
                label: words.span(
                  termName(term, language),
                  opensAt.slice(0, 10),
                  closesAt.slice(0, 10),
                ),
              }))}
              closeLabel={words.close}
              onChange={(id) => open({ period: id })}
            />
            <Segments
              label={words.by}
              value={by}
              options={[
                { value: 'course', label: words.byCourse },
                { value: 'teacher', label: words.byTeacher },
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
  const words = useWords(evaluationresultsWords)
  const office = useWords(officeWords)
  const [find, setFind] = useState('')
  return (
    <>
      <SearchLine label={words.find} maxLength={100} onSearch={setFind} />
      <ExportButtons
        named
        what={words.title}
        entry={evaluationresults.export}
        inputFor={(format) => ({ period, by, format })}
      />
      <LiveTable
        title={words.title}
        name="evaluation-results"
        entry={evaluationresults.list}
        input={{ period, by, find }}
        rowsOf={({ results }) => results}
        totalOf={({ total }) => office.total(total)}
        columns={columnsOf(words, { period, by })}
        rowKey={({ id }) => id}
      />
    </>
  )
}

type Words = ReturnType<typeof useWords<typeof evaluationresultsWords>>

function columnsOf(
  words: Words,
  { period, by }: { period: string; by: ResultWay },
): readonly Column<Result>[] {
  const first: Column<Result> = {
    key: by,
    title: by === 'course' ? words.course : words.teacher,
    cell: ({ id, course, teacher }) => (
      <Link to="/manage/$" params={{ _splat: `evaluation/${period}/${by}/${id}` }}>
        {by === 'course' ? course : teacher}
      </Link>
    ),
  }
  const number: Column<Result> = {
    key: 'number',
    title: words.teacherNumber,
    cell: ({ teacherNumber }) => teacherNumber,
  }
  const own: readonly Column<Result>[] =
    by === 'course'
      ? [
          { key: 'class', title: words.className, cell: ({ className }) => className },
          { key: 'teacher', title: words.teacher, cell: ({ teacher }) => teacher },
          number,
        ]
      : [
          number,
          {
            key: 'courses',
            title: words.countedCourses,
            cell: ({ counted, courses }) => words.counted(counted, courses),
            figures: true,
          },
        ]
  return [
    first,
    ...own,
    {
      key: 'answers',
      title: words.answers,
      cell: ({ enough, answers, students }) => (enough ? words.answered(answers, students) : '–'),
      figures: true,
    },
    {
      key: 'mean',
      title: words.mean,
      cell: ({ enough, mean }) =>
        enough ? <b>{mean}</b> : <Quiet as="span">{words.tooFew}</Quiet>,
      figures: true,
    },
  ]
}

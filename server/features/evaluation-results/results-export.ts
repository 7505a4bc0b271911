import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { evaluationResults } from '#contract/evaluation-results'
import { evaluationResultsTexts as texts } from '#i18n/evaluation-results'
import { fillTemplateText } from '#i18n/translate'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { countClosedPeriods } from '../evaluation/public.ts'
import { createExportHandler } from '../office/public.ts'
import {
  type QuestionResultRow,
  type EvaluationResultSumRow,
  selectQuestionResults,
  selectEvaluationResults,
} from './store.ts'

/** A row of the export: one question of a result, or all its questions together. */
type Line = EvaluationResultSumRow & {
  readonly key: string
  readonly term: string
  /** The question; null for all questions together. */
  readonly content: string | null
  readonly of_question: string | null
  readonly counts: QuestionResultRow['counts'] | null
}

const POINTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

/**
 * The export of a period's results: for each result a row for all questions together, then one row
 * for each question. If there are too few answers, there is only the first row, which says so.
 */
export const evaluationResultsExport = createExportHandler({
  title: texts.title,
  action: 'exports.evaluation',
  columns: [
    { title: texts.term, cell: ({ term }: Line) => term },
    { title: texts.course, cell: ({ course }) => course },
    { title: texts.className, cell: ({ class_name }) => class_name },
    { title: texts.teacher, cell: ({ teacher }) => teacher },
    { title: texts.teacherNumber, cell: ({ teacher_code }) => teacher_code },
    { title: texts.students, cell: ({ students }) => students, numberFormat: '0' },
    { title: texts.answers, cell: ({ answers }) => answers, numberFormat: '0' },
    {
      title: texts.question,
      cell: ({ content, counted }, language) =>
        content ?? (counted === 0 ? texts.tooFew : texts.together)[language],
    },
    {
      title: texts.mean,
      cell: ({ content, of_question, mean }) => numberOf(content === null ? mean : of_question),
      numberFormat: '0.00',
    },
    ...POINTS.map((points) => ({
      title: fillTemplateText(texts.points, points),
      cell: ({ counts }: Line) => counts?.[points - 1] ?? null,
      numberFormat: '0' as const,
    })),
  ],
  rows: async ({
    db,
    now,
    input: { period, by },
    tools,
  }: HandlerRequest<CallInput<typeof evaluationResults.export>>) => {
    const least = tools.settings.evaluationMinAnswers
    await countClosedPeriods(db, { now, minAnswers: least })
    const params = { period, groupBy: by, minAnswers: least }
    // Results with too few answers have no questions, so only the first row exists.
    const lines = sql<Line>`(
      select found.*, period.term,
        concat_ws(chr(31), found.course, found.class_name, found.teacher, found.id,
          lpad(coalesce(question.place, 0)::text, 4, '0')) as key,
        question.content, question.mean as of_question,
        coalesce(question.counts, (
          select array_agg(amount order by score) from (
            select score, sum(amount)::int as amount
            from ${selectQuestionResults(params)} as each, unnest(each.counts) with ordinality as counted (amount, score)
            where each.id = found.id group by score) as sums)) as counts
      from ${selectEvaluationResults(params)} as found
      join evaluation_period as period on period.id = ${period}
      left join lateral (
        select null::text as content, null::text as mean, null::int[] as counts, 0 as place
        union all
        select content, mean, counts, (row_number() over (order by position, content))::int as place
        from ${selectQuestionResults(params)} as each where each.id = found.id) as question on true)`
    return db.selectFrom(lines.as('line')).selectAll()
  },
})

const numberOf = (decimal: string | null) => (decimal === null ? null : Number(decimal))

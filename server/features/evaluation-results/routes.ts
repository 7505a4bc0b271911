import type { CallOutput } from '#contract/call'
import type {
  evaluationResults,
  EvaluationResult,
  ResultPeriod,
} from '#contract/evaluation-results'
import { refusalTexts } from '#i18n/refusals'
import { toChinaMinute } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { staffHandler, succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { countClosedPeriods } from '../evaluation/public.ts'
import { evaluationResultsExport } from './results-export.ts'
import * as store from './store.ts'

const PAGE = 100

/**
 * The handlers of evaluation results. The results of a period are available after the period has
 * closed.
 */
export const evaluationResultsHandlers: Handlers<typeof evaluationResults> = {
  periods: async ({ db, now, tools }) => {
    const least = await ensureResultsCounted(db, tools.settings, now)
    const stored = await store.findResultPeriods(db)
    return succeed({ periods: stored.map((one) => periodOf(one, now)), least })
  },

  list: async ({ input: { period, by, find, after }, db, now, tools }) => {
    const least = await ensureResultsCounted(db, tools.settings, now)
    const start = Number(after)
    const part = { find: find.trim(), start, most: PAGE }
    const { rows, total } = await store.findEvaluationResults(
      db,
      { period, groupBy: by, minAnswers: least },
      part,
    )
    const end = start + rows.length
    return succeed({ results: rows.map(resultOf), total, next: end < total ? String(end) : '' })
  },

  find: async ({ input: { period, by, id }, db, now, tools }) => {
    const least = await ensureResultsCounted(db, tools.settings, now)
    const params = { period, groupBy: by, minAnswers: least }
    const stored = (await store.findResultPeriods(db)).find((one) => one.id === period)
    const row = await store.findEvaluationResult(db, params, id)
    if (stored === undefined || row === undefined) return refuse(refusalTexts.notFound)
    const [result] = await withQuestions(db, params, [row])
    if (result === undefined) return refuse(refusalTexts.notFound)
    return succeed({ result, period: periodOf(stored, now), least })
  },

  mine: staffHandler(async ({ input, staff, db, now, tools }) => {
    const least = await ensureResultsCounted(db, tools.settings, now)
    const stored = await store.findResultPeriodsOfTeacher(db, staff.code)
    const periods = stored.map((one) => periodOf(one, now))
    const chosen = stored.find(
      ({ id, counted_at }) => counted_at !== null && (input.period === '' || id === input.period),
    )
    if (chosen === undefined) return succeed({ periods, period: '', results: [], least })
    const { id: period } = chosen
    const own = await store.findResultsOfTeacher(db, { period, minAnswers: least }, staff.code)
    const courses = await withQuestions(db, { period, groupBy: 'course', minAnswers: least }, own)
    const all = { period, groupBy: 'teacher', minAnswers: least } as const
    const sum = own.length > 1 ? await store.findEvaluationResult(db, all, staff.code) : undefined
    const together = sum === undefined ? [] : await withQuestions(db, all, [sum])
    return succeed({ periods, period, results: [...together, ...courses], least })
  }),

  export: evaluationResultsExport,
}

/**
 * Counts periods that have closed since the last request. Returns the smallest number of answers
 * for a result.
 */
async function ensureResultsCounted(
  db: Db,
  { evaluationMinAnswers: least }: Pick<Settings, 'evaluationMinAnswers'>,
  now: Date,
): Promise<number> {
  await countClosedPeriods(db, { now, minAnswers: least })
  return least
}

type PeriodRow = Awaited<ReturnType<typeof store.findResultPeriods>>[number]

const periodOf = ({ id, term, opens_at, closes_at }: PeriodRow, now: Date): ResultPeriod => ({
  id,
  term,
  opensAt: toChinaMinute(opens_at),
  closesAt: toChinaMinute(closes_at),
  state: closes_at <= now ? 'closed' : opens_at <= now ? 'open' : 'soon',
})

const resultOf = (row: store.EvaluationResultSumRow): EvaluationResult => ({
  id: row.id,
  course: row.course,
  className: row.class_name,
  teacher: row.teacher,
  teacherNumber: row.teacher_code,
  courses: row.courses,
  counted: row.counted,
  enough: row.counted > 0,
  answers: row.answers ?? 0,
  students: row.students ?? 0,
  mean: row.mean ?? '',
})

async function withQuestions(
  db: Db,
  params: store.EvaluationResultsParams,
  rows: readonly store.EvaluationResultSumRow[],
): Promise<CallOutput<typeof evaluationResults.mine>['results']> {
  const ids = rows.map(({ id }) => id)
  const questions = await store.findQuestionResults(db, params, ids)
  return rows.map((row) => ({
    ...resultOf(row),
    questions: questions
      .filter(({ id }) => id === row.id)
      .map(({ content, mean, answers, counts }, index) => ({
        number: index + 1,
        content,
        mean,
        answers,
        counts,
      })),
  }))
}

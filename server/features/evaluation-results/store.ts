import { type RawBuilder, sql } from 'kysely'
import type { ResultGrouping } from '#contract/evaluation-results'
import type { Db } from '../../platform/database/db.ts'
import { escapeLike } from '../../platform/database/queries/escape-like.ts'

/** The period and grouping of results, and the smallest number of answers. */
export interface EvaluationResultsParams {
  readonly period: string
  readonly groupBy: ResultGrouping
  readonly minAnswers: number
}

/**
 * The result of a course of a class, or of a teacher. If there are not enough answers, there is no
 * sum.
 */
export interface EvaluationResultSumRow {
  readonly id: string
  readonly course: string
  readonly class_name: string
  readonly teacher: string
  readonly teacher_code: string
  readonly courses: number
  readonly counted: number
  readonly answers: number | null
  readonly students: number | null
  readonly mean: string | null
}

/** The result of one evaluation question. */
export interface QuestionResultRow {
  readonly id: string
  readonly position: number
  readonly content: string
  readonly answers: number
  readonly mean: string
  readonly counts: number[]
}

/** Lists all periods that are not withdrawn, the newest first. */
export const findResultPeriods = (db: Db) =>
  db
    .selectFrom('evaluation_period')
    .select(['id', 'term', 'opens_at', 'closes_at', 'counted_at'])
    .where('withdrawn_at', 'is', null)
    .orderBy('opens_at', 'desc')
    .orderBy('id')
    .execute()

/** Lists the periods in which a teacher has results. */
export const findResultPeriodsOfTeacher = (db: Db, teacher: string) =>
  db
    .selectFrom('evaluation_period')
    .select(['id', 'term', 'opens_at', 'closes_at', 'counted_at'])
    .where('withdrawn_at', 'is', null)
    .where((e) =>
      e.or([
        e.exists(
          e
            .selectFrom('evaluation_result')
            .select('course_id')
            .whereRef('period_id', '=', 'evaluation_period.id')
            .where('teacher_code', '=', teacher),
        ),
        e.and([
          e('counted_at', 'is', null),
          e.exists(
            e
              .selectFrom('taught_course')
              .select('taught_course.id')
              .whereRef('taught_course.term', '=', 'evaluation_period.term')
              .where('teacher_code', '=', teacher)
              .where('taught_course.withdrawn_at', 'is', null),
          ),
        ]),
      ]),
    )
    .orderBy('opens_at', 'desc')
    .orderBy('id')
    .execute()

// Teachers are identified by work number. Teachers without a work number are identified by name, so
// teachers of the same name are merged.
const KEYS: Readonly<Record<ResultGrouping, RawBuilder<string>>> = {
  course: sql`result.course_id`,
  teacher: sql`coalesce(nullif(result.teacher_code, ''), 'name:' || result.teacher)`,
}

/**
 * The results of a period. A course with too few answers is left out of sums too, because its
 * answers could otherwise be computed from a teacher's sum and the other courses.
 */
export const selectEvaluationResults = ({
  period,
  groupBy,
  minAnswers,
}: EvaluationResultsParams) => {
  const isEnough = sql`filter (where result.answers >= ${minAnswers}::int)`
  return sql<EvaluationResultSumRow>`(
    select ${KEYS[groupBy]} as id,
      ${groupBy === 'course' ? sql`max(result.course)` : sql`''`} as course,
      ${groupBy === 'course' ? sql`max(result.class_name)` : sql`''`} as class_name,
      max(result.teacher) as teacher, max(result.teacher_code) as teacher_code,
      count(*)::int as courses, count(*) ${isEnough}::int as counted,
      (sum(result.answers) ${isEnough})::int as answers, (sum(result.students) ${isEnough})::int as students,
      round((sum(result.points) ${isEnough})::numeric / nullif(sum(result.marks) ${isEnough}, 0), 2)::text as mean
    from evaluation_result as result where result.period_id = ${period} group by 1)`
}

/** The results of the questions, each with the distribution of points. */
export const selectQuestionResults = ({ period, groupBy, minAnswers }: EvaluationResultsParams) => {
  const counts = Array.from({ length: 10 }, (_, index) => sql`sum(counts[${sql.lit(index + 1)}])`)
  return sql<QuestionResultRow>`(
    select id, position, content, counts,
      (select sum(amount)::int from unnest(counts) as amount) as answers,
      (select round(sum(amount * score)::numeric / sum(amount), 2)::text
        from unnest(counts) with ordinality as counted (amount, score)) as mean
    from (
      select ${KEYS[groupBy]} as id, question_id, min(position) as position, max(content) as content,
        array[${sql.join(counts)}]::int[] as counts
      from evaluation_result as result join evaluation_result_question as question using (period_id, course_id)
      where result.period_id = ${period} and result.answers >= ${minAnswers}::int
      group by 1, question_id) as summed)`
}

interface Part {
  /** The search text; '' for all. */
  readonly find: string
  readonly start: number
  readonly most: number
}

/** Finds a page of results by name, and their total number. */
export async function findEvaluationResults(
  db: Db,
  wish: EvaluationResultsParams,
  { find, start, most }: Part,
): Promise<{ rows: EvaluationResultSumRow[]; total: number }> {
  const sought = `%${escapeLike(find)}%`
  const order = wish.groupBy === 'course' ? sql`course, class_name, teacher, id` : sql`teacher, id`
  const { rows } = await sql<EvaluationResultSumRow & { total: number }>`
    select *, count(*) over ()::int as total from ${selectEvaluationResults(wish)} as found
    where concat_ws(' ', course, class_name, teacher, teacher_code) ilike ${sought}
    order by ${order} limit ${most} offset ${start}`.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** Finds one evaluation result. */
export async function findEvaluationResult(
  db: Db,
  wish: EvaluationResultsParams,
  id: string,
): Promise<EvaluationResultSumRow | undefined> {
  const { rows } = await sql<EvaluationResultSumRow>`
    select * from ${selectEvaluationResults(wish)} as found where id = ${id}`.execute(db)
  return rows[0]
}

/** Finds the results of a teacher's own courses in a period, by work number. */
export async function findResultsOfTeacher(
  db: Db,
  wish: Omit<EvaluationResultsParams, 'groupBy'>,
  teacher: string,
): Promise<EvaluationResultSumRow[]> {
  const { rows } = await sql<EvaluationResultSumRow>`
    select * from ${selectEvaluationResults({ ...wish, groupBy: 'course' })} as found where teacher_code = ${teacher}
    order by course, class_name, id`.execute(db)
  return rows
}

/** Finds the questions of these results, in order. */
export async function findQuestionResults(
  db: Db,
  wish: EvaluationResultsParams,
  ids: readonly string[],
): Promise<QuestionResultRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<QuestionResultRow>`
    select * from ${selectQuestionResults(wish)} as found where id = any(${ids}) order by id, position, content`.execute(
    db,
  )
  return rows
}

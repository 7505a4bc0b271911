import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

/** The time of counting, and the smallest number of answers for a result. */
interface CountResultsParams {
  readonly now: Date
  readonly minAnswers: number
}

/**
 * Counts the results of every closed period that is not counted yet. Results do not contain who
 * answered. They are counted once and never again: if one student answered, left or was deleted
 * between two counts, the difference would reveal that student's answers. A result of fewer than
 * `minAnswers` answers is not stored.
 */
export async function countClosedPeriods(db: Db, count: CountResultsParams): Promise<void> {
  if ((await selectUncountedPeriods(db, count.now).executeTakeFirst()) === undefined) return
  await db.transaction().execute((tx) => countClosedPeriodsInTransaction(tx, count))
}

/**
 * Counts closed periods inside a transaction, before new answers replace the answers of such a
 * period.
 */
export async function countClosedPeriodsInTransaction(
  tx: Db,
  count: CountResultsParams,
): Promise<void> {
  const periods = await selectUncountedPeriods(tx, count.now).forUpdate().execute()
  for (const period of periods) {
    await countPeriod(tx, period, count)
    await tx
      .updateTable('evaluation_period')
      .set({ counted_at: count.now })
      .where('id', '=', period.id)
      .execute()
  }
}

interface ClosedPeriod {
  readonly id: string
  readonly term: string
  readonly opens_at: Date
  readonly closes_at: Date
}

const selectUncountedPeriods = (db: Db, now: Date) =>
  db
    .selectFrom('evaluation_period')
    .select(['id', 'term', 'opens_at', 'closes_at'])
    .where('counted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('closes_at', '<=', now)
    .orderBy('closes_at')

async function countPeriod(
  tx: Db,
  { id, term, opens_at, closes_at }: ClosedPeriod,
  { minAnswers }: CountResultsParams,
): Promise<void> {
  const isWithin = sql`saved_at >= ${opens_at} and saved_at < ${closes_at}`
  await sql`
    insert into evaluation_result (period_id, course_id, course, class_name, teacher, teacher_code, students, answers)
    select ${id}, course.id, course.course, course.class_name, course.teacher, course.teacher_code,
      greatest(coalesce(members.n, 0), coalesce(given.n, 0)), case when given.n >= ${minAnswers}::int then given.n end
    from taught_course as course
    left join (select course_id, count(*)::int as n from evaluation where ${isWithin} group by course_id) as given
      on given.course_id = course.id
    left join (select class_name, count(*)::int as n from student where withdrawn_at is null group by class_name) as members
      on members.class_name = course.class_name
    where course.term = ${term} and (course.withdrawn_at is null or given.n is not null)`.execute(
    tx,
  )
  const counts = Array.from(
    { length: 10 },
    (_, index) => sql`count(*) filter (where score = ${sql.lit(index + 1)})`,
  )
  // A question that was added or removed during the period can have fewer answers than its course.
  await sql`
    insert into evaluation_result_question (period_id, course_id, question_id, position, content, counts)
    select period_id, result.course_id, question.id, question.position, question.content, array[${sql.join(counts)}]::int[]
    from evaluation_result as result
    join evaluation using (course_id)
    join evaluation_score as score using (student_code, course_id)
    join evaluation_question as question on question.id = question_id
    where period_id = ${id} and answers is not null and ${isWithin} and question.withdrawn_at is null
    group by period_id, result.course_id, question.id
    having count(*) >= ${minAnswers}::int`.execute(tx)
  await sql`
    update evaluation_result as result set points = sums.points, marks = sums.marks
    from (
      select course_id, sum(score * amount)::int as points, sum(amount)::int as marks
      from evaluation_result_question, unnest(counts) with ordinality as counted (amount, score)
      where period_id = ${id} group by course_id) as sums
    where period_id = ${id} and result.course_id = sums.course_id`.execute(tx)
}

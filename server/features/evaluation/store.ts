import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { TaughtCourseRow } from '../../platform/database/schema/schema.ts'

/**
 * A course with this student's evaluation: whether there is one, and the average score; null if the
 * scores were deleted because of their age.
 */
export type EvaluatedCourse = Selectable<TaughtCourseRow> & {
  readonly average: string | null
  readonly done: boolean
}

/** Finds the courses of a class in a term, each with this student's average score. */
export const findEvaluatedCourses = (
  db: Db,
  { student, className, term }: { student: string; className: string; term: string },
): Promise<EvaluatedCourse[]> =>
  courses(db, student)
    .where('class_name', '=', className)
    .where('term', '=', term)
    .orderBy('course')
    .orderBy('id')
    .execute()

/** Finds a course of a class. A course of another class counts as missing. */
export const findEvaluatedCourse = (
  db: Db,
  { student, className, id }: { student: string; className: string; id: string },
): Promise<EvaluatedCourse | undefined> =>
  courses(db, student)
    .where('taught_course.id', '=', id)
    .where('class_name', '=', className)
    .executeTakeFirst()

const courses = (db: Db, student: string) =>
  db
    .selectFrom('taught_course')
    .selectAll()
    .where('taught_course.withdrawn_at', 'is', null)
    .select((e) =>
      e
        .selectFrom('evaluation_score')
        .select(({ fn }) => fn<string | null>('round', [fn.avg('score'), e.lit(1)]).as('average'))
        .where('student_code', '=', student)
        .whereRef('course_id', '=', 'taught_course.id')
        .as('average'),
    )
    .select((e) =>
      e
        .exists(
          e
            .selectFrom('evaluation')
            .select(sql.lit(1).as('one'))
            .where('student_code', '=', student)
            .whereRef('course_id', '=', 'taught_course.id'),
        )
        .$castTo<boolean>()
        .as('done'),
    )

/** Finds the questions in order, each with this student's score for this course. */
export const findQuestionsWithScores = (db: Db, { student, id }: { student: string; id: string }) =>
  db
    .selectFrom('evaluation_question')
    .leftJoin('evaluation_score', (join) =>
      join
        .onRef('question_id', '=', 'evaluation_question.id')
        .on('student_code', '=', student)
        .on('course_id', '=', id),
    )
    .select(['evaluation_question.id', 'content', 'score'])
    .where('withdrawn_at', 'is', null)
    .orderBy('position')
    .execute()

interface Scores {
  readonly student: string
  readonly id: string
  readonly scores: readonly { readonly id: string; readonly score: number }[]
  readonly now: Date
}

/** Replaces a student's scores of a course. Concurrent saves are serialized. */
export async function saveEvaluationScores(
  db: Db,
  { student, id, scores, now }: Scores,
): Promise<void> {
  const key = { student_code: student, course_id: id }
  await db
    .insertInto('evaluation')
    .values({ ...key, saved_at: now })
    .onConflict((conflict) =>
      conflict.columns(['student_code', 'course_id']).doUpdateSet({ saved_at: now }),
    )
    .execute()
  await db
    .deleteFrom('evaluation_score')
    .where('student_code', '=', student)
    .where('course_id', '=', id)
    .execute()
  await db
    .insertInto('evaluation_score')
    .values(scores.map((one) => ({ ...key, question_id: one.id, score: one.score })))
    .execute()
}

import { parseTermLabel } from '#contract/grades'
import type { Db } from '../../platform/database/db.ts'
import type { GradeRow, StudentRow } from '../../platform/database/schema/schema.ts'
import { findTerms } from '../timetable/public.ts'

/**
 * Lists the labels of a student's terms, newest first: the terms that have begun since the
 * student's entry, and the terms with grades.
 */
export async function findTermLabels(
  db: Db,
  student: StudentRow,
  today: string,
): Promise<string[]> {
  const begun = (await findTerms(db, today)).map(({ label }) => label)
  const entered = student.entry_year.slice(0, 4)
  const graded = await db
    .selectFrom('grade')
    .select('term')
    .distinct()
    .where('student_code', '=', student.code)
    .where('withdrawn_at', 'is', null)
    .execute()
  const labels = new Set([
    ...begun.filter((label) => parseTermLabel(label).year >= entered),
    ...graded.map(({ term }) => term),
  ])
  return [...labels].sort((a, b) => termSortKey(b) - termSortKey(a))
}

const termSortKey = (label: string) => {
  const { year, term } = parseTermLabel(label)
  return Number(year.slice(0, 4)) * 2 + Number(term)
}

/** Finds all grades of a student, by term. */
export const findGradesOfStudent = (db: Db, student: string): Promise<GradeRow[]> =>
  db
    .selectFrom('grade')
    .selectAll()
    .where('student_code', '=', student)
    .where('withdrawn_at', 'is', null)
    .orderBy('term')
    .orderBy('course')
    .execute()

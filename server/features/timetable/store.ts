import type { Db } from '../../platform/database.ts'
import type { LessonRow } from '../../platform/schema.ts'

/** The terms that have begun, newest first. */
export const findTerms = (db: Db, today: string) =>
  db.selectFrom('term').selectAll().where('first_monday', '<=', today).orderBy('first_monday', 'desc').execute()

/** All lessons of a class in a term. */
export const findLessons = (db: Db, { className, term }: { className: string; term: string }): Promise<LessonRow[]> =>
  db.selectFrom('lesson').selectAll().where('class_name', '=', className).where('term', '=', term).execute()

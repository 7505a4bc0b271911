import type { Db } from '../../platform/database/db.ts'

/** Finds the school's pages. Their HTML is not sanitized yet. */
export const findGuides = (db: Db) => db.selectFrom('guide').selectAll().orderBy('name').execute()

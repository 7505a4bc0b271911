import type { Db } from '../../platform/database/db.ts'

/** Finds the school's pages, not sanitized. */
export const findGuides = (db: Db) => db.selectFrom('guide').selectAll().orderBy('name').execute()

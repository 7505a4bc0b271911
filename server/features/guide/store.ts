import type { Db } from '../../platform/database/db.ts'

/** What the school has written, as it was written. */
export const findGuides = (db: Db) => db.selectFrom('guide').selectAll().orderBy('name').execute()

import type { Db } from '../../../platform/database/db.ts'

/** Finds the students with an open payment order, and its year. */
export const findOpenOrders = (db: Db) =>
  db
    .selectFrom('pay_order')
    .select(['student_code', 'year'])
    .where('state', 'in', ['open', 'checking'])
    .execute()

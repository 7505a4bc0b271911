import type { Db } from '../../../platform/database/db.ts'

/** Who is paying now, and for which year. */
export const findOpenOrders = (db: Db) =>
  db
    .selectFrom('pay_order')
    .select(['student_code', 'year'])
    .where('state', 'in', ['open', 'checking'])
    .execute()

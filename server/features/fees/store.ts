import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

/** How a year was paid: the sum of each way, and what of it was paid too much; fen. */
export const sumPaymentsByWay = (db: Db, { student, year }: { student: string; year: number }) =>
  db
    .selectFrom('payment_credit')
    .select([
      'way',
      sql<string>`sum(amount_fen)`.as('sum'),
      sql<string>`sum(surplus_fen)`.as('surplus'),
    ])
    .where('student_code', '=', student)
    .where('year', '=', year)
    .groupBy('way')
    .orderBy('way')
    .execute()

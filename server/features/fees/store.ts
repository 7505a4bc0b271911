import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

/** Sums a year's payments by payment method, with the surplus of each; fen. */
export const sumPaymentsByMethod = (db: Db, { student, year }: { student: string; year: number }) =>
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

import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

/**
 * Sums a year's payments by payment method, with the surplus of each, less what was taken back; fen.
 * Offsets are not payments.
 */
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
    .where('kind', '<>', 'offset')
    .groupBy('way')
    .having(sql`sum(amount_fen)`, '<>', 0)
    .orderBy('way')
    .execute()

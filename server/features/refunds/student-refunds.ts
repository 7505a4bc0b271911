import type { Db } from '../../platform/database/db.ts'

/** Lists the approved refunds of a student's payments of a year, newest first. */
export const findRefundsOfStudent = (
  db: Db,
  { student, year }: { student: string; year: number },
) =>
  db
    .selectFrom('refund')
    .innerJoin('payment_credit as payment', 'payment.transaction', 'refund.transaction')
    .select(['refund.amount_fen', 'refund.state', 'refund.way', 'refund.to_year'])
    .select((e) => e.fn.coalesce('refund.done_at', 'refund.decided_at').as('at'))
    .where('refund.student_code', '=', student)
    .where('payment.year', '=', year)
    .where('refund.state', 'in', ['approved', 'processing', 'stuck', 'done'])
    .orderBy('refund.requested_at', 'desc')
    .limit(50)
    .execute()

import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

/**
 * Sums what the payments of each method pay of a year's charges, with the surplus of the payments
 * for that year, less what was taken back or refunded; fen. A payment for one year can pay charges of
 * another. Offsets are not payments.
 */
export const sumPaymentsByMethod = async (
  db: Db,
  { student, year }: { student: string; year: number },
) => {
  const { rows } = await sql<{ way: string; sum: string; surplus: string }>`
    select way, sum(parts + surplus) as sum, sum(surplus) as surplus from (
      select way, case when year = ${year} then surplus_fen else 0 end as surplus,
        -- The books did not always know the parts of a payment.
        coalesce((select sum(part.amount_fen) filter (where part.year = ${year}) from payment_part part
            where part.transaction = entry.transaction having count(*) > 0),
          case when year = ${year} and not exists (
            select from payment_part part where part.transaction = entry.transaction)
            then amount_fen - surplus_fen else 0 end) as parts
      from payment_credit entry where student_code = ${student} and kind <> 'offset') as entry
    group by way having sum(parts + surplus) <> 0 order by way`.execute(db)
  return rows
}

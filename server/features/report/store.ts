import type { Sheet } from '#contract/report'
import type { Db } from '../../platform/database.ts'

/** What a student's year costs, item by item; '' is every item. */
export const findFees = (
  db: Db,
  { student, year, item }: { student: string; year: number; item: string },
): Promise<Sheet['payments']> =>
  db
    .selectFrom('charge')
    .select(['item as way', 'due_fen as fees'])
    .where('student_code', '=', student)
    .where('year', '=', year)
    .$if(item !== '', (query) => query.where('item', '=', item))
    .orderBy('id')
    .execute()

import type { Package } from '#contract/living'
import type { Db } from '../../platform/database/database.ts'

/** The packages of a catalogue. */
export const findPackages = (db: Db, catalogue: string): Promise<Package[]> =>
  db
    .selectFrom('living_package')
    .select(['id', 'name', 'price_fen as price', 'mandatory', 'content', 'picture'])
    .where('catalogue', '=', catalogue)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()

/** A student's reservation, with its version. */
export const findReservation = (db: Db, student: string) =>
  db
    .selectFrom('living_reservation')
    .select(['packages', 'version'])
    .where('student_code', '=', student)
    .executeTakeFirst()

/** Store a reservation as this version. */
export async function saveReservation(
  db: Db,
  {
    student,
    ...values
  }: { student: string; step: string; packages: string[]; version: number; updated_at: Date },
): Promise<void> {
  await db
    .insertInto('living_reservation')
    .values({ ...values, student_code: student })
    .onConflict((conflict) => conflict.column('student_code').doUpdateSet(values))
    .execute()
}

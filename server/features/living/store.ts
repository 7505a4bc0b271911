import type { Db } from '../../platform/database/database.ts'
import { noteForm, type Writer } from '../forms/face.ts'

/** All packages, each with the catalogue that it stands in. */
export const findPackages = (db: Db) =>
  db
    .selectFrom('living_package')
    .select(['id', 'catalogue', 'name', 'price_fen as price', 'mandatory', 'content', 'picture'])
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()

/** What these packages are called and cost today. */
export const namesOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('living_package')
    .select(['id', 'name', 'price_fen as price'])
    .where('id', '=', (e) => e.fn.any(e.val([...ids])))
    .orderBy('id')
    .execute()

/** A student's reservation, with its version. */
export const findReservation = (db: Db, student: string) =>
  db
    .selectFrom('living_reservation')
    .select(['step', 'packages', 'version'])
    .where('student_code', '=', student)
    .executeTakeFirst()

/** Store a reservation as this version. */
export async function saveReservation(
  db: Db,
  {
    student,
    step,
    packages,
    version,
    writer,
    now,
  }: {
    student: string
    step: string
    packages: string[]
    version: number
    writer: Writer
    now: Date
  },
): Promise<void> {
  const values = { step, packages, version, updated_at: now }
  await db
    .insertInto('living_reservation')
    .values({ ...values, student_code: student })
    .onConflict((conflict) => conflict.column('student_code').doUpdateSet(values))
    .execute()
  const words = { student, step, packages: await namesOf(db, packages) }
  await noteForm(db, { student, form: 'living', version, words, writer, now })
}

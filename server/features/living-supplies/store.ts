import type { SupplyPackage } from '#contract/living-supplies'
import type { Db } from '../../platform/database/db.ts'
import {
  pipelineStatement,
  prepareStatement,
} from '../../platform/database/driver/prepared-statement.ts'
import { recordFormVersion, type FormVersionSubmitter } from '../student-forms/public.ts'

/** Finds all packages, each with its catalogue. */
export const findPackages = (db: Db) =>
  db
    .selectFrom('living_package')
    .select(['id', 'catalogue', 'name', 'price_fen as price', 'mandatory', 'content', 'picture'])
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()

/** Finds the current names and prices of these packages. */
export const findPackageNames = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('living_package')
    .select(['id', 'name', 'price_fen as price'])
    .where('id', '=', (e) => e.fn.any(e.val([...ids])))
    .orderBy('id')
    .execute()

/** Finds a student's reservation with its version. */
export async function findReservation(
  db: Db,
  student: string,
): Promise<{ step: string; packages: string[]; version: number } | undefined> {
  return (await reservationQuery.run(db, [student])).rows[0]
}

const reservationQuery = prepareStatement<{ step: string; packages: string[]; version: number }>(
  'reservation of a student',
  'select step, packages, version from living_reservation where student_code = $1',
)

/** Stores a reservation as this version. */
export async function saveReservation(
  db: Db,
  {
    reservation,
    version,
    writer,
    now,
  }: { reservation: NamedReservation; version: number; writer: FormVersionSubmitter; now: Date },
): Promise<void> {
  const { student, step, packages } = reservation
  await storeReservationStatement.run(db, [
    student,
    step,
    packages.map(({ id }) => id),
    version,
    now,
  ])
  await recordFormVersion(db, {
    student,
    form: 'living',
    version,
    payload: reservation,
    writer,
    now,
  })
}

/** A reservation with the names and prices that its packages had on the day of the reservation. */
interface NamedReservation {
  readonly student: string
  readonly step: string
  readonly packages: readonly Pick<SupplyPackage, 'id' | 'name' | 'price'>[]
}

const storeReservationStatement = pipelineStatement(
  'store a reservation',
  `insert into living_reservation (student_code, step, packages, version, updated_at) values ($1, $2, $3, $4, $5)
   on conflict (student_code) do update set (step, packages, version, updated_at) = row ($2, $3, $4, $5)`,
)

import type { Insertable } from 'kysely'
import type { SupplyReservation } from '#contract/living-supplies'
import type { Db } from '../../platform/database/db.ts'
import { pipelineQuery, prepareQuery } from '../../platform/database/driver/prepared-query.ts'
import {
  type RecordColumns,
  selectFields,
  toColumns,
} from '../../platform/database/queries/record-columns.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { type FormVersion, recordFormVersion } from '../student-forms/public.ts'

/** Finds all packages, each with its catalogue. */
export const findSupplyPackages = (db: Db) =>
  db
    .selectFrom('living_package')
    .select(['id', 'catalogue', 'name', 'price_fen as price', 'mandatory', 'content', 'picture'])
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()

/** Finds the current names and prices of these packages. */
export const findSupplyPackageNames = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('living_package')
    .select(['id', 'name', 'price_fen as price'])
    .where('id', '=', (e) => e.fn.any(e.val([...ids])))
    .orderBy('id')
    .execute()

/** Finds a student's reservation with its version. */
export const findReservation = async (db: Db, student: string) =>
  (await reservationQuery.run(db, { student })).at(0)

const RESERVATION_COLUMNS = {
  student: 'student_code',
  step: 'step',
  packages: 'packages',
} as const satisfies RecordColumns<SupplyReservation, 'living_reservation'>

const reservationQuery = prepareQuery(
  'reservation of a student',
  (db, { student }: { student: string }) =>
    db
      .selectFrom('living_reservation')
      .select(selectFields('living_reservation', RESERVATION_COLUMNS))
      .select('version')
      .where('student_code', '=', student),
)

/** Stores a reservation, with the names and prices of its packages on that day, as this version. */
export async function saveReservation(
  db: Db,
  reservation: FormVersion<SupplyReservation>,
): Promise<void> {
  const { payload, student, version, now } = reservation
  const packages = payload.packages.map(({ id }) => id)
  const fields = toColumns(RESERVATION_COLUMNS, { ...payload, student, packages })
  await storeReservation.run(db, { ...fields, version, updated_at: now })
  await recordFormVersion(db, 'living', reservation)
}

const storeReservation = pipelineQuery(
  'store a reservation',
  (db, { student_code, ...values }: Insertable<DatabaseSchema['living_reservation']>) =>
    db
      .insertInto('living_reservation')
      .values({ student_code, ...values })
      .onConflict((conflict) => conflict.column('student_code').doUpdateSet(values)),
)

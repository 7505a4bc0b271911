import type { Insertable } from 'kysely'
import type { FellowTraveller, Travel } from '#contract/travel'
import type { Db } from '../../platform/database/db.ts'
import { pipelineQuery, prepareQuery } from '../../platform/database/driver/prepared-query.ts'
import { prepareStatement } from '../../platform/database/driver/prepared-statement.ts'
import {
  type RecordColumns,
  selectFields,
  toColumns,
} from '../../platform/database/queries/record-columns.ts'
import type { TravelRow } from '../../platform/database/schema/schema.ts'
import { type FormVersion, recordFormVersion } from '../student-forms/public.ts'

/** Finds a student's travel record with its version. */
export async function findTravel(
  db: Db,
  student: string,
): Promise<{ travel: Travel; version: number } | undefined> {
  const [row] = await travelQuery.run(db, { student })
  if (row === undefined) return undefined
  const { version, ...travel } = row
  return { travel, version }
}

/** The column of each field of a travel record. */
export const TRAVEL_COLUMNS = {
  student: 'student_code',
  step: 'step',
  startCity: 'start_city',
  startDate: 'start_date',
  arrivalDate: 'arrival_date',
  arrivalTime: 'arrival_time',
  mode: 'mode',
  companions: 'companions',
  remark: 'remark',
  open: 'open',
} as const satisfies RecordColumns<Travel, 'travel'>

const travelQuery = prepareQuery('travel of a student', (db, { student }: { student: string }) =>
  db
    .selectFrom('travel')
    .select(selectFields('travel', TRAVEL_COLUMNS))
    .select('version')
    .where('student_code', '=', student),
)

/** Stores a travel record as this version. */
export async function saveTravel(db: Db, travel: FormVersion<Travel>): Promise<void> {
  const { payload, student, version, now } = travel
  const fields = toColumns(TRAVEL_COLUMNS, { ...payload, student })
  await storeTravel.run(db, { ...fields, version, updated_at: now })
  await recordFormVersion(db, 'travel', travel)
}

const storeTravel = pipelineQuery(
  'store a travel',
  (db, { student_code, ...values }: Insertable<TravelRow>) =>
    db
      .insertInto('travel')
      .values({ student_code, ...values })
      .onConflict((conflict) => conflict.column('student_code').doUpdateSet(values)),
)

/**
 * Records a search for fellow travellers by city and day of departure. A student can change these
 * once a day. Returns whether this search is allowed.
 */
export async function countPeerSearch(
  db: Db,
  { student, today }: { student: string; today: string },
): Promise<boolean> {
  const { rows } = await countPeerSearchQuery.run(db, [student, today])
  return rows[0]?.may !== false
}

const countPeerSearchQuery = prepareStatement<{ may: boolean }>(
  'count a companion search',
  `with own as (
    select start_city, start_date, looked_city is null as is_first,
      (looked_city, looked_date) is distinct from (start_city, start_date) as is_other,
      look_changed_on is distinct from $2::date as is_free
    from travel where student_code = $1),
  counted as (
    update travel set looked_city = own.start_city, looked_date = own.start_date,
      look_changed_on = case when own.is_first then travel.look_changed_on else $2::date end
    from own where travel.student_code = $1 and own.is_other and (own.is_first or own.is_free))
  select is_first or not is_other or is_free as may from own`,
)

/**
 * Finds the visible students who depart from the same city on the same day. If this student is not
 * visible, the result is empty (D-47).
 */
export async function findPeers(
  db: Db,
  student: string,
): Promise<(FellowTraveller & { readonly code: string })[]> {
  return db
    .selectFrom('travel as own')
    .innerJoin('travel as other', (join) =>
      join
        .onRef('other.start_city', '=', 'own.start_city')
        .onRef('other.start_date', '=', 'own.start_date'),
    )
    .innerJoin('student', 'student.code', 'other.student_code')
    .select(['student.code', 'student.name', 'student.gender', 'student.phone'])
    .select('other.start_date as startDate')
    .where('own.student_code', '=', student)
    .where('own.open', '=', true)
    .where('other.open', '=', true)
    .whereRef('other.student_code', '<>', 'own.student_code')
    .orderBy('other.arrival_date')
    .orderBy('student.code')
    .limit(50)
    .execute()
}

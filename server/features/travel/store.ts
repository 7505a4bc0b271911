import type { FellowTraveller, Travel } from '#contract/travel'
import type { Db } from '../../platform/database/db.ts'
import {
  pipelineStatement,
  prepareStatement,
} from '../../platform/database/driver/prepared-statement.ts'
import { recordFormVersion, type FormVersionSubmitter } from '../student-forms/public.ts'

/** Finds a student's travel record with its version. */
export async function findTravel(
  db: Db,
  student: string,
): Promise<{ travel: Travel; version: number } | undefined> {
  const [row] = (await travelQuery.run(db, [student])).rows
  if (row === undefined) return undefined
  const { version, ...travel } = row
  return { travel, version }
}

const travelQuery = prepareStatement<Travel & { version: number }>(
  'travel of a student',
  `select student_code as student, step, start_city as "startCity", start_date as "startDate",
     arrival_date as "arrivalDate", arrival_time as "arrivalTime", mode, companions, remark, open, version
   from travel where student_code = $1`,
)

/** Stores a travel record as this version. */
export async function saveTravel(
  db: Db,
  {
    travel,
    student,
    version,
    writer,
    now,
  }: { travel: Travel; student: string; version: number; writer: FormVersionSubmitter; now: Date },
): Promise<void> {
  const { step, startCity, startDate, arrivalDate, arrivalTime, mode, companions, remark, open } =
    travel
  const way = [startCity, startDate, arrivalDate, arrivalTime, mode, companions, remark, open]
  await storeTravelStatement.run(db, [student, step, ...way, version, now])
  await recordFormVersion(db, { student, form: 'travel', version, payload: travel, writer, now })
}

const storeTravelStatement = pipelineStatement(
  'store a travel',
  `insert into travel (student_code, step, start_city, start_date, arrival_date, arrival_time,
     mode, companions, remark, open, version, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
   on conflict (student_code) do update set (step, start_city, start_date, arrival_date, arrival_time,
     mode, companions, remark, open, version, updated_at)
     = row ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
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

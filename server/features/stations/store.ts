import { type RawBuilder, sql } from 'kysely'
import type { DormResident } from '#contract/checkin'
import type { StationFigures } from '#contract/station-figures'
import type { OwnStation } from '#contract/stations'
import { stationServerTexts as texts } from '#i18n/stations-server'
import type { Language } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import { type AdmissionRule, isAdmitted } from '../admission-rule/public.ts'
import { selectExpectedStudents } from '../arrivals/public.ts'
import { ensurePassIds } from '../checkin/public.ts'

/** The arrival at the dormitory, among the stations that come before another one. */
export const DORMITORY = 'dormitory'
/** A student who is recorded again within this time was scanned twice at one visit, seconds. */
const SAME_VISIT_SECONDS = 60

/** A station as stored. */
export interface Station {
  readonly id: string
  readonly name: string
  readonly before_ids: readonly string[]
  readonly repeats: boolean
}

const openStations = (db: Db) =>
  db
    .selectFrom('station')
    .select(['station.id', 'station.name', 'before_ids', 'repeats'])
    .where('station.withdrawn_at', 'is', null)

/** Lists the open stations in their order. */
export const listStations = (db: Db): Promise<Station[]> =>
  openStations(db).orderBy('position').orderBy('id').execute()

/** Finds an open station at which this staff member scans; undefined for any other. */
export const findOwnStation = (
  db: Db,
  { station, staff }: { station: string; staff: string },
): Promise<Station | undefined> =>
  openStations(db)
    .innerJoin('station_staff', 'station_staff.station_id', 'station.id')
    .where('station.id', '=', station)
    .where('station_staff.staff_code', '=', staff)
    .executeTakeFirst()

const expectedStudents = (db: Db, now: Date) =>
  selectExpectedStudents(db, {
    cohort: 'new',
    department: '',
    building: '',
    buildingScope: 'all',
    now,
  })

// A student's record at a station that was not taken back.
const wasAt = (station: string | RawBuilder<string>) =>
  sql<boolean>`exists (select from station_visit as visit where visit.student_code = student.code
    and visit.station_id = ${station} and visit.removed_at is null)`

const isPast = (station: string) =>
  station === DORMITORY ? sql<boolean>`arrival.id is not null` : wasAt(station)

// The ids of the stations that come before and at which the student was not recorded.
const missingBefore = ({ before_ids: ids }: Station) =>
  ids.length === 0
    ? sql<string[]>`array[]::text[]`
    : sql<string[]>`array_remove(array[${sql.join(
        ids.map((id) => sql`case when ${isPast(id)} then null else ${id}::text end`),
      )}], null)`

/** Names stations by their ids, in the reader's language. */
export async function nameStations(
  db: Db,
  ids: readonly string[],
  language: Language,
): Promise<string[]> {
  const names = new Map((await listStations(db)).map(({ id, name }) => [id, name]))
  return ids.flatMap((id) =>
    id === DORMITORY ? [texts.dormitory[language]] : (names.get(id) ?? []),
  )
}

/** Counts the expected students of stations and their records, in the order of the stations. */
export async function countVisitors(
  db: Db,
  stations: readonly Station[],
  now: Date,
): Promise<StationFigures[]> {
  // One list of stations for each student. Looking up each station of each student took four times as
  // long, while the console asks every few seconds.
  const visits = db
    .selectFrom('station_visit')
    .where('removed_at', 'is', null)
    .groupBy('student_code')
    .select([
      'student_code',
      sql<string[]>`array_agg(station_id)`.as('past'),
      sql<string[]>`array_agg(station_id) filter (where not verified)`.as('unverified'),
    ])
    .as('visits')
  const wasHere = sql<boolean>`station.id = any(visits.past)`
  const hasEarlier = sql<boolean>`station.before_ids <@
    (visits.past || case when arrival.id is null then '{}' else array[${DORMITORY}] end::text[])`
  const rows = await expectedStudents(db, now)
    .leftJoin(visits, 'visits.student_code', 'student.code')
    .innerJoin('station', (join) => join.onTrue())
    .where('station.id', 'in', ['', ...stations.map(({ id }) => id)])
    .groupBy('station.id')
    .select([
      'station.id',
      sql<number>`count(*)::int`.as('expected'),
      sql<number>`(count(*) filter (where ${wasHere}))::int`.as('visited'),
      sql<number>`(count(*) filter (where station.id = any(visits.unverified)))::int`.as(
        'unverified',
      ),
      sql<number>`(count(*) filter (where ${wasHere} and not ${hasEarlier}))::int`.as('outOfOrder'),
    ])
    .execute()
  // Without any expected student there is no row.
  const none = { expected: 0, visited: 0, unverified: 0, outOfOrder: 0 }
  return stations.map(({ id, name }) => ({
    name,
    ...(rows.find((row) => row.id === id) ?? { id, ...none }),
  }))
}

/** The stations at which a staff member scans. */
export async function findOwnStations(
  db: Db,
  { staff, now, language }: { staff: string; now: Date; language: Language },
): Promise<OwnStation[]> {
  const own = await openStations(db)
    .innerJoin('station_staff', 'station_staff.station_id', 'station.id')
    .where('station_staff.staff_code', '=', staff)
    .orderBy('position')
    .orderBy('station.id')
    .execute()
  const counts = await countVisitors(db, own, now)
  const found: OwnStation[] = []
  for (const [nth, { id, name, before_ids: before, repeats }] of own.entries()) {
    const { expected = 0, visited = 0 } = counts[nth] ?? {}
    found.push({
      id,
      name,
      before: await nameStations(db, before, language),
      repeats,
      expected,
      visited,
    })
  }
  return found
}

/**
 * The expected students of a station as its staff see them: without photo and pinyin, so that a
 * roster of 10,000 students stays small.
 */
export async function findStationRoster(
  db: Db,
  station: Station,
  rule: AdmissionRule,
): Promise<DormResident[]> {
  const rows = await selectStationStudents(db, station, rule).orderBy('student.code').execute()
  const passes = await ensurePassIds(
    db,
    rows.map(({ student }) => student),
    rule.now,
  )
  return rows.map((row) => toStationResident(row, passes))
}

/** One student as the staff of a station see them; undefined if the student is not expected. */
export async function findStationStudent(
  db: Db,
  { station, student, rule }: { station: Station; student: string; rule: AdmissionRule },
): Promise<DormResident | undefined> {
  const row = await selectStationStudents(db, station, rule)
    .where('student.code', '=', student)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return toStationResident(row, await ensurePassIds(db, [student], rule.now))
}

/** Whether a student is expected at the stations. */
export const isExpected = async (db: Db, student: string, now: Date): Promise<boolean> =>
  (await expectedStudents(db, now)
    .select('student.code')
    .where('student.code', '=', student)
    .executeTakeFirst()) !== undefined

const selectStationStudents = (db: Db, station: Station, rule: AdmissionRule) =>
  expectedStudents(db, rule.now)
    .leftJoin('station_visit as visit', (join) =>
      join
        .onRef('visit.student_code', '=', 'student.code')
        .on('visit.station_id', '=', station.id)
        .on('visit.removed_at', 'is', null)
        .on('visit.once', '=', true),
    )
    .leftJoin('staff as recorder', 'recorder.code', 'visit.staff_code')
    .select(['student.code as student', 'student.name', 'student.class_name as className'])
    .select(['visit.id as visit', 'recorder.name as by'])
    .select((e) => [
      e.fn.coalesce('student.number', 'student.exam_number', e.val('')).as('number'),
      e.fn.coalesce('place.building', e.val('')).as('building'),
      e.fn.coalesce('place.room', e.val('')).as('room'),
      isAdmitted(rule).as('admitted'),
      missingBefore(station).as('missing'),
    ])

type StationStudentRow = Awaited<
  ReturnType<ReturnType<typeof selectStationStudents>['executeTakeFirstOrThrow']>
>

const toStationResident = (
  { missing, admitted, visit, by, ...row }: StationStudentRow,
  passes: ReadonlyMap<string, string>,
): DormResident => ({
  ...row,
  pass: passes.get(row.student) ?? '',
  bed: '',
  arrived: visit !== null,
  arrival: visit ?? undefined,
  confirmedBy: by ?? undefined,
  barred: !admitted ? 'not-admitted' : missing.length > 0 ? 'earlier-station' : undefined,
  face: undefined,
  pinyin: undefined,
  keyAt: undefined,
  keyBy: undefined,
})

/** The ids of the stations that come before and at which the student was not recorded. */
export async function findMissingStations(
  db: Db,
  station: Station,
  student: string,
): Promise<string[]> {
  const row = await db
    .selectFrom('student')
    .leftJoin('arrival', (join) =>
      join.onRef('arrival.student_code', '=', 'student.code').on('arrival.removed_at', 'is', null),
    )
    .select(missingBefore(station).as('missing'))
    .where('student.code', '=', student)
    .executeTakeFirst()
  return row?.missing ?? []
}

interface Visit {
  readonly station: Station
  readonly student: string
  readonly staff: string
  readonly at: Date
  /** A record that was taken back after this time is newer than this scan. */
  readonly seenAt: Date
  readonly now: Date
  readonly verified: boolean
}

/**
 * Records that a student was at a station. Of several scans of one visit the first counts. A scan
 * from before the last record was taken back is refused, as at the dormitory.
 */
export async function recordVisit(
  db: Db,
  { station, student, staff, at, seenAt, now, verified }: Visit,
): Promise<'new' | 'already' | 'taken-back'> {
  await sql`select pg_advisory_xact_lock(hashtext(${`station ${station.id} ${student}`}))`.execute(
    db,
  )
  const visits = await db
    .selectFrom('station_visit')
    .select(['scanned_at', 'removed_at'])
    .where('station_id', '=', station.id)
    .where('student_code', '=', student)
    .execute()
  const standing = visits.filter(({ removed_at }) => removed_at === null)
  const isRecorded = station.repeats
    ? standing.some(
        ({ scanned_at }) =>
          Math.abs(scanned_at.getTime() - at.getTime()) < SAME_VISIT_SECONDS * 1000,
      )
    : standing.length > 0
  if (isRecorded) return 'already'
  if (visits.some(({ removed_at }) => removed_at !== null && removed_at >= seenAt))
    return 'taken-back'
  await db
    .insertInto('station_visit')
    .values({
      station_id: station.id,
      student_code: student,
      scanned_at: at,
      received_at: now,
      staff_code: staff,
      verified,
      once: !station.repeats,
    })
    .execute()
  return 'new'
}

/** Whether a student's scan at a station stands. */
export const isVisitStanding = async (
  db: Db,
  { station, student }: { station: string; student: string },
): Promise<boolean> =>
  (await db
    .selectFrom('station_visit')
    .select('id')
    .where('station_id', '=', station)
    .where('student_code', '=', student)
    .where('removed_at', 'is', null)
    .executeTakeFirst()) !== undefined

/** Takes back a record that this staff member has made. False if there is none. */
export async function removeOwnVisit(
  db: Db,
  { id, staff, reason, now }: { id: string; staff: string; reason: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('station_visit')
    .set({ removed_at: now, removed_by: staff, removed_reason: reason })
    .where('id', '=', id)
    .where('staff_code', '=', staff)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

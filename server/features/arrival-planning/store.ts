import { sql } from 'kysely'
import type { AnnouncedTrip, ChangedTrip, PlannedGroup } from '#contract/arrival-planning'
import type { Db } from '../../platform/database/db.ts'
import {
  ANNOUNCED_HOUR,
  ANNOUNCED_SUMS,
  type ExpectedStudentsParams,
  selectAnnouncedArrivals,
} from '../arrivals/public.ts'
import { TRAVEL_FORM_NAME } from '../travel/public.ts'

/** Sums the announced arrivals of each day. */
export const sumAnnouncedDays = (db: Db, wanted: ExpectedStudentsParams) =>
  selectAnnouncedArrivals(db, wanted)
    .select(['travel.arrival_date as day', ...ANNOUNCED_SUMS])
    .groupBy('travel.arrival_date')
    .orderBy('travel.arrival_date')
    .execute()

/** Groups the announced arrivals of a day by hour, means of travel and place of departure. */
export const groupAnnouncedArrivals = (
  db: Db,
  day: string,
  wanted: ExpectedStudentsParams,
): Promise<PlannedGroup[]> =>
  selectAnnouncedArrivals(db, wanted)
    .where('travel.arrival_date', '=', day)
    .select([ANNOUNCED_HOUR.as('hour'), 'mode', 'start_city as city', ...ANNOUNCED_SUMS])
    .groupBy([ANNOUNCED_HOUR, 'mode', 'start_city'])
    .orderBy('hour')
    .orderBy('mode')
    .orderBy('city')
    .execute()

/** The filter of the list of a day; '' does not filter. */
export interface AnnouncedListParams extends ExpectedStudentsParams {
  readonly day: string
  readonly hour: string
  readonly mode: string
}

const ORDER = sql<string>`concat(travel.arrival_time, ' ', student.code)`
const NUMBER = sql<string>`coalesce(student.number, student.exam_number, '')`

/** Selects the students of a list, each with a key that sorts by time. */
export const selectAnnouncedList = (db: Db, { day, hour, mode, ...wanted }: AnnouncedListParams) =>
  selectAnnouncedArrivals(db, wanted)
    .where('travel.arrival_date', '=', day)
    .$if(hour !== '', (query) => query.where(ANNOUNCED_HOUR, '=', hour))
    .$if(mode !== '', (query) => query.where('travel.mode', '=', mode))
    .select([
      ORDER.as('key'),
      'student.code as student',
      NUMBER.as('number'),
      'student.name',
      'student.department',
      'arrival_date as day',
      'arrival_time as time',
      'mode',
      'start_city as city',
      'companions',
      sql<boolean>`arrival.id is not null`.as('hasArrived'),
    ])

/** Finds a page of a list, after a cursor. */
export const findAnnouncedList = (
  db: Db,
  params: AnnouncedListParams,
  { after, most }: { after: string; most: number },
) => selectAnnouncedList(db, params).where(ORDER, '>', after).orderBy('key').limit(most).execute()

interface ChangedRow extends Omit<ChangedTrip, 'changedAt' | 'now' | 'before'>, AnnouncedTrip {
  readonly at: Date
  readonly before: AnnouncedTrip | null
}

/**
 * Finds a page of the students whose announced arrival has changed since a time, by code. A version
 * that changes only the remark is no change.
 */
export async function findChangedTrips(
  db: Db,
  { since, ...wanted }: ExpectedStudentsParams & { since: Date },
  { after, most }: { after: string; most: number },
): Promise<ChangedRow[]> {
  const announced = selectAnnouncedArrivals(db, wanted).select([
    'student.code as student',
    NUMBER.as('number'),
    'student.name',
    'student.department',
    'arrival_date as day',
    'arrival_time as time',
    'mode',
    'start_city as city',
    'companions',
  ])
  const { rows } = await sql<ChangedRow>`
    select announced.*, changed.at, earlier.before
    from ${announced} as announced
    join (select student_code, max(at) as at from form_history
      where form = ${TRAVEL_FORM_NAME} and at >= ${since} group by student_code) as changed
      on changed.student_code = announced.student
    left join lateral (
      select jsonb_build_object('day', coalesce(words ->> 'arrivalDate', ''),
        'time', coalesce(words ->> 'arrivalTime', ''), 'mode', coalesce(words ->> 'mode', ''),
        'city', coalesce(words ->> 'startCity', ''),
        'companions', coalesce(words ->> 'companions', '')) as before
      from form_history as history
      where history.student_code = announced.student and form = ${TRAVEL_FORM_NAME}
        and history.at < ${since}
      order by version desc limit 1) as earlier on true
    where announced.student > ${after} and earlier.before is distinct from
      jsonb_build_object('day', day, 'time', time, 'mode', mode, 'city', city, 'companions', companions)
    order by announced.student limit ${most}`.execute(db)
  return rows
}

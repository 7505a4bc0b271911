import { sql } from 'kysely'
import type { OfficeDayPictures } from '#contract/office-day'
import { startOfDay, toChinaDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import {
  ANNOUNCED_HOUR,
  type ExpectedStudentsParams,
  selectAnnouncedArrivals,
  selectExpectedStudents,
} from '../arrivals/public.ts'

type Figures<Picture extends keyof OfficeDayPictures> = NonNullable<OfficeDayPictures[Picture]>

/** Counts a day's arrivals by hour in China: the announced and the actual ones. */
export async function countArrivalHours(
  db: Db,
  day: string,
  wanted: ExpectedStudentsParams,
): Promise<Figures<'arrivals'>> {
  const announced = selectAnnouncedArrivals(db, wanted)
    .where('travel.arrival_date', '=', day)
    .select([ANNOUNCED_HOUR.as('hour'), sql<boolean>`true`.as('announced')])
  const arrived = selectExpectedStudents(db, wanted)
    .where('arrival.scanned_at', '>=', startOfDay(day))
    .where('arrival.scanned_at', '<', startOfDay(day, 1))
    .select([
      sql<string>`to_char(arrival.scanned_at at time zone 'Asia/Shanghai', 'HH24')`.as('hour'),
      sql<boolean>`false`.as('announced'),
    ])
  return (
    db
      .selectFrom(announced.unionAll(arrived).as('each'))
      .select('hour')
      .select(sql<number>`(count(*) filter (where announced))::int`.as('announced'))
      .select(sql<number>`(count(*) filter (where not announced))::int`.as('arrived'))
      // An earlier rule of the form might have stored another text.
      .where('hour', '~', '^([01][0-9]|2[0-3])$')
      .groupBy('hour')
      .orderBy('hour')
      .execute()
  )
}

const PAYMENT_DAYS = 14

/**
 * Sums the payments of each of the fourteen days up to a day in China, less what was taken back.
 * Offsets are not payments.
 */
export async function sumPaymentsByDay(db: Db, day: string): Promise<Figures<'payments'>> {
  const { rows } = await sql<{ day: string; count: number; amount: string }>`
    select to_char(credited_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
      (count(*) filter (where reverses is null))::int as count, sum(amount_fen) as amount
    from payment_credit
    where kind <> 'offset' and credited_at >= ${startOfDay(day, 1 - PAYMENT_DAYS)}
      and credited_at < ${startOfDay(day, 1)}
    group by 1`.execute(db)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return Array.from({ length: PAYMENT_DAYS }, (_, index) => {
    const each = toChinaDay(startOfDay(day, index + 1 - PAYMENT_DAYS))
    const { count = 0, amount = 0 } = byDay.get(each) ?? {}
    return { day: each, count, amount: Number(amount) }
  })
}

/** Counts the beds of each building, and those with a student. */
export const countBeds = (db: Db): Promise<Figures<'beds'>> =>
  db
    .selectFrom('dorm_room as room')
    .select([
      'building',
      sql<number>`sum(cardinality(beds))::int`.as('beds'),
      sql<number>`(select count(*) from dorm_place place where place.building = room.building)::int`.as(
        'taken',
      ),
    ])
    .where('withdrawn_at', 'is', null)
    .groupBy('building')
    .orderBy('building')
    .execute()

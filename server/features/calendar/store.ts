import type { SchoolYear } from '#contract/calendar'
import type { Holiday, SwappedDay } from '#contract/timetable'
import type { Db } from '../../platform/database/db.ts'

/** Finds the terms and events, both ordered by day. */
export async function findSchoolYear(db: Db): Promise<SchoolYear> {
  const [terms, events] = await Promise.all([
    db
      .selectFrom('term')
      .select(['label as yearTerm', 'first_monday as startDate', 'weeks'])
      .where('withdrawn_at', 'is', null)
      .orderBy('first_monday')
      .execute(),
    db
      .selectFrom('calendar_event')
      .selectAll()
      .where('withdrawn_at', 'is', null)
      .orderBy('first_day')
      .orderBy('id')
      .execute(),
  ])
  return {
    terms,
    events: events.map(({ first_day, last_day, title, title_en, holiday, follows_day }) => ({
      date: first_day,
      endDate: last_day,
      title,
      titleEn: title_en === '' ? undefined : title_en,
      holiday,
      follows: follows_day ?? undefined,
    })),
  }
}

/** Finds the holidays that overlap these days (YYYY-MM-DD). */
export async function findHolidays(
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<Holiday[]> {
  const rows = await db
    .selectFrom('calendar_event')
    .select(['first_day', 'last_day', 'title', 'title_en'])
    .where('holiday', '=', true)
    .where('withdrawn_at', 'is', null)
    .where('first_day', '<=', to)
    .where('last_day', '>=', from)
    .orderBy('first_day')
    .execute()
  return rows.map(({ first_day, last_day, title, title_en }) => ({
    from: first_day,
    to: last_day,
    title,
    titleEn: title_en === '' ? undefined : title_en,
  }))
}

/** Finds the days among these (YYYY-MM-DD) with the lessons of another of these days. */
export async function findSwappedDays(
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<SwappedDay[]> {
  const rows = await db
    .selectFrom('calendar_event')
    // A day has the lessons of one day only.
    .distinctOn('first_day')
    .select(['first_day', 'follows_day'])
    .where('withdrawn_at', 'is', null)
    .where('first_day', '>=', from)
    .where('first_day', '<=', to)
    .where('follows_day', '>=', from)
    .where('follows_day', '<=', to)
    .orderBy('first_day')
    .orderBy('id')
    .execute()
  return rows.map(({ first_day: day, follows_day }) => ({ day, follows: follows_day ?? day }))
}

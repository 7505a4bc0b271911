import { calendarServerTexts } from '#i18n/calendar-server'
import type { LocalizedText } from '#i18n/translate'
import { startOfDay, toChinaDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'

const WEEKDAYS = ['一1', '二2', '三3', '四4', '五5', '六6', '日天7']
const ENGLISH_WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/**
 * Parses the day whose lessons are held on another day, as people write it: `2026-10-09`, `第6周周五`
 * or `week 6 Friday`. Returns the day (YYYY-MM-DD), or week and weekday as `6-5`; undefined for other
 * texts.
 */
export function parseFollowedDay(text: string): string | undefined {
  const typed = text.normalize('NFKC').trim().toLowerCase()
  const [, year, month = '', day = ''] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(typed) ?? []
  if (year !== undefined) {
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    const at = Date.parse(`${date}T00:00:00Z`)
    const isReal = !Number.isNaN(at) && new Date(at).toISOString().startsWith(date)
    return isReal ? date : undefined
  }
  const [, week = '', weekday = ''] =
    /^第?(\d{1,2})周 ?的? ?(?:周|星期|礼拜)?([一二三四五六日天1-7])$/.exec(typed) ?? []
  const [, englishWeek = '', englishDay = ''] =
    /^week (\d{1,2}),? (mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}$/.exec(typed) ?? []
  const nth =
    week === ''
      ? ENGLISH_WEEKDAYS.indexOf(englishDay)
      : WEEKDAYS.findIndex((names) => names.includes(weekday))
  return nth < 0 ? undefined : `${Number(week || englishWeek)}-${nth + 1}`
}

/** An event of the calendar whose day has the lessons of another day. */
export interface SwappedEvent {
  readonly firstDay: string
  readonly lastDay: string
  readonly holiday: boolean
  /** A result of `parseFollowedDay`. */
  readonly follows: string
}

/**
 * Reads the terms. The returned function finds the day (YYYY-MM-DD) whose lessons are held on the day
 * of an event, or why there cannot be one: both days are in one term, and the event is a single day
 * that is not a holiday.
 */
export async function createFollowedDayResolver(
  db: Db,
): Promise<(event: SwappedEvent) => { readonly day: string } | { readonly says: LocalizedText }> {
  const terms = await db
    .selectFrom('term')
    .select(['first_monday', 'weeks'])
    .where('withdrawn_at', 'is', null)
    .execute()
  const days = terms.map(({ first_monday: from, weeks }) => ({
    from,
    to: dayAfter(from, weeks * 7 - 1),
  }))
  return ({ firstDay, lastDay, holiday, follows }) => {
    if (firstDay !== lastDay) return { says: calendarServerTexts.oneDay }
    if (holiday) return { says: calendarServerTexts.notHoliday }
    const term = days.find(({ from, to }) => from <= firstDay && firstDay <= to)
    if (term === undefined) return { says: calendarServerTexts.noTerm }
    const [, week, weekday] = /^(\d{1,2})-(\d)$/.exec(follows) ?? []
    const day =
      week === undefined
        ? follows
        : dayAfter(term.from, (Number(week) - 1) * 7 + Number(weekday) - 1)
    return term.from <= day && day <= term.to ? { day } : { says: calendarServerTexts.otherTerm }
  }
}

const dayAfter = (day: string, days: number) => toChinaDay(startOfDay(day, days))

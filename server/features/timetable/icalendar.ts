import { createHash } from 'node:crypto'
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventRepeatingFreq } from 'ical-generator'
import { type Holiday, findHolidayOn, getLessonStartAndEnd } from '#contract/timetable'
import { dailyServerTexts } from '#i18n/daily-server'
import type { Language } from '#i18n/translate'
import type { LessonRow } from '../../platform/database/schema/schema.ts'
import { isLessonRowInWeek } from './lesson-weeks.ts'

const ZONE = 'Asia/Shanghai'
const ALARM_SECONDS = 15 * 60
const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/**
 * The refresh interval for calendar programs. The library's own option is not used, because it
 * writes the property after the time zone, where strict parsers fail.
 */
const REFRESH = ['REFRESH-INTERVAL;VALUE=DURATION:PT6H', 'X-PUBLISHED-TTL:PT6H']
const METHOD = `METHOD:${ICalCalendarMethod.PUBLISH}`

// China has had one UTC offset, without summer time, since 1991.
const CHINA_VTIMEZONE = `BEGIN:VTIMEZONE
TZID:${ZONE}
BEGIN:STANDARD
DTSTART:19920101T000000
TZOFFSETFROM:+0800
TZOFFSETTO:+0800
TZNAME:CST
END:STANDARD
END:VTIMEZONE`

/** The properties of a term for a calendar. */
export interface CalendarTerm {
  readonly label: string
  readonly first_monday: string
  readonly weeks: number
  readonly holidays: readonly Holiday[]
}

/**
 * Formats a whole term as iCalendar. Each lesson is one event, repeated every week or every second
 * week, except on holidays.
 */
export function formatICalendar(
  term: CalendarTerm,
  lessons: readonly LessonRow[],
  language: Language,
): string {
  const calendar = ical({
    name: dailyServerTexts.calendar[language](term.label),
    prodId: { company: 'baodao', product: 'timetable', language: language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    // With a named zone, the library would write its timestamps in that zone and the events without
    // it.
    timezone: { name: null, generator: () => CHINA_VTIMEZONE },
  })
  for (const lesson of lessons) {
    const { starts, ends } = getLessonStartAndEnd(lesson.period, lesson.periods)
    const first = Date.parse(term.first_monday) + (lesson.day - 1) * DAY_MS
    const held = weeksOf(lesson, term.weeks)
    const [begins = 0] = held
    if (begins === 0) continue
    const interval = lesson.weeks === '' && lesson.odd_weeks_only ? 2 : 1
    const count = Math.floor(((held.at(-1) ?? begins) - begins) / interval) + 1
    const week = (nth: number) => begins + nth * interval
    const nths = Array.from({ length: count }, (_, nth) => nth)
    const days = nths.map((nth) => dayOf(first + (week(nth) - 1) * WEEK_MS))
    const off = days.filter(
      (day, nth) => !held.includes(week(nth)) || findHolidayOn(term.holidays, day) !== undefined,
    )
    const [day = ''] = days
    const event = calendar.createEvent({
      id: idOf(lesson),
      timezone: ZONE,
      // The library treats text without a zone as local time, independent of this machine's zone.
      start: `${day}T${starts}:00`,
      end: `${day}T${ends}:00`,
      // The stamp is constant, so that the same timetable results in the same file.
      stamp: new Date(`${term.first_monday}T00:00:00Z`),
      summary: lesson.course,
      location: lesson.room,
      description: lesson.teacher,
      repeating: {
        freq: ICalEventRepeatingFreq.WEEKLY,
        interval,
        count,
        ...(off.length > 0 && { exclude: off.map((one) => `${one}T${starts}:00`) }),
      },
    })
    event.createAlarm({ type: ICalAlarmType.display, trigger: ALARM_SECONDS })
  }
  // The library omits the final line break.
  return `${calendar.toString().replace(METHOD, [METHOD, ...REFRESH].join('\r\n'))}\r\n`
}

const weeksOf = (lesson: LessonRow, most: number): number[] =>
  Array.from({ length: most }, (_, nth) => nth + 1).filter((week) =>
    isLessonRowInWeek(lesson, week),
  )

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

// The UID is derived from the lesson's time in the week, so that a change of the room updates the
// same event.
const idOf = ({ class_name, term, day, period, weeks }: LessonRow) =>
  createHash('sha256')
    .update(JSON.stringify([class_name, term, day, period, ...(weeks === '' ? [] : [weeks])]))
    .digest('hex')
    .slice(0, 32)

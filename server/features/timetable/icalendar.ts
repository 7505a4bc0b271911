import { createHash } from 'node:crypto'
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventRepeatingFreq } from 'ical-generator'
import { findPeriodsOn, getLessonStartAndEnd } from '#contract/bell-schedules'
import { type BellSchedule, type Holiday, findHolidayOn } from '#contract/timetable'
import { dailyServerTexts } from '#i18n/daily-server'
import type { Language } from '#i18n/translate'
import type { LessonRow } from '../../platform/database/schema/schema.ts'
import { ALL_WEEKS, isLessonRowInWeek } from './lesson-weeks.ts'

const ZONE = 'Asia/Shanghai'
const ALARM_SECONDS = 15 * 60
const DAY_MS = 86_400_000
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
  /** The bell schedules, the earliest first. */
  readonly schedules: readonly BellSchedule[]
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
  const uids = new Map<string, number>()
  for (const { lesson, held, starts, ends } of lessons.flatMap((one) => groupByTimes(one, term))) {
    const [begins = 0] = held
    const interval = lesson.weeks === '' && lesson.odd_weeks_only ? 2 : 1
    const count = Math.floor(((held.at(-1) ?? begins) - begins) / interval) + 1
    const weeks = Array.from({ length: count }, (_, step) => begins + step * interval)
    const off = weeks
      .filter((week) => !held.includes(week))
      .map((week) => dayOf(lesson, week, term))
      .concat(
        held
          .map((week) => dayOf(lesson, week, term))
          .filter((day) => findHolidayOn(term.holidays, day) !== undefined),
      )
      .toSorted()
    const day = dayOf(lesson, begins, term)
    const slot = slotOf(lesson)
    const nth = uids.get(slot) ?? 0
    uids.set(slot, nth + 1)
    const event = calendar.createEvent({
      id: idOf(lesson, nth),
      timezone: ZONE,
      // The library treats text without a zone as local time, independent of this machine's zone.
      start: `${day}T${starts}:00`,
      end: `${day}T${ends}:00`,
      // The stamp is constant, so that the same timetable results in the same file.
      stamp: new Date(`${term.first_monday}T00:00:00Z`),
      summary: lesson.course,
      location: lesson.room,
      description: [lesson.teacher, lesson.note].filter((one) => one !== '').join('\n'),
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

// Divides the weeks of a lesson where the bell schedule changes, because the times of an event are
// the same in all its weeks. A lesson in a period without a time is left out.
function groupByTimes(lesson: LessonRow, term: CalendarTerm) {
  const groups: { lesson: LessonRow; held: number[]; starts: string; ends: string }[] = []
  for (const week of ALL_WEEKS.filter(
    (one) => one <= term.weeks && isLessonRowInWeek(lesson, one),
  )) {
    const dayPeriods = findPeriodsOn(term.schedules, dayOf(lesson, week, term))
    const { starts, ends } = getLessonStartAndEnd(dayPeriods, lesson)
    const open = groups.at(-1)
    if (open?.starts === starts && open.ends === ends) open.held.push(week)
    else if (starts !== '') groups.push({ lesson, held: [week], starts, ends })
  }
  return groups
}

const dayOf = (
  { day }: Pick<LessonRow, 'day'>,
  week: number,
  { first_monday }: CalendarTerm,
): string =>
  new Date(Date.parse(first_monday) + ((week - 1) * 7 + day - 1) * DAY_MS)
    .toISOString()
    .slice(0, 10)

const slotOf = ({ class_name, teaching_class, term, day, period, weeks }: LessonRow) =>
  JSON.stringify([
    class_name,
    term,
    day,
    period,
    ...(weeks === '' ? [] : [weeks]),
    ...(teaching_class === '' ? [] : [teaching_class]),
  ])

// The UID is derived from the lesson's time in the week, so that a change of the room updates the
// same event. Further events of this time are numbered.
const idOf = (lesson: LessonRow, nth: number) =>
  createHash('sha256')
    .update(slotOf(lesson) + (nth === 0 ? '' : String(nth)))
    .digest('hex')
    .slice(0, 32)

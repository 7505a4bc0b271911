import { createHash } from 'node:crypto'
import ical, { ICalAlarmType, ICalCalendarMethod } from 'ical-generator'
import { findPeriodsOn, getLessonStartAndEnd } from '#contract/bell-schedules'
import type { StudentExam } from '#contract/exam-record'
import { findFollowedDay, findHolidayOn, locateSchoolDay } from '#contract/school-days'
import type { BellSchedule, Holiday, SwappedDay } from '#contract/timetable'
import { dailyServerTexts } from '#i18n/daily-server'
import { examKindName, examTexts } from '#i18n/exams'
import type { Language } from '#i18n/translate'
import type { LessonRow } from '../../platform/database/schema/schema.ts'
import { isLessonRowInWeek } from './lesson-weeks.ts'

const ZONE = 'Asia/Shanghai'
const ALARM_SECONDS = 15 * 60
const EXAM_ALARM_SECONDS = 60 * 60
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
  readonly swappedDays: readonly SwappedDay[]
  /** The bell schedules, the earliest first. */
  readonly schedules: readonly BellSchedule[]
  readonly exams: readonly StudentExam[]
}

/**
 * Formats a whole term as iCalendar. Each lesson is one event, repeated every week or every second
 * week, except on holidays and swapped days. A lesson of another weekday on a swapped day is an event,
 * and so is each examination and make-up class.
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
  const uses = new Map<string, number>()
  const schoolDays = listSchoolDays(term)
  for (const lesson of lessons)
    for (const { slot, days, starts, ends } of groupByTimes(lesson, schoolDays)) {
      const nth = uses.get(slot) ?? 0
      uses.set(slot, nth + 1)
      const [day = ''] = days
      const event = calendar.createEvent({
        // The UID is derived from the lesson's time in the week, so that a change of the room updates
        // the same event. Further events of this time are numbered.
        id: hashId(slot + (nth || '')),
        timezone: ZONE,
        // The library treats text without a zone as local time, independent of this machine's zone.
        start: `${day}T${starts}:00`,
        end: `${day}T${ends}:00`,
        // The stamp is constant, so that the same timetable results in the same file.
        stamp: new Date(`${term.first_monday}T00:00:00Z`),
        summary: lesson.course,
        location: lesson.room,
        description: [lesson.teacher, lesson.note].filter((one) => one !== '').join('\n'),
        repeating: days.length > 1 ? formatRecurrence(days, starts) : null,
      })
      event.createAlarm({ type: ICalAlarmType.display, trigger: ALARM_SECONDS })
    }
  for (const exam of term.exams) {
    const event = calendar.createEvent({
      id: hashId(JSON.stringify([exam.kind, exam.course, exam.day, exam.starts])),
      timezone: ZONE,
      start: `${exam.day}T${exam.starts}:00`,
      end: `${exam.day}T${exam.ends}:00`,
      stamp: new Date(`${term.first_monday}T00:00:00Z`),
      summary: examTexts.named[language](examKindName(exam.kind, language), exam.course),
      location: exam.room,
      description: [exam.seat && examTexts.seat[language](exam.seat), exam.teacher, exam.note]
        .filter((one) => one)
        .join('\n'),
    })
    event.createAlarm({ type: ICalAlarmType.display, trigger: EXAM_ALARM_SECONDS })
  }
  // The library omits the final line break.
  return `${calendar.toString().replace(METHOD, [METHOD, ...REFRESH].join('\r\n'))}\r\n`
}

/** Occurrences of a lesson at the same time of the day. */
interface LessonTimes {
  /** Their time in the week, or their day, which names their event. */
  readonly slot: string
  /** Their days, YYYY-MM-DD: days of the lesson's weekday, or one other day. */
  readonly days: string[]
  readonly starts: string
  readonly ends: string
}

// The days of a lesson's weekday are one event, which ends where the bell schedule changes, because
// an event has the same times in all weeks. A swapped day of another weekday is an event of its own,
// because many calendars ignore an RDATE. A lesson in a period without a time is left out.
function groupByTimes(lesson: LessonRow, schoolDays: readonly SchoolDay[]): LessonTimes[] {
  const [weekly, others]: [LessonTimes[], LessonTimes[]] = [[], []]
  const slot = slotOf(lesson)
  for (const { day, weekday, held, periods } of schoolDays) {
    if (held.day !== lesson.day || !isLessonRowInWeek(lesson, held.week)) continue
    const { starts, ends } = getLessonStartAndEnd(periods, lesson)
    if (starts === '') continue
    const open = weekly.at(-1)
    if (weekday !== lesson.day) others.push({ slot: slot + day, days: [day], starts, ends })
    else if (open?.starts === starts && open.ends === ends) open.days.push(day)
    else weekly.push({ slot, days: [day], starts, ends })
  }
  return [...weekly, ...others]
}

/** A day of the term with lessons. */
interface SchoolDay {
  /** YYYY-MM-DD. */
  readonly day: string
  /** 1 is Monday. */
  readonly weekday: number
  /** The week and the weekday whose lessons are held. */
  readonly held: { readonly week: number; readonly day: number }
  readonly periods: readonly string[]
}

// The days of the term without the holidays, in order.
const listSchoolDays = (term: CalendarTerm): SchoolDay[] =>
  Array.from({ length: term.weeks * 7 }, (_, nth) => ({
    day: new Date(Date.parse(term.first_monday) + nth * DAY_MS).toISOString().slice(0, 10),
    weekday: (nth % 7) + 1,
  }))
    .filter(({ day }) => findHolidayOn(term, day) === undefined)
    .map(({ day, weekday }) => ({
      day,
      weekday,
      held: locateSchoolDay(term.first_monday, findFollowedDay(term, day) ?? day),
      periods: findPeriodsOn(term.schedules, day),
    }))

// The recurrence of several days of one weekday: every week or every second week, except the days
// between them on which the lesson does not take place.
function formatRecurrence(days: readonly string[], starts: string): string {
  const [first = 0, ...others] = days.map((day) => Date.parse(day) / DAY_MS)
  const last = others.at(-1) ?? first
  const step = others.every((day) => (day - first) % 14 === 0) ? 14 : 7
  const count = (last - first) / step + 1
  const off = Array.from({ length: count }, (_, nth) => first + nth * step)
    .map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10))
    .filter((day) => !days.includes(day))
    .map((day) => `${day}T${starts}00`.replaceAll(/[-:]/g, ''))
  return [
    `RRULE:FREQ=WEEKLY;COUNT=${count};INTERVAL=${step / 7}`,
    ...(off.length === 0 ? [] : [`EXDATE;TZID=${ZONE}:${off.join(',')}`]),
  ].join('\r\n')
}

const slotOf = ({ class_name, teaching_class, term, day, period, weeks }: LessonRow) =>
  JSON.stringify([
    class_name,
    term,
    day,
    period,
    ...(weeks === '' ? [] : [weeks]),
    ...(teaching_class === '' ? [] : [teaching_class]),
  ])

const hashId = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

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
import { ALL_WEEKS, isLessonRowInWeek } from './lesson-weeks.ts'

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
 * week, except on holidays and swapped days. Each examination and make-up class is an event.
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
  for (const { lesson, held, added, starts, ends } of lessons.flatMap((one) =>
    groupByTimes(one, term),
  )) {
    const slot = slotOf(lesson)
    const nth = uids.get(slot) ?? 0
    uids.set(slot, nth + 1)
    const [begins] = held
    const day = begins === undefined ? (added[0] ?? '') : dayOf(lesson, begins, term)
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
      repeating:
        begins === undefined ? null : formatRecurrence({ lesson, held, added, starts, ends }, term),
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
  readonly lesson: LessonRow
  /** The weeks in which the lesson is planned; none for an occurrence on a swapped day alone. */
  readonly held: number[]
  /** The swapped days on which it is held besides, YYYY-MM-DD. */
  readonly added: string[]
  readonly starts: string
  readonly ends: string
}

// Divides the weeks of a lesson where the bell schedule changes, because the times of an event are
// the same in all its weeks. A lesson in a period without a time is left out.
function groupByTimes(lesson: LessonRow, term: CalendarTerm): LessonTimes[] {
  const groups: LessonTimes[] = []
  const timesOn = (day: string) => getLessonStartAndEnd(findPeriodsOn(term.schedules, day), lesson)
  for (const week of ALL_WEEKS.filter(
    (one) => one <= term.weeks && isLessonRowInWeek(lesson, one),
  )) {
    const { starts, ends } = timesOn(dayOf(lesson, week, term))
    const open = groups.at(-1)
    if (open?.starts === starts && open.ends === ends) open.held.push(week)
    else if (starts !== '') groups.push({ lesson, held: [week], added: [], starts, ends })
  }
  for (const { day, follows } of term.swappedDays) {
    const followed = locateSchoolDay(term.first_monday, follows)
    const isAdded =
      day !== follows && followed.day === lesson.day && isLessonRowInWeek(lesson, followed.week)
    const { starts, ends } = timesOn(day)
    if (!isAdded || starts === '') continue
    const same = groups.find(
      (one) => one.held.length > 0 && one.starts === starts && one.ends === ends,
    )
    if (same === undefined) groups.push({ lesson, held: [], added: [day], starts, ends })
    else same.added.push(day)
  }
  return groups
}

// The recurrence as text, because the library has no option for RDATE.
function formatRecurrence(
  { lesson, held, added, starts }: LessonTimes,
  term: CalendarTerm,
): string {
  const [begins = 0] = held
  const interval = lesson.weeks === '' && lesson.odd_weeks_only ? 2 : 1
  const count = Math.floor(((held.at(-1) ?? begins) - begins) / interval) + 1
  const weeks = Array.from({ length: count }, (_, step) => begins + step * interval)
  const off = weeks.flatMap((week) => {
    const day = dayOf(lesson, week, term)
    const isHeld =
      held.includes(week) &&
      findHolidayOn(term, day) === undefined &&
      (findFollowedDay(term, day) ?? day) === day
    return isHeld || added.includes(day) ? [] : [day]
  })
  // An EXDATE would also remove an RDATE of the same day, such as of a Friday with the lessons of
  // another Friday.
  const planned = new Set(weeks.map((week) => dayOf(lesson, week, term)))
  const list = (name: string, days: readonly string[]) =>
    days.length === 0
      ? []
      : [
          `${name};TZID=${ZONE}:${days.map((day) => `${day}T${starts}00`.replaceAll(/[-:]/g, '')).join(',')}`,
        ]
  return [
    `RRULE:FREQ=WEEKLY;COUNT=${count};INTERVAL=${interval}`,
    ...list('EXDATE', off),
    ...list(
      'RDATE',
      added.filter((day) => !planned.has(day)),
    ),
  ].join('\r\n')
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
  hashId(slotOf(lesson) + (nth === 0 ? '' : String(nth)))

const hashId = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

import * as v from 'valibot'
import { defineFile, defineRead, defineWrite } from './call.ts'
import {
  booleanCodec,
  requiredKey,
  lazyCodec,
  listCodec,
  nullableCodec,
  optionalKey,
  recordCodec,
  withEncoder,
  textCodec,
  encodeUnchanged,
  type CodecValue,
  wholeNumberCodec,
} from './codec.ts'
import { StudentExam } from './exam-record.ts'

// `weekLy` 1 follows the odd/even-week rule; 2, 3 and a missing value mean every week (TTB-08).
const oddWeeksOnly = lazyCodec<boolean>({
  decode: () =>
    v.pipe(
      v.nullish(v.union([v.string(), v.number()]), ''),
      v.transform((wire) => String(wire) === '1'),
    ),
  encode: (value) => (value ? '1' : '3'),
  schema: () => v.boolean(),
})

const covered = lazyCodec<boolean>({
  decode: () =>
    v.pipe(
      v.nullish(v.unknown(), false),
      v.transform((wire) => wire === true || String(wire) === '1' || wire === 'true'),
    ),
  encode: encodeUnchanged,
  schema: () => booleanCodec.schema,
})

const periods = lazyCodec<number>({
  decode: () =>
    v.pipe(
      v.nullish(v.unknown(), 1),
      v.transform((wire) => Math.max(1, Number(wire) || 1)),
    ),
  encode: encodeUnchanged,
  schema: () => wholeNumberCodec.schema,
})

const Lesson = recordCodec({
  course: requiredKey('courseName', textCodec()),
  room: requiredKey('classRoomName', textCodec()),
  teacher: requiredKey('teacherName', textCodec()),
  /** The number of periods from this cell on. */
  periods: requiredKey('rowSpan', periods),
  /** True if the lesson above extends into this cell, which is then not rendered. */
  covered: requiredKey('isrowSpan', covered),
  oddWeeksOnly: requiredKey('weekLy', oddWeeksOnly),
})
/** One cell of the timetable. */
export type Lesson = CodecValue<typeof Lesson>

/** The periods of a day in the specification's table, and the days of a week (TTB-03). */
export const LESSON_PERIODS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** One row: seven cells, Monday first; null is free. */
export const TimetableRow = listCodec(nullableCodec(Lesson))
/** Rows by period, '1' to '9' (D-87). */
export const TimetableGrid = lazyCodec<Record<string, (Lesson | null)[]>>({
  decode: () => v.record(v.string(), TimetableRow.decode),
  encode: (grid) =>
    Object.fromEntries(
      Object.entries(grid).map(([period, cells]) => [period, TimetableRow.encode(cells)]),
    ),
  schema: () => v.record(v.string(), TimetableRow.schema),
})

// The number of weeks; a response for one week can omit it (TTB-06).
const count = lazyCodec<number>({
  decode: () => v.pipe(v.nullish(v.unknown(), 0), wholeNumberCodec.decode),
  encode: encodeUnchanged,
  schema: () => wholeNumberCodec.schema,
})

const Holiday = recordCodec({
  /** The first and the last day, YYYY-MM-DD. */
  from: requiredKey('date', textCodec()),
  to: requiredKey('endDate', textCodec()),
  title: textCodec(),
  titleEn: optionalKey('titleEn', textCodec()),
})
/** Days of the school calendar without lessons. */
export type Holiday = CodecValue<typeof Holiday>

const SwappedDay = recordCodec({
  /** The day, and the day whose lessons are held on it, YYYY-MM-DD. */
  day: requiredKey('date', textCodec()),
  follows: textCodec(),
})
/** A day with the lessons of another day of the term. */
export type SwappedDay = CodecValue<typeof SwappedDay>

const BellSchedule = recordCodec({
  /** The first day on which the schedule applies, YYYY-MM-DD. */
  from: textCodec(),
  /** The periods of a day in order, each `HH:mm-HH:mm` in China time. */
  periods: listCodec(textCodec()),
})
/** The times of the periods of a school day, from a day on. */
export type BellSchedule = CodecValue<typeof BellSchedule>

const ScheduledLesson = recordCodec({
  /** The weekday; 1 is Monday. */
  day: wholeNumberCodec,
  /** The first period, and the number of periods. */
  period: wholeNumberCodec,
  periods: requiredKey('span', wholeNumberCodec),
  course: textCodec(),
  room: textCodec(),
  /** One teacher, or several that are divided by `、`. */
  teacher: textCodec(),
  /** The weeks in which the lesson takes place, such as `1-8,10`; '' for every week. */
  weeks: textCodec(),
  note: optionalKey('note', textCodec()),
})
/** A lesson of a student's term. */
export type ScheduledLesson = CodecValue<typeof ScheduledLesson>

const Timetable = recordCodec({
  /** The number of weeks in the term; 0 if the response is for one week and omits it. */
  weeks: requiredKey('totalWeek', count),
  term: requiredKey('yearTerm', textCodec()),
  currentWeek: count,
  rows: requiredKey('data', TimetableGrid),
  /** The Monday of week 1, YYYY-MM-DD. Absent on other backends; the app then shows no dates. */
  firstMonday: optionalKey('startDate', textCodec()),
  /** True if the rows are the same in every week, so that the app does not fetch other weeks. */
  everyWeek: optionalKey('sameEveryWeek', withEncoder(booleanCodec, encodeUnchanged)),
  /** The holidays of the term; absent on other backends. */
  holidays: optionalKey('holidays', listCodec(Holiday)),
  /** The days of the term with the lessons of another day; absent if there are none. */
  swappedDays: optionalKey('swappedDays', listCodec(SwappedDay)),
  /** All lessons of the term, if the request was `compact`; absent on other backends. */
  lessons: optionalKey('lessons', listCodec(ScheduledLesson)),
  /** The bell schedules of the campus, the earliest first; absent on other backends and where the default applies. */
  schedules: optionalKey('schedules', listCodec(BellSchedule)),
  /** The student's examinations and make-up classes, the earliest first; absent if there are none. */
  exams: optionalKey('exams', listCodec(StudentExam)),
})
/** A term's timetable. */
export type Timetable = CodecValue<typeof Timetable>

/** The name of a holiday in a language. */
export const holidayName = ({ title, titleEn }: Holiday, language: 'zh' | 'en'): string =>
  (language === 'en' && titleEn) || title

/** The weekly timetable (TTB). */
export const timetable = {
  find: defineRead({
    path: '/stuTable',
    who: 'student',
    offline: 'cached',
    /** If `week` is sent, other backends can return only the rows of that week (TTB-06). */
    input: recordCodec({
      number: requiredKey('stuNumber', textCodec()),
      week: optionalKey('currentweek', wholeNumberCodec),
      /** Requests the lessons of all weeks as a list. The rows are then empty. */
      compact: optionalKey('compact', booleanCodec),
    }),
    output: Timetable,
  }),
  /** The terms of a student, for the evaluation's selector (TTB-11). */
  terms: defineRead({
    path: '/searchapi/wechat/student/querySemester',
    who: 'student',
    offline: 'cached',
    input: recordCodec({ query: requiredKey('q', textCodec()) }),
    output: recordCodec({
      terms: requiredKey(
        'results',
        recordCodec({
          current: requiredKey('currentSem', textCodec()),
          labels: requiredKey('semesters', listCodec(textCodec())),
        }),
      ),
    }),
  }),
  /**
   * Creates a URL from which calendar programs fetch the timetable. Everybody who has the URL can
   * read the timetable. The URL is returned once and cannot be read again. `renew` revokes all
   * earlier URLs.
   */
  calendarAddress: defineWrite({
    path: '/api/timetable/calendarAddress',
    who: 'student',
    input: recordCodec({
      number: requiredKey('stuNumber', textCodec()),
      renew: optionalKey('renew', booleanCodec),
    }),
    /** A path below the campus root. */
    output: recordCodec({ address: textCodec(v.nonEmpty()) }),
  }),
  /**
   * The whole term as iCalendar. The key in the URL grants access, since calendar programs send no
   * token.
   */
  calendar: defineFile({ path: '/api/timetable/calendar.ics', who: 'anyone', parameter: 'key' }),
}

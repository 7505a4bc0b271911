import { LINK_LANGUAGE_PARAMETER } from '#contract/call'
import { type DayChanges, findFollowedDay, locateSchoolDay } from '#contract/school-days'
import { splitTeachers, TEACHER_SEPARATOR } from '#contract/teachers'
import { type ScheduledLesson, type Timetable, timetable, WEEKDAYS } from '#contract/timetable'
import { commonTexts } from '#i18n/common'
import { toChinaDay, daysBetween } from '../../platform/clock.ts'
import type { LessonRow } from '../../platform/database/schema/schema.ts'
import { studentHandler, succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import { createEnglishNameTranslator } from '../../platform/records/english-names.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'
import { findExamsOfStudent } from '../exams/public.ts'
import { dayAfter, findDayChanges, type TermDays } from './day-changes.ts'
import { formatICalendar } from './icalendar.ts'
import { formatLessonWeeks, isLessonInTerm, isLessonRowInWeek } from './lesson-weeks.ts'
import {
  findBellSchedules,
  findLessons,
  findStudentByCalendarKey,
  findTerms,
  storeCalendarKey,
} from './store.ts'
import { buildTimetableGrid } from './timetable-grid.ts'

/** The handlers of the weekly timetable (TTB). */
export const timetableHandlers: Handlers<typeof timetable> = {
  find: studentHandler(async ({ input, student, db, now }) => {
    const today = toChinaDay(now)
    const [term] = await findTerms(db, today)
    if (term === undefined) return refuse(commonTexts.noData)
    const week = Math.floor(daysBetween(term.first_monday, today) / 7) + 1
    // Between two terms, the last week of the earlier term is shown.
    const currentWeek = Math.min(term.weeks, week)
    const lessons = (await findLessons(db, { student, term: term.label })).filter((one) =>
      isLessonInTerm(one, term.weeks),
    )
    const changes = await findDayChanges(db, term)
    const answer = {
      weeks: term.weeks,
      term: term.label,
      currentWeek,
      firstMonday: term.first_monday,
      holidays: changes.holidays,
      swappedDays: changes.swappedDays.length === 0 ? undefined : changes.swappedDays,
    }
    if (input.compact === true) {
      const schedules = await findBellSchedules(db)
      const exams = await findExamsOfStudent(db, { student, term: term.label, from: today })
      return succeed<Timetable>({
        ...answer,
        rows: {},
        everyWeek: true,
        lessons: lessons.map((one) => toScheduledLesson(one, term.weeks)),
        schedules: schedules.length === 0 ? undefined : schedules,
        exams: exams.length === 0 ? undefined : exams,
      })
    }
    // A cell of the specification's table contains one lesson. So if two lessons have the same slot
    // in different weeks, or a day has the lessons of another day, each week has its own table.
    const everyWeek =
      changes.swappedDays.length === 0 &&
      lessons.every(({ weeks }) => weeks === '') &&
      !lessons.some((one) => isSlotShared(one, lessons))
    return succeed<Timetable>({
      ...answer,
      rows: buildTimetableGrid(
        everyWeek
          ? lessons
          : findLessonsOfWeek(lessons, input.week ?? currentWeek, { ...term, ...changes }),
      ),
      everyWeek,
      lessons: undefined,
      schedules: undefined,
      exams: undefined,
    })
  }),
  terms: studentHandler(async ({ input, student, db, now }) => {
    if (!['', student.number, student.exam_number].includes(input.query))
      return { type: 'forbidden' }
    const labels = (await findTerms(db, toChinaDay(now))).map(({ label }) => label)
    return succeed({ terms: { current: labels[0] ?? '', labels } })
  }),

  calendarAddress: studentHandler(async ({ input, student, db, now, language }) => {
    const key = createSecret()
    await storeCalendarKey(db, { student: student.code, key, alone: input.renew === true, now })
    const { path, parameter } = timetable.calendar
    return succeed({
      address: `${path}?${parameter}=${key}&${LINK_LANGUAGE_PARAMETER}=${language}`,
    })
  }),

  // Calendar programs cannot sign in. The key identifies the student and gives access to the
  // timetable only.
  calendar: async ({ key, db, now, language }) => {
    const student = key === '' ? undefined : await findStudentByCalendarKey(db, key)
    const today = toChinaDay(now)
    const [term] = await findTerms(db, today)
    if (student === undefined || term === undefined) return { type: 'missing' }
    const exams = await findExamsOfStudent(db, { student, term: term.label, from: today })
    const lessons = await findLessons(db, { student, term: term.label })
    const named = await createEnglishNameTranslator(
      db,
      [
        ...lessons.flatMap(({ course, room, teacher }) => [
          course,
          room,
          ...splitTeachers(teacher),
        ]),
        ...exams.flatMap(({ course, room }) => [course, room]),
      ],
      language,
    )
    const changes = await findDayChanges(db, term)
    const translated = lessons.map((one) => ({
      ...one,
      course: named(one.course),
      room: named(one.room),
      teacher: splitTeachers(one.teacher).map(named).join(TEACHER_SEPARATOR),
    }))
    const bytes = new TextEncoder().encode(
      formatICalendar(
        {
          ...term,
          ...changes,
          schedules: await findBellSchedules(db),
          exams: exams.map((one) => ({
            ...one,
            course: named(one.course),
            room: named(one.room),
          })),
        },
        translated,
        language,
      ),
    )
    return { type: 'file', bytes, contentType: 'text/calendar; charset=utf-8' }
  },
}

// The lessons of a week of the term. On a swapped day these are the lessons of the followed day, in
// this week even if they take place in odd weeks only.
const findLessonsOfWeek = (
  lessons: readonly LessonRow[],
  week: number,
  term: TermDays & DayChanges,
): LessonRow[] =>
  WEEKDAYS.flatMap((day) => {
    const followed = findFollowedDay(term, dayAfter(term.first_monday, (week - 1) * 7 + day - 1))
    const held = followed && locateSchoolDay(term.first_monday, followed)
    return held
      ? lessons
          .filter((one) => one.day === held.day && isLessonRowInWeek(one, held.week))
          .map((one) => ({ ...one, day, odd_weeks_only: false }))
      : lessons.filter((one) => one.day === day && isLessonRowInWeek(one, week))
  })

const toScheduledLesson = (lesson: LessonRow, termWeeks: number): ScheduledLesson => ({
  day: lesson.day,
  period: lesson.period,
  periods: lesson.periods,
  course: lesson.course,
  room: lesson.room,
  teacher: lesson.teacher,
  weeks: formatLessonWeeks(lesson, termWeeks),
  note: lesson.note === '' ? undefined : lesson.note,
})

const isSlotShared = (lesson: LessonRow, lessons: readonly LessonRow[]): boolean =>
  lessons.some(
    (other) =>
      other !== lesson &&
      other.day === lesson.day &&
      other.period < lesson.period + lesson.periods &&
      lesson.period < other.period + other.periods,
  )

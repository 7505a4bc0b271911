import { findPeriodsOn, getLessonStartAndEnd } from '#contract/bell-schedules'
import type { StudentExam } from '#contract/exam-record'
import { locateSchoolDay } from '#contract/school-days'
import type { Timetable } from '#contract/timetable'
import { chinaTime, findLessonsOn } from './lessons.ts'

const DAY_MS = 86_400_000
/** How long before an examination the home page shows it, days. */
const NEAR_DAYS = 7

/** The examinations and make-up classes that have ended at a time (ms since the epoch), and the others. */
export function splitExams(
  { exams = [] }: Timetable,
  now: number,
): { readonly past: readonly StudentExam[]; readonly ahead: readonly StudentExam[] } {
  const time = chinaTime(now)
  const isPast = (exam: StudentExam) => endOf(exam) <= time
  return { past: exams.filter(isPast), ahead: exams.filter((exam) => !isPast(exam)) }
}

/** The examination or make-up class that is taking place or comes next, at most a week ahead. */
export function findNextExam(timetable: Timetable, now: number): StudentExam | undefined {
  const [next] = splitExams(timetable, now).ahead
  return next && next.day <= chinaTime(now + NEAR_DAYS * DAY_MS).slice(0, 10) ? next : undefined
}

/** The examinations and make-up classes on a day, YYYY-MM-DD. */
export const findExamsOn = (
  { exams = [] }: Timetable,
  day: string | undefined,
): readonly StudentExam[] => exams.filter((exam) => exam.day === day)

/** The courses of the lessons and of the other examinations at the same time. */
export function findExamConflicts(timetable: Timetable, exam: StudentExam): readonly string[] {
  const { firstMonday, schedules, weeks } = timetable
  const at = firstMonday ? locateSchoolDay(firstMonday, exam.day) : undefined
  const lessons = at && at.week >= 1 && at.week <= weeks ? findLessonsOn(timetable, at) : []
  const dayPeriods = findPeriodsOn(schedules, exam.day)
  return [
    ...lessons.map((lesson) => ({
      course: lesson.course,
      ...getLessonStartAndEnd(dayPeriods, lesson),
    })),
    ...findExamsOn(timetable, exam.day).filter((other) => other !== exam),
  ]
    .filter(({ starts, ends }) => starts !== '' && starts < exam.ends && exam.starts < ends)
    .map(({ course }) => course)
}

const endOf = ({ day, ends }: StudentExam) => `${day} ${ends}`

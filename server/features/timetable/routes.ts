import type { timetable } from '#contract/timetable'
import { commonWords } from '#words/common'
import { chinaDay, daysBetween } from '../../platform/clock.ts'
import { byStudent, good, type Handlers, refused } from '../../platform/handler.ts'
import { gridOf } from './grid.ts'
import { findLessons, findTerms } from './store.ts'

/** The weekly timetable (TTB). */
export const timetableHandlers: Handlers<typeof timetable> = {
  find: byStudent(async ({ student, db, now }) => {
    const today = chinaDay(now)
    const [term] = await findTerms(db, today)
    if (term === undefined) return refused(commonWords.noData)
    const week = Math.floor(daysBetween(term.first_monday, today) / 7) + 1
    return good({
      weeks: term.weeks,
      term: term.label,
      // Between terms the last week stays open.
      currentWeek: Math.min(term.weeks, week),
      rows: gridOf(await findLessons(db, { className: student.class_name, term: term.label })),
      firstMonday: term.first_monday,
      everyWeek: true,
    })
  }),
  terms: byStudent(async ({ input, student, db, now }) => {
    if (!['', student.number, student.exam_number].includes(input.query)) return { type: 'forbidden' }
    const labels = (await findTerms(db, chinaDay(now))).map(({ label }) => label)
    return good({ terms: { current: labels[0] ?? '', labels } })
  }),
}

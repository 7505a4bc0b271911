import { findPeriodsOn, getLessonStartAndEnd } from '#contract/bell-schedules'
import { findFollowedDay, findHolidayOn, locateSchoolDay } from '#contract/school-days'
import type { Db } from '../../platform/database/db.ts'
import type { LessonRow } from '../../platform/database/schema/schema.ts'
import { findDayChanges } from './day-changes.ts'
import { isLessonRowInWeek } from './lesson-weeks.ts'
import { findBellSchedules } from './store.ts'

/** A day of a class or of a teaching class in a term; the other is ''. */
export interface GroupDay {
  readonly term: string
  readonly day: string
  readonly className: string
  readonly teachingClass: string
}

/**
 * Reads the lessons of classes and teaching classes. The returned function finds the lessons of one of
 * them on a day, with their times, HH:mm; none on a holiday, and those of the followed day on a swapped
 * day.
 */
export async function createLessonFinder(
  db: Db,
  groups: readonly { readonly term: string; readonly group: string }[],
): Promise<(at: GroupDay) => { lesson: LessonRow; starts: string; ends: string }[]> {
  const names = [...new Set(groups.map(({ group }) => group).filter((group) => group !== ''))]
  if (names.length === 0) return () => []
  const labels = [...new Set(groups.map(({ term }) => term))]
  const rows = await db.selectFrom('term').selectAll().where('label', 'in', labels).execute()
  const terms = new Map(
    await Promise.all(
      rows.map(
        async (term) => [term.label, { ...term, ...(await findDayChanges(db, term)) }] as const,
      ),
    ),
  )
  const schedules = await findBellSchedules(db)
  const lessons = await db
    .selectFrom('lesson')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .where('term', 'in', labels)
    .where((e) => e.or([e('class_name', 'in', names), e('teaching_class', 'in', names)]))
    .execute()
  const groupsOf = new Map<string, LessonRow[]>()
  for (const lesson of lessons)
    groupsOf.set(keyOf(lesson), [...(groupsOf.get(keyOf(lesson)) ?? []), lesson])
  return ({ term: label, day, className: class_name, teachingClass: teaching_class }) => {
    const term = terms.get(label)
    if (term === undefined || findHolidayOn(term, day) !== undefined) return []
    const held = locateSchoolDay(term.first_monday, findFollowedDay(term, day) ?? day)
    return (groupsOf.get(keyOf({ term: label, class_name, teaching_class })) ?? [])
      .filter(
        (lesson) =>
          held.week >= 1 &&
          held.week <= term.weeks &&
          lesson.day === held.day &&
          isLessonRowInWeek(lesson, held.week),
      )
      .map((lesson) => ({ lesson, ...getLessonStartAndEnd(findPeriodsOn(schedules, day), lesson) }))
      .filter(({ starts }) => starts !== '')
  }
}

const keyOf = ({
  term,
  class_name,
  teaching_class,
}: Pick<LessonRow, 'term' | 'class_name' | 'teaching_class'>) =>
  JSON.stringify([term, class_name, teaching_class])

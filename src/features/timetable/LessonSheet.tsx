import { formatShortDay } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Row } from '#app/ui/Row.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { findPeriodsOn, getLessonStartAndEnd } from '#contract/bell-schedules'
import { splitTeachers, TEACHER_SEPARATOR } from '#contract/teachers'
import type { BellSchedule } from '#contract/timetable'
import { timetableTexts } from '#i18n/timetable'
import type { TimetableLesson } from './lessons.ts'

/** A lesson of the shown week with its position. */
export interface PlacedLesson {
  readonly lesson: TimetableLesson
  readonly week: number
  /** The day, YYYY-MM-DD; undefined if the campus does not state when the term began. */
  readonly date: string | undefined
  /** The day whose lessons are held, if it is a swapped day. */
  readonly followed: { readonly week: number; readonly day: number } | undefined
  readonly schedules: readonly BellSchedule[] | undefined
  /** The lessons that overlap with it in this week. */
  readonly conflicts: readonly TimetableLesson[]
}

/** All details of a lesson; its cell in the timetable shows only what fits. */
export function LessonSheet({
  placed: { lesson, week, date, followed, schedules, conflicts },
  onClose,
}: {
  placed: PlacedLesson
  onClose: () => void
}) {
  const texts = useTexts(timetableTexts)
  const language = useLanguage()
  const named = useTranslateName()
  const { day, period, periods } = lesson
  const { starts, ends } = getLessonStartAndEnd(findPeriodsOn(schedules, date ?? ''), lesson)
  return (
    <Sheet open title={named(lesson.course)} onClose={onClose}>
      <div>
        <Row
          label={texts.when}
          value={
            date === undefined
              ? `${texts.week(week)} · ${texts.longDays[day - 1] ?? ''}`
              : `${formatShortDay(date, language)} · ${texts.week(week)}`
          }
          description={texts.periodsOf(period, period + periods - 1, starts, ends)}
        />
        {followed && <Row label={texts.swappedDay} value={texts.lessonsOf(followed)} />}
        <Row label={texts.room} value={named(lesson.room) || texts.notGiven} />
        <Row
          label={texts.teacher}
          value={splitTeachers(lesson.teacher).map(named).join(TEACHER_SEPARATOR) || texts.notGiven}
        />
        <Row
          label={texts.weeksHeld}
          value={
            lesson.oddWeeksOnly === true
              ? texts.oddWeeksOnly
              : lesson.weeks === ''
                ? texts.everyWeek
                : texts.inWeeks(lesson.weeks)
          }
        />
        {lesson.note !== undefined && lesson.note !== '' && (
          <Row label={texts.note} value={lesson.note} />
        )}
        {conflicts.map((other, nth) => (
          <Row
            key={nth}
            label={texts.conflictWith}
            value={named(other.course)}
            description={named(other.room)}
          />
        ))}
      </div>
    </Sheet>
  )
}

import { formatShortDay } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Row } from '#app/ui/Row.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import type { Lesson } from '#contract/timetable'
import { timetableTexts } from '#i18n/timetable'
import { getLessonStartAndEnd } from './lessons.ts'

/** A lesson of the shown week with its position. */
export interface PlacedLesson {
  readonly lesson: Lesson
  readonly week: number
  /** The weekday; 1 is Monday. */
  readonly day: number
  readonly period: number
  /** The day, YYYY-MM-DD; undefined if the campus does not state when the term began. */
  readonly date: string | undefined
}

/** All details of a lesson; its cell in the timetable shows only what fits. */
export function LessonSheet({
  placed: { lesson, week, day, period, date },
  onClose,
}: {
  placed: PlacedLesson
  onClose: () => void
}) {
  const texts = useTexts(timetableTexts)
  const language = useLanguage()
  const named = useTranslateName()
  const { starts, ends } = getLessonStartAndEnd(period, lesson.periods)
  const last = period + lesson.periods - 1
  return (
    <Sheet open title={named(lesson.course)} closeLabel={texts.close} onClose={onClose}>
      <div>
        <Row
          label={texts.when}
          value={
            date === undefined
              ? `${texts.week(week)} · ${texts.longDays[day - 1] ?? ''}`
              : `${formatShortDay(date, language)} · ${texts.week(week)}`
          }
          description={texts.periodsOf(period, last, starts, ends)}
        />
        <Row label={texts.room} value={named(lesson.room) || texts.notGiven} />
        <Row label={texts.teacher} value={named(lesson.teacher) || texts.notGiven} />
        <Row
          label={texts.weeksHeld}
          value={lesson.oddWeeksOnly ? texts.oddWeeksOnly : texts.everyWeek}
        />
      </div>
    </Sheet>
  )
}

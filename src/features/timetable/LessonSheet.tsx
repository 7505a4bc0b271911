import { useLanguage, useWords } from '#app/lib/language.ts'
import { shortDay } from '#app/lib/moments.ts'
import { useNamed } from '#app/ui/named.ts'
import { Row } from '#app/ui/Row.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import type { Lesson } from '#contract/timetable'
import { timetableWords } from '#words/timetable'
import { hours } from './lessons.ts'

/** A lesson of the week that is shown, where it stands. */
export interface PlacedLesson {
  readonly lesson: Lesson
  readonly week: number
  /** Monday is 1. */
  readonly day: number
  readonly period: number
  /** YYYY-MM-DD, where the campus tells when the term began. */
  readonly date: string | undefined
}

/** Everything that is known of a lesson, since its cell shows only what fits. */
export function LessonSheet({
  placed: { lesson, week, day, period, date },
  onClose,
}: {
  placed: PlacedLesson
  onClose: () => void
}) {
  const words = useWords(timetableWords)
  const language = useLanguage()
  const named = useNamed()
  const { starts, ends } = hours(period, lesson.periods)
  const last = period + lesson.periods - 1
  return (
    <Sheet open title={named(lesson.course)} closeLabel={words.close} onClose={onClose}>
      <div>
        <Row
          label={words.when}
          value={
            date === undefined
              ? `${words.week(week)} · ${words.longDays[day - 1] ?? ''}`
              : `${shortDay(date, language)} · ${words.week(week)}`
          }
          description={words.periodsOf(period, last, starts, ends)}
        />
        <Row label={words.room} value={named(lesson.room) || words.notGiven} />
        <Row label={words.teacher} value={named(lesson.teacher) || words.notGiven} />
        <Row
          label={words.weeksHeld}
          value={lesson.oddWeeksOnly ? words.oddWeeksOnly : words.everyWeek}
        />
      </div>
    </Sheet>
  )
}

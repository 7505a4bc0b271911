import { Link } from '@tanstack/react-router'
import { nextLesson, type NextLesson } from '#app/features/timetable/face.ts'
import { serverNow, useClockDoubt } from '#app/lib/clock.ts'
import { daysLater, longDay } from '#app/lib/dates.ts'
import { useKept } from '#app/lib/kept.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { agoByPhone, chinaToday } from '#app/lib/moments.ts'
import { useNamed } from '#app/ui/named.ts'
import { type Holiday, holidayName, holidayOn } from '#contract/timetable'
import { commonWords } from '#words/common'
import { todayWords } from '#words/today'
import { timetableQuery } from './lesson-query.ts'
import styles from './Today.module.css'

/** A continuing student's next lesson, today's or tomorrow's, from the kept timetable. */
export function LessonCard({ number, stunum }: { number: string; stunum: string }) {
  const words = useWords(todayWords)
  const common = useWords(commonWords)
  const language = useLanguage()
  const kept = useKept(timetableQuery(number))
  const lesson = kept.data === undefined ? undefined : nextLesson(kept.data, serverNow())
  const doubt = useClockDoubt()
  const hasNone = kept.data !== undefined && doubt === undefined
  const age =
    kept.state === 'kept' && kept.at !== undefined
      ? words.asOf(agoByPhone(kept.at, language))
      : undefined
  return (
    <Link to="/searchcourse/$stunum" params={{ stunum }} className={styles['today']}>
      {lesson === undefined ? (
        <>
          <span className={styles['headline']} data-then={words.showTimetable}>
            {hasNone ? words.noLesson : words.showTimetable}
          </span>
          <span className={styles['small']}>
            {kept.data !== undefined
              ? (age ?? words.showTimetable)
              : kept.state === 'loading'
                ? common.loading
                : words.lessonUnknown}
          </span>
        </>
      ) : (
        <Lesson
          next={lesson}
          holiday={holidayOn(kept.data?.holidays ?? [], chinaToday())}
          age={age}
        />
      )}
    </Link>
  )
}

function Lesson({
  next,
  holiday,
  age,
}: {
  next: NextLesson
  holiday: Holiday | undefined
  age: string | undefined
}) {
  const words = useWords(todayWords)
  const named = useNamed()
  const language = useLanguage()
  const when = next.running
    ? words.lessonNow
    : next.inDays === 0
      ? words.lessonToday
      : next.inDays === 1
        ? words.lessonTomorrow
        : words.lessonDay(longDay(daysLater(chinaToday(), next.inDays), language))
  return (
    <>
      <span className={styles['small']}>
        {holiday === undefined ? when : `${holidayName(holiday, language)} · ${when}`}
      </span>
      <span className={styles['headline']} data-then={words.showTimetable}>
        {named(next.lesson.course)}
      </span>
      <span className={styles['time']}>{words.lessonAt(next.starts, next.ends)}</span>
      <span className={styles['small']}>
        {[named(next.lesson.room), named(next.lesson.teacher), age]
          .filter((one) => one)
          .join(' · ')}
      </span>
    </>
  )
}

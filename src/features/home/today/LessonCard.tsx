import { Link } from '@tanstack/react-router'
import { findNextLesson, type NextLesson } from '#app/features/timetable/public.ts'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { formatRecentPhoneTime, chinaToday } from '#app/lib/format/china-time.ts'
import { addDays, formatLongDay } from '#app/lib/format/dates.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { serverNow, useClockSkew } from '#app/lib/platform/server-clock.ts'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { type Holiday, holidayName, findHolidayOn } from '#contract/timetable'
import { commonTexts } from '#i18n/common'
import { homeTodayTexts } from '#i18n/home-today'
import { currentTermTimetableQuery } from './lesson-query.ts'
import styles from './Today.module.css'

/** A continuing student's next lesson, today or tomorrow, from the cached timetable. */
export function LessonCard({ number, stunum }: { number: string; stunum: string }) {
  const texts = useTexts(homeTodayTexts)
  const common = useTexts(commonTexts)
  const language = useLanguage()
  const kept = useCachedQuery(currentTermTimetableQuery(number))
  const lesson = kept.data === undefined ? undefined : findNextLesson(kept.data, serverNow())
  const doubt = useClockSkew()
  const hasNone = kept.data !== undefined && doubt === undefined
  const age =
    kept.state === 'cached' && kept.at !== undefined
      ? texts.asOf(formatRecentPhoneTime(kept.at, language))
      : undefined
  return (
    <Link to="/searchcourse/$stunum" params={{ stunum }} className={styles['today']}>
      {lesson === undefined ? (
        <>
          <span className={styles['headline']} data-snapshot-link={texts.showTimetable}>
            {hasNone ? texts.noLesson : texts.showTimetable}
          </span>
          <span className={styles['small']}>
            {kept.data !== undefined
              ? (age ?? texts.showTimetable)
              : kept.state === 'loading'
                ? common.loading
                : texts.lessonUnknown}
          </span>
        </>
      ) : (
        <Lesson
          next={lesson}
          holiday={findHolidayOn(kept.data?.holidays ?? [], chinaToday())}
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
  const texts = useTexts(homeTodayTexts)
  const named = useTranslateName()
  const language = useLanguage()
  const when = next.isRunning
    ? texts.lessonNow
    : next.inDays === 0
      ? texts.lessonToday
      : next.inDays === 1
        ? texts.lessonTomorrow
        : texts.lessonDay(formatLongDay(addDays(chinaToday(), next.inDays), language))
  return (
    <>
      <span className={styles['small']}>
        {holiday === undefined ? when : `${holidayName(holiday, language)} · ${when}`}
      </span>
      <span className={styles['headline']} data-snapshot-link={texts.showTimetable}>
        {named(next.lesson.course)}
      </span>
      <span className={styles['time']}>{texts.lessonAt(next.starts, next.ends)}</span>
      <span className={styles['small']}>
        {[named(next.lesson.room), named(next.lesson.teacher), age]
          .filter((one) => one)
          .join(' · ')}
      </span>
    </>
  )
}

import { findNextLesson } from '#app/features/timetable/public.ts'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { formatRecentPhoneTime, chinaToday } from '#app/lib/format/china-time.ts'
import { addDays, formatLongDay } from '#app/lib/format/dates.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { serverNow, useClockSkew } from '#app/lib/platform/server-clock.ts'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { findHolidayOn } from '#contract/school-days'
import { splitTeachers, TEACHER_SEPARATOR } from '#contract/teachers'
import { holidayName } from '#contract/timetable'
import { commonTexts } from '#i18n/common'
import { homeTodayTexts } from '#i18n/home-today'
import { currentTermTimetableQuery } from './lesson-query.ts'
import { TodayLine, TodayLink } from './TodayLink.tsx'
import styles from './Today.module.css'

/** A continuing student's next lesson, today or tomorrow, from the cached timetable. */
export function LessonCard({ number, stunum }: { number: string; stunum: string }) {
  const texts = useTexts(homeTodayTexts)
  const common = useTexts(commonTexts)
  const named = useTranslateName()
  const language = useLanguage()
  const kept = useCachedQuery(currentTermTimetableQuery(number))
  const lesson = kept.data === undefined ? undefined : findNextLesson(kept.data, serverNow())
  const doubt = useClockSkew()
  const hasNone = kept.data !== undefined && doubt === undefined
  const age =
    kept.state === 'cached' && kept.at !== undefined
      ? texts.asOf(formatRecentPhoneTime(kept.at, language))
      : undefined
  const to = {
    to: '/searchcourse/$stunum',
    params: { stunum },
    action: texts.showTimetable,
  } as const
  if (lesson === undefined)
    return (
      <TodayLink {...to} headline={hasNone ? texts.noLesson : texts.showTimetable}>
        <TodayLine>
          {kept.data !== undefined
            ? (age ?? texts.showTimetable)
            : kept.state === 'loading'
              ? common.loading
              : texts.lessonUnknown}
        </TodayLine>
      </TodayLink>
    )
  const holiday = findHolidayOn(kept.data ?? {}, chinaToday())
  const when = lesson.isRunning
    ? texts.lessonNow
    : lesson.inDays === 0
      ? texts.lessonToday
      : lesson.inDays === 1
        ? texts.lessonTomorrow
        : texts.lessonDay(formatLongDay(addDays(chinaToday(), lesson.inDays), language))
  return (
    <TodayLink
      {...to}
      above={holiday === undefined ? when : `${holidayName(holiday, language)} · ${when}`}
      headline={named(lesson.lesson.course)}
    >
      <span className={styles['time']}>{texts.lessonAt(lesson.starts, lesson.ends)}</span>
      <TodayLine>
        {[
          named(lesson.lesson.room),
          splitTeachers(lesson.lesson.teacher).map(named).join(TEACHER_SEPARATOR),
          age,
        ]
          .filter((one) => one)
          .join(' · ')}
      </TodayLine>
    </TodayLink>
  )
}

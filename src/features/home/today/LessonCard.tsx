import { findNextExam, findNextLesson, timetableQuery } from '#app/features/timetable/public.ts'
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
import { examKindName, examTexts } from '#i18n/exams'
import { homeTodayTexts } from '#i18n/home-today'
import { TodayLine, TodayLink } from './TodayLink.tsx'
import styles from './Today.module.css'

// For the page that loads this card: the data is loaded together with the code.
export { prefetchTimetable } from '#app/features/timetable/public.ts'

/** A continuing student's next lesson, today or tomorrow, from the cached timetable. */
export function LessonCard({ number, stunum }: { number: string; stunum: string }) {
  const texts = useTexts(homeTodayTexts)
  const exams = useTexts(examTexts)
  const common = useTexts(commonTexts)
  const named = useTranslateName()
  const language = useLanguage()
  const kept = useCachedQuery(timetableQuery(number))
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
  const exam = kept.data && findNextExam(kept.data, serverNow())
  const nameDay = (day: string) =>
    day === chinaToday()
      ? exams.today
      : day === addDays(chinaToday(), 1)
        ? exams.tomorrow
        : formatLongDay(day, language)
  // An examination is shown first if it begins before the next lesson ends.
  const isExamFirst =
    exam !== undefined &&
    (lesson === undefined ||
      `${exam.day} ${exam.starts}` < `${addDays(chinaToday(), lesson.inDays)} ${lesson.ends}`)
  if (isExamFirst)
    return (
      <TodayLink
        {...to}
        above={exams.ahead(examKindName(exam.kind, language), nameDay(exam.day))}
        headline={named(exam.course)}
      >
        <span className={styles['time']}>{texts.lessonAt(exam.starts, exam.ends)}</span>
        <TodayLine>
          {[named(exam.room), exam.seat && exams.seat(exam.seat), age]
            .filter((one) => one)
            .join(' · ')}
        </TodayLine>
      </TodayLink>
    )
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
      {exam !== undefined && (
        <TodayLine>
          {exams.named(
            examKindName(exam.kind, language),
            `${nameDay(exam.day)} ${exam.starts} ${named(exam.course)}`,
          )}
        </TodayLine>
      )}
    </TodayLink>
  )
}

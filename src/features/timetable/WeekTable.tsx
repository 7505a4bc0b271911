import { useState } from 'react'
import { formatShortDay } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { joinClassNames } from '#app/ui/class-names.ts'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { VisuallyHidden } from '#app/ui/VisuallyHidden.tsx'
import { getLessonStartAndEnd } from '#contract/bell-schedules'
import { splitTeachers, TEACHER_SEPARATOR } from '#contract/teachers'
import { WEEKDAYS, holidayName, type Timetable } from '#contract/timetable'
import { examTexts } from '#i18n/exams'
import { timetableTexts } from '#i18n/timetable'
import { findExamsOn } from './exams.ts'
import { findWeekPeriods, pickCourseColour, layoutWeek } from './layout.ts'
import {
  findFollowedDayAt,
  findHolidayAt,
  isOverlap,
  type TimetableLesson,
  weekDates,
} from './lessons.ts'
import { LessonSheet, type PlacedLesson } from './LessonSheet.tsx'
import hidden from '#app/ui/VisuallyHidden.module.css'
import styles from './timetable.module.css'

/**
 * One week as a table: the periods of the school's day as rows, seven days as columns (TTB-03). `today` is a day in
 * China, YYYY-MM-DD.
 */
export function WeekTable({
  timetable,
  week,
  today,
  weekNow,
}: {
  timetable: Timetable
  week: number
  today: string
  weekNow: number
}) {
  const texts = useTexts(timetableTexts)
  const exams = useTexts(examTexts)
  const language = useLanguage()
  const [opened, open] = useState<PlacedLesson>()
  const dates = timetable.firstMonday ? weekDates(timetable.firstMonday, week) : undefined
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % WEEKDAYS.length
  // The column of today. Without dates it is found by the current week in the response.
  const nowAt = dates === undefined ? (week === weekNow ? weekday : -1) : dates.indexOf(today)
  const rows = layoutWeek(timetable, week)
  const dayPeriods = findWeekPeriods(timetable, week)
  const off = WEEKDAYS.map((day) => findHolidayAt(timetable, { week, day }))
  const followed = WEEKDAYS.map((day) => findFollowedDayAt(timetable, { week, day }))
  return (
    <>
      <table className={styles['table']}>
        <caption className={hidden['hidden']}>{texts.caption(timetable.term, week)}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles['corner']}>
              <VisuallyHidden>{texts.periods}</VisuallyHidden>
            </th>
            {WEEKDAYS.map((day, index) => (
              <th
                key={day}
                scope="col"
                aria-current={index === nowAt ? 'date' : undefined}
                className={styles['day']}
              >
                <abbr title={texts.longDays[index]} className={styles['weekday']}>
                  {texts.days[index]}
                </abbr>
                {dates?.[index] !== undefined && <b>{Number(dates[index].slice(8))}</b>}
                {off[index] && (
                  <span className={styles['holiday']}>
                    <span aria-hidden>{texts.holiday}</span>
                    <VisuallyHidden>{holidayName(off[index], language)}</VisuallyHidden>
                  </span>
                )}
                {followed[index] && (
                  <span className={styles['swapped']}>
                    <span aria-hidden>{texts.swapped}</span>
                    <VisuallyHidden>{texts.lessonsOf(followed[index])}</VisuallyHidden>
                  </span>
                )}
                {findExamsOn(timetable, dates?.[index]).length > 0 && (
                  <span className={styles['exam']}>
                    <span aria-hidden>
                      {findExamsOn(timetable, dates?.[index]).some(({ kind }) => kind === 'exam')
                        ? exams.mark
                        : exams.markClass}
                    </span>
                    <VisuallyHidden>{exams.title}</VisuallyHidden>
                  </span>
                )}
                {index === nowAt && (
                  <time dateTime={today}>
                    <VisuallyHidden>{texts.today}</VisuallyHidden>
                  </time>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ period, cells }) => {
            const { starts, ends } = getLessonStartAndEnd(dayPeriods, { period, periods: 1 })
            return (
              <tr key={period}>
                <th scope="row" className={styles['period']}>
                  <span aria-hidden>{period}</span>
                  <span aria-hidden className={styles['hour']}>
                    {starts}
                  </span>
                  <VisuallyHidden>{texts.period(period, starts, ends)}</VisuallyHidden>
                </th>
                {cells.map(({ day, lessons, span }) => (
                  <td
                    key={day}
                    rowSpan={span}
                    className={
                      lessons.length === 0
                        ? off[day - 1] && styles['off']
                        : joinClassNames(
                            styles['lesson'],
                            lessons.length > 1
                              ? styles['conflict']
                              : styles[`q${pickCourseColour(lessons[0]?.course ?? '')}`],
                          )
                    }
                  >
                    {lessons.length > 1 && (
                      <span className={styles['conflictMark']}>{texts.conflict}</span>
                    )}
                    {lessons.map((lesson, nth) => (
                      <LessonCell
                        key={nth}
                        lesson={lesson}
                        colour={
                          lessons.length > 1
                            ? styles[`q${pickCourseColour(lesson.course)}`]
                            : undefined
                        }
                        onOpen={() =>
                          open({
                            lesson,
                            week,
                            date: dates?.[day - 1],
                            followed: followed[day - 1],
                            schedules: timetable.schedules,
                            conflicts: lessons.filter(
                              (other) => other !== lesson && isOverlap(other, lesson),
                            ),
                          })
                        }
                      />
                    ))}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      {[...new Set(off)].map(
        (holiday) =>
          holiday && (
            <p key={holiday.from} className={styles['none']}>
              {texts.noLessonsOn(
                holidayName(holiday, language),
                formatShortDay(holiday.from, language),
                formatShortDay(holiday.to, language),
              )}
            </p>
          ),
      )}
      {followed.map(
        (from, index) =>
          from && (
            <p key={WEEKDAYS[index]} className={styles['none']}>
              {texts.swappedOn(
                formatShortDay(dates?.[index] ?? '', language),
                texts.lessonsOf(from),
              )}
            </p>
          ),
      )}
      {rows.every(({ cells }) => cells.every((cell) => cell.lessons.length === 0)) && (
        <p className={styles['none']}>{texts.noLessons}</p>
      )}
      {opened !== undefined && <LessonSheet placed={opened} onClose={() => open(undefined)} />}
    </>
  )
}

function LessonCell({
  lesson,
  colour,
  onOpen,
}: {
  lesson: TimetableLesson
  colour: string | undefined
  onOpen: () => void
}) {
  const texts = useTexts(timetableTexts)
  const named = useTranslateName()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={joinClassNames(styles['cell'], colour)}
      onClick={onOpen}
    >
      <span className={styles['course']}>{named(lesson.course)}</span>
      {lesson.oddWeeksOnly === true && <span className={styles['odd']}>{texts.oddWeeks}</span>}
      <span className={styles['detail']}>{named(lesson.room)}</span>
      <span className={styles['detail']}>
        {splitTeachers(lesson.teacher).map(named).join(TEACHER_SEPARATOR)}
      </span>
    </button>
  )
}

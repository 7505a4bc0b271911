import type { KeyboardEvent } from 'react'
import { chinaToday } from '#app/lib/format/china-time.ts'
import { addDays, formatLongDay } from '#app/lib/format/dates.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { joinClassNames } from '#app/ui/class-names.ts'
import type { SchoolYear } from '#contract/calendar'
import { calendarTexts } from '#i18n/calendar'
import {
  FIRST_CALENDAR_DAY,
  LAST_CALENDAR_DAY,
  type Month,
  monthOf,
  listWeeksOfMonth,
} from './days.ts'
import { listEventsOn, computeTeachingWeek } from './school-year.ts'
import styles from './calendar.module.css'

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}

/**
 * One month, Monday first, with the number of each teaching week; a dot marks a day with an event.
 */
export function MonthTable({
  schoolYear,
  month,
  day,
  onDay,
}: {
  schoolYear: SchoolYear
  month: Month
  day: string
  onDay: (day: string) => void
}) {
  const texts = useTexts(calendarTexts)
  const language = useLanguage()
  const today = chinaToday()
  const walk = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    onDay(addDays(day, step))
    // The selected day must be rendered before it can receive the focus.
    const table = event.currentTarget
    requestAnimationFrame(() => table.querySelector<HTMLElement>('[aria-pressed=true]')?.focus())
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys belong to the days inside
    <table className={styles['table']} onKeyDown={walk}>
      <thead>
        <tr>
          <th scope="col">{texts.week}</th>
          {texts.days.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listWeeksOfMonth(month).map((days) => (
          <tr key={days[0]}>
            <th scope="row">{computeTeachingWeek(schoolYear, days[0] ?? '')?.week}</th>
            {days.map((one) => (
              <td key={one}>
                {one >= FIRST_CALENDAR_DAY && one <= LAST_CALENDAR_DAY && (
                  <button
                    type="button"
                    tabIndex={one === day ? 0 : -1}
                    aria-pressed={one === day}
                    aria-current={one === today ? 'date' : undefined}
                    aria-label={joinClassNames(
                      formatLongDay(one, language),
                      listEventsOn(schoolYear, one).length > 0 && texts.hasEvent,
                    )}
                    className={joinClassNames(
                      styles['day'],
                      monthOf(one) !== month && styles['other'],
                    )}
                    onClick={() => onDay(one)}
                  >
                    {Number(one.slice(8))}
                    {listEventsOn(schoolYear, one).length > 0 && <i aria-hidden />}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

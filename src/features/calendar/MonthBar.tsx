import { ChevronLeft, ChevronRight } from 'lucide'
import { useId, useState } from 'react'
import { chinaToday } from '#app/lib/format/china-time.ts'
import { formatLongDay } from '#app/lib/format/dates.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { PickerInput } from '#app/ui/PickerInput.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { calendarTexts } from '#i18n/calendar'
import { commonTexts } from '#i18n/common'
import { FIRST_CALENDAR_DAY, LAST_CALENDAR_DAY, type Month, addMonths } from './days.ts'
import styles from './calendar.module.css'

/** The month shown, with buttons for the next, the previous, the current month, and any day. */
export function MonthBar({
  month,
  day,
  onMonth,
  onDay,
}: {
  month: Month
  day: string
  onMonth: (month: Month) => void
  onDay: (day: string) => void
}) {
  const texts = useTexts(calendarTexts)
  const common = useTexts(commonTexts)
  const id = useId()
  // If the date picker is cleared, the calendar does not change (XC-21).
  const [isMissing, setMissing] = useState(false)
  const language = useLanguage()
  const [year = 0, number = 1] = month.split('-').map(Number)
  return (
    <>
      <div className={styles['bar']}>
        <Turn label={texts.before} to={addMonths(month, -1)} onMonth={onMonth}>
          <Icon of={ChevronLeft} />
        </Turn>
        <p className={styles['month']} aria-live="polite">
          {texts.month(year, number)}
        </p>
        <Turn label={texts.after} to={addMonths(month, 1)} onMonth={onMonth}>
          <Icon of={ChevronRight} />
        </Turn>
      </div>
      <div className={styles['ways']}>
        <TextButton onClick={() => onDay(chinaToday())}>{texts.today}</TextButton>
        <div className={styles['jump']}>
          <label htmlFor={id}>{texts.jump}</label>
          <PickerInput
            id={id}
            type="date"
            shown={formatLongDay(day, language)}
            min={FIRST_CALENDAR_DAY}
            max={LAST_CALENDAR_DAY}
            value={day}
            aria-invalid={isMissing}
            aria-describedby={isMissing ? `${id}-wrong` : undefined}
            onChange={({ currentTarget: { value } }) => {
              setMissing(value === '')
              if (value !== '') onDay(value)
            }}
          />
          {isMissing && (
            <p id={`${id}-wrong`} role="alert" className={styles['wrong']}>
              {common.requiredDate}
            </p>
          )}
        </div>
      </div>
    </>
  )
}

function Turn({
  label,
  to,
  onMonth,
  children,
}: {
  label: string
  /** Undefined at the first and last month of the calendar. */
  to: Month | undefined
  onMonth: (month: Month) => void
  children: React.ReactNode
}) {
  return (
    <button
      type="button"
      className={styles['turn']}
      aria-label={label}
      aria-disabled={to === undefined}
      onClick={() => to !== undefined && onMonth(to)}
    >
      {children}
    </button>
  )
}

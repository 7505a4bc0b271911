import { ChevronLeft, ChevronRight } from 'lucide'
import { DayPicker } from 'react-day-picker'
import { enGB } from 'react-day-picker/locale/en-GB'
import { zhCN } from 'react-day-picker/locale/zh-CN'
import { chinaToday } from '#app/lib/format/china-time.ts'
import { useLanguage } from '#app/lib/language/language.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { isDay } from '#contract/fields'
import styles from './DateField.module.css'

const LOCALES = { zh: zhCN, en: enGB }

/**
 * A month of days, of which one can be chosen: by mouse, by touch, or by the arrow keys, Page Up and
 * Page Down. `day` is the chosen day, YYYY-MM-DD; other texts stand for none.
 */
export function DayCalendar({ day, onChoose }: { day: string; onChoose: (day: string) => void }) {
  const selected = isDay(day) ? toLocalDate(day) : undefined
  const today = toLocalDate(chinaToday())
  return (
    <DayPicker
      mode="single"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the arrow keys choose the day at once
      autoFocus
      fixedWeeks
      locale={LOCALES[useLanguage()]}
      weekStartsOn={1}
      today={today}
      defaultMonth={selected ?? today}
      selected={selected}
      onDayClick={(date) => onChoose(toDay(date))}
      classNames={{
        months: styles['months'] ?? '',
        month_caption: styles['caption'] ?? '',
        nav: styles['turns'] ?? '',
        button_previous: styles['turn'] ?? '',
        button_next: styles['turn'] ?? '',
        month_grid: styles['month'] ?? '',
        weekday: styles['weekday'] ?? '',
        day: styles['day'] ?? '',
        outside: styles['outside'] ?? '',
        today: styles['today'] ?? '',
        selected: styles['selected'] ?? '',
      }}
      components={{
        Chevron: ({ orientation }) => (
          <Icon of={orientation === 'left' ? ChevronLeft : ChevronRight} />
        ),
      }}
    />
  )
}

// The library's days are local dates of the browser, whatever its time zone.
function toLocalDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

const toDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

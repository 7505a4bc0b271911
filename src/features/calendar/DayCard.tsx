import { formatShortDay } from '#app/lib/format/china-time.ts'
import { formatLongDay } from '#app/lib/format/dates.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { SchoolYear } from '#contract/calendar'
import { calendarTexts } from '#i18n/calendar'
import { listEventsOn, computeTeachingWeek } from './school-year.ts'

/** The selected day: its teaching week and events (CAL-02, CAL-03). */
export function DayCard({ schoolYear, day }: { schoolYear: SchoolYear; day: string }) {
  const texts = useTexts(calendarTexts)
  const language = useLanguage()
  const found = computeTeachingWeek(schoolYear, day)
  const events = listEventsOn(schoolYear, day)
  return (
    <div aria-live="polite">
      <Card flush title={formatLongDay(day, language)}>
        <Row label={found === undefined ? texts.noTerm : texts.inTerm(found.term, found.week)} />
        {events.length === 0 && <Row label={texts.noEvent} />}
        {events.map(({ date, endDate, title, titleEn = title, follows }) => (
          <Row
            key={`${date} ${title}`}
            label={language === 'en' ? titleEn : title}
            description={
              follows !== undefined
                ? texts.lessonsOf(
                    formatLongDay(follows, language),
                    computeTeachingWeek(schoolYear, follows)?.week,
                  )
                : date === endDate
                  ? undefined
                  : texts.until(formatShortDay(date, language), formatShortDay(endDate, language))
            }
          />
        ))}
      </Card>
    </div>
  )
}

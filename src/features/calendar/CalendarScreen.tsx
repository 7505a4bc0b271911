import { useState } from 'react'
import { useAge } from '#app/lib/age.ts'
import { useKept } from '#app/lib/kept.ts'
import { useTexts } from '#app/lib/language.ts'
import { chinaToday } from '#app/lib/moments.ts'
import { AgeBanner } from '#app/ui/AgeBanner.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { calendarTexts } from '#i18n/calendar'
import { commonTexts } from '#i18n/common'
import { DayCard } from './DayCard.tsx'
import { monthOf, within } from './days.ts'
import { MonthBar } from './MonthBar.tsx'
import { MonthTable } from './MonthTable.tsx'
import { calendarQuery } from './queries.ts'

/**
 * The school calendar: months with their teaching weeks, and what is on (CAL-01). It opens without a
 * network.
 */
export function CalendarScreen() {
  const texts = useTexts(calendarTexts)
  const common = useTexts(commonTexts)
  const kept = useKept(calendarQuery())
  const age = useAge(kept, texts.title)
  const [day, setDay] = useState(() => within(chinaToday()))
  const [month, setMonth] = useState(() => monthOf(day))
  const choose = (next: string) => {
    setDay(within(next))
    setMonth(monthOf(within(next)))
  }
  if (kept.data === undefined)
    return (
      <Page title={texts.title} back>
        <Reading
          kept={kept}
          failed={texts.failed}
          retryLabel={texts.retry}
          loadingLabel={common.loading}
          rows={6}
        />
      </Page>
    )
  return (
    <Page title={texts.title} back banner={age && <AgeBanner {...age} />}>
      <Card>
        <MonthBar month={month} day={day} onMonth={setMonth} onDay={choose} />
        <MonthTable schoolYear={kept.data.year} month={month} day={day} onDay={choose} />
      </Card>
      <DayCard schoolYear={kept.data.year} day={day} />
    </Page>
  )
}

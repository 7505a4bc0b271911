import { useState } from 'react'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useStaleDataNotice } from '#app/lib/cache/stale-data-notice.ts'
import { chinaToday } from '#app/lib/format/china-time.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { StaleDataBanner } from '#app/ui/StaleDataBanner.tsx'
import { calendarTexts } from '#i18n/calendar'
import { DayCard } from './DayCard.tsx'
import { monthOf, clampToCalendar } from './days.ts'
import { MonthBar } from './MonthBar.tsx'
import { MonthTable } from './MonthTable.tsx'
import { calendarQuery } from './queries.ts'

/** The school calendar: months with their teaching weeks and events (CAL-01). It opens offline. */
export function CalendarScreen() {
  const texts = useTexts(calendarTexts)
  const kept = useCachedQuery(calendarQuery())
  const age = useStaleDataNotice(kept, texts.title)
  const [day, setDay] = useState(() => clampToCalendar(chinaToday()))
  const [month, setMonth] = useState(() => monthOf(day))
  const choose = (next: string) => {
    setDay(clampToCalendar(next))
    setMonth(monthOf(clampToCalendar(next)))
  }
  if (kept.data === undefined)
    return (
      <Page title={texts.title} back>
        <QueryFallback kept={kept} failed={texts.failed} rows={6} />
      </Page>
    )
  return (
    <Page title={texts.title} back banner={age && <StaleDataBanner {...age} />}>
      <Card>
        <MonthBar month={month} day={day} onMonth={setMonth} onDay={choose} />
        <MonthTable schoolYear={kept.data.year} month={month} day={day} onDay={choose} />
      </Card>
      <DayCard schoolYear={kept.data.year} day={day} />
    </Page>
  )
}

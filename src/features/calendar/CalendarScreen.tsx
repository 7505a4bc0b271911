import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { chinaToday } from '#app/lib/moments.ts'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { calendarWords } from '#words/calendar'
import { commonWords } from '#words/common'
import { DayCard } from './DayCard.tsx'
import { monthOf, within } from './days.ts'
import { MonthBar } from './MonthBar.tsx'
import { MonthTable } from './MonthTable.tsx'
import { loadSchoolYear } from './school-year.ts'

/**
 * The school calendar: months with their teaching weeks, and what is on (CAL-01). It needs no
 * network.
 */
export function CalendarScreen() {
  const words = useWords(calendarWords)
  const common = useWords(commonWords)
  // A file of the app, not a call: it is asked for whatever the browser thinks of the network.
  const file = useQuery({
    queryKey: ['calendar.json'],
    queryFn: loadSchoolYear,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    retry: false,
  })
  const [day, setDay] = useState(() => within(chinaToday()))
  const [month, setMonth] = useState(() => monthOf(day))
  const choose = (next: string) => {
    setDay(within(next))
    setMonth(monthOf(within(next)))
  }
  if (file.data === undefined)
    return (
      <Page title={words.title} back>
        <Reading
          kept={{ state: file.isError ? 'failed' : 'loading', retry: () => void file.refetch() }}
          failed={words.failed}
          retryLabel={words.retry}
          loadingLabel={common.loading}
          rows={6}
        />
      </Page>
    )
  return (
    <Page title={words.title} back>
      <Card>
        <MonthBar month={month} day={day} onMonth={setMonth} onDay={choose} />
        <MonthTable schoolYear={file.data} month={month} day={day} onDay={choose} />
      </Card>
      <DayCard schoolYear={file.data} day={day} />
    </Page>
  )
}

import { useState } from 'react'
import { DateField, FilterBar, PagedTable } from '#app/features/office/public.ts'
import { chinaToday, formatRecentTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { type AnnouncedTrip, arrivalPlanning, isChinaMinute } from '#contract/arrival-planning'
import type { ArrivalFilter } from '#contract/arrivals'
import { arrivalPlanningTexts } from '#i18n/arrival-planning'
import { useModeName } from './useModeName.ts'

/** The students whose announced arrival has changed, since this morning or another time. */
export function ChangedTrips({ filter }: { filter: ArrivalFilter }) {
  const texts = useTexts(arrivalPlanningTexts)
  const language = useLanguage()
  const modeName = useModeName()
  const named = useTranslateName()
  const [since, setSince] = useState(() => `${chinaToday()} 00:00`)
  // A time that is being typed does not change the list.
  const [shownSince, setShownSince] = useState(since)
  const choose = (typed: string) => {
    setSince(typed)
    if (isChinaMinute(typed)) setShownSince(typed)
  }
  const say = ({ day, time, mode, city, companions }: AnnouncedTrip) =>
    [day, time, modeName(mode), city.split(',').map(named).join(' '), `+${companions}`].join(' ')
  return (
    <>
      <h2>{texts.changes}</h2>
      <FilterBar label={texts.changes}>
        <DateField withTime label={texts.since} value={since} onChange={choose} />
      </FilterBar>
      <PagedTable
        title={texts.changes}
        name="changed-trips"
        entry={arrivalPlanning.changes}
        input={{ ...filter, since: shownSince }}
        rowsOf={({ changes }) => changes}
        columns={[
          { title: texts.name, cell: ({ name }) => name },
          { title: texts.number, cell: ({ number }) => number },
          {
            title: texts.changedAt,
            cell: ({ changedAt }) => formatRecentTime(Date.parse(changedAt), language),
            short: true,
          },
          {
            title: texts.before,
            cell: ({ before }) => (before === null ? texts.newTrip : say(before)),
          },
          { title: texts.now, cell: ({ now }) => say(now) },
        ]}
        rowKey={({ student }) => student}
        empty={<p>{texts.noChanges}</p>}
      />
    </>
  )
}

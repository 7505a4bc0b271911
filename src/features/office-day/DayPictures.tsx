import { useState } from 'react'
import { ChartFigure } from '#app/features/charts/public.ts'
import { DateField, FilterBar } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { chinaToday } from '#app/lib/format/china-time.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { formatYuan, isDay } from '#contract/fields'
import { officeDay, type OfficeDayPictures } from '#contract/office-day'
import { officeTexts } from '#i18n/office'
import { officeDayTexts } from '#i18n/office-day'
import styles from './office-day.module.css'

const EVERY_MS = 60_000

/** The figures of a day as pictures: those that the user may see; nothing if there are none. */
export function DayPictures() {
  const texts = useTexts(officeDayTexts)
  const office = useTexts(officeTexts)
  const [day, setDay] = useState(chinaToday)
  // A day that is being typed does not change the pictures.
  const [shownDay, setShownDay] = useState(day)
  const read = useOnlineQuery({
    name: 'office-day-pictures',
    entry: officeDay.pictures,
    input: { day: shownDay },
    refetchInterval: EVERY_MS,
  })
  const pictures = read.data?.pictures
  if (pictures !== undefined && Object.values(pictures).every((one) => one === undefined))
    return null
  return (
    <>
      <h2>{texts.figures}</h2>
      <FilterBar label={office.filters}>
        <DateField
          label={texts.day}
          value={day}
          onChange={(typed) => {
            setDay(typed)
            if (isDay(typed)) setShownDay(typed)
          }}
        />
      </FilterBar>
      {pictures === undefined ? (
        <QueryFallback kept={read} failed={texts.figures} />
      ) : (
        <div className={styles['pictures']}>
          <Pictures pictures={pictures} />
        </div>
      )}
    </>
  )
}

function Pictures({
  pictures: { arrivals, steps, payments, beds },
}: {
  pictures: OfficeDayPictures
}) {
  const texts = useTexts(officeDayTexts)
  return (
    <>
      {arrivals !== undefined && (
        <ChartFigure
          title={texts.arrivals}
          shape="columns"
          category={texts.hour}
          part={texts.arrived}
          whole={texts.announced}
          rows={fillHours(arrivals).map(({ hour, announced, arrived }) => ({
            key: hour,
            label: `${hour}:00`,
            part: arrived,
            whole: announced,
          }))}
        />
      )}
      {steps !== undefined && (
        <ChartFigure
          title={texts.steps}
          shape="rows"
          category={texts.step}
          part={texts.done}
          whole={texts.expected}
          rows={steps.map(({ title, expected, done }) => ({
            key: title,
            label: title,
            part: done,
            whole: expected,
          }))}
        />
      )}
      {payments !== undefined && (
        <ChartFigure
          title={texts.payments}
          shape="columns"
          category={texts.day}
          part={texts.amount}
          rows={payments.map(({ day, amount }) => ({
            key: day,
            label: day.slice(5),
            part: amount / 100,
          }))}
          cell={(yuan) => formatYuan(Math.round(yuan * 100))}
        />
      )}
      {beds !== undefined && (
        <ChartFigure
          title={texts.beds}
          shape="rows"
          category={texts.building}
          part={texts.taken}
          whole={texts.bedsInAll}
          rows={beds.map(({ building, beds: all, taken }) => ({
            key: building,
            label: building,
            part: taken,
            whole: all,
          }))}
        />
      )}
    </>
  )
}

// Also the hours in between in which nobody arrives, because columns side by side look like
// consecutive hours.
function fillHours(hours: NonNullable<OfficeDayPictures['arrivals']>) {
  const [first] = hours
  const last = hours[hours.length - 1]
  if (first === undefined || last === undefined) return []
  const begin = Number(first.hour)
  return Array.from({ length: Number(last.hour) - begin + 1 }, (_, index) => {
    const hour = String(begin + index).padStart(2, '0')
    return hours.find((one) => one.hour === hour) ?? { hour, announced: 0, arrived: 0 }
  })
}

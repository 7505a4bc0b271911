import { useQueryClient } from '@tanstack/react-query'
import { CalendarX, ChevronDown, ChevronLeft, ChevronRight } from 'lucide'
import { useEffect } from 'react'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { formatShortDay } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { serverNow } from '#app/lib/platform/server-clock.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { Swiper } from '#app/ui/Swiper.tsx'
import { VisuallyHidden } from '#app/ui/VisuallyHidden.tsx'
import type { Timetable } from '#contract/timetable'
import { timetableTexts } from '#i18n/timetable'
import { chinaDay, endOfWeek, weekDates } from './lessons.ts'
import { timetableQuery } from './queries.ts'
import { WeekTable } from './WeekTable.tsx'
import styles from './timetable.module.css'

interface Choice {
  number: string
  timetable: Timetable
  week: number
  now: number
  onChoose: (week: number) => void
}

/**
 * All weeks of the term, one at a time; the user changes the week by a swipe or a button. If the
 * weeks differ, each week is cached separately.
 */
export function WeekPager({ number, timetable, week, now, onChoose }: Choice) {
  useAllWeeks(number, timetable)
  return (
    <div className={styles['main']} data-snapshot-until={week === now ? endOfWeek(serverNow()) : 0}>
      <WeekBar timetable={timetable} week={week} onChoose={onChoose} />
      <Swiper
        index={week - 1}
        count={timetable.weeks}
        interval={0}
        onIndex={(index) => onChoose(index + 1)}
      >
        {(index) =>
          timetable.everyWeek === true || index + 1 === timetable.currentWeek ? (
            <Table timetable={timetable} week={index + 1} now={now} />
          ) : (
            <OwnWeek number={number} term={timetable} week={index + 1} now={now} />
          )
        }
      </Swiper>
    </div>
  )
}

/** The week selector in the top bar: the phone's own list of weeks. */
export function WeekSelect({
  week,
  weeks,
  now,
  onChoose,
}: {
  week: number
  weeks: number
  now: number
  onChoose: (week: number) => void
}) {
  const texts = useTexts(timetableTexts)
  return (
    <span className={styles['choose']}>
      <span aria-hidden>{texts.chooseWeek}</span>
      <Icon of={ChevronDown} />
      <select
        aria-label={texts.chooseWeek}
        value={week}
        onChange={(event) => onChoose(Number(event.currentTarget.value))}
      >
        {Array.from({ length: weeks }, (_, index) => index + 1).map((one) => (
          <option key={one} value={one}>
            {one === now ? texts.thisWeek(one) : texts.week(one)}
          </option>
        ))}
      </select>
    </span>
  )
}

function WeekBar({ timetable, week, onChoose }: Pick<Choice, 'timetable' | 'week' | 'onChoose'>) {
  const texts = useTexts(timetableTexts)
  const language = useLanguage()
  const dates = timetable.firstMonday ? weekDates(timetable.firstMonday, week) : []
  const range = [dates[0], dates.at(-1)]
    .flatMap((day) => (day === undefined ? [] : [formatShortDay(day, language)]))
    .join(' – ')
  return (
    <div className={styles['bar']}>
      <Turn label={texts.previous} disabled={week <= 1} onClick={() => onChoose(week - 1)}>
        <Icon of={ChevronLeft} />
      </Turn>
      <span aria-live="polite" className={styles['range']}>
        <VisuallyHidden>{texts.week(week)}</VisuallyHidden> {range}
      </span>
      <Turn
        label={texts.following}
        disabled={week >= timetable.weeks}
        onClick={() => onChoose(week + 1)}
      >
        <Icon of={ChevronRight} />
      </Turn>
    </div>
  )
}

function Turn({
  label,
  disabled,
  onClick,
  children,
}: {
  label: string
  disabled: boolean
  onClick: () => void
  children: React.ReactNode
}) {
  return (
    <button
      type="button"
      className={styles['turn']}
      aria-label={label}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
    >
      {children}
    </button>
  )
}

function OwnWeek({
  number,
  term,
  week,
  now,
}: {
  number: string
  term: Timetable
  week: number
  now: number
}) {
  const texts = useTexts(timetableTexts)
  const kept = useCachedQuery(timetableQuery(number, week))
  if (kept.data !== undefined)
    return <Table timetable={{ ...term, rows: kept.data.rows }} week={week} now={now} />
  if (kept.state !== 'failed') return <Skeleton rows={9} />
  return (
    <EmptyState icon={<Icon of={CalendarX} />} title={texts.unvisited} text={texts.unvisitedText} />
  )
}

function Table({ timetable, week, now }: { timetable: Timetable; week: number; now: number }) {
  return <WeekTable timetable={timetable} week={week} weekNow={now} today={chinaDay(serverNow())} />
}

// Fetches all weeks. Requests are sent one after the other, so that they do not delay what the
// student is looking at.
function useAllWeeks(number: string, timetable: Timetable) {
  const client = useQueryClient()
  const online = useNetwork() === 'online'
  const { everyWeek, weeks, currentWeek } = timetable
  useEffect(() => {
    if (everyWeek === true || !online) return undefined
    let stopped = false
    const fetchAll = async () => {
      for (let week = 1; week <= weeks && !stopped; week++) {
        if (week !== currentWeek)
          await client.ensureQueryData(timetableQuery(number, week)).catch(() => undefined)
      }
    }
    void fetchAll()
    return () => {
      stopped = true
    }
  }, [client, number, everyWeek, weeks, currentWeek, online])
}

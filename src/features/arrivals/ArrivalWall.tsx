import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { siteName } from '#app/features/app-shell/public.ts'
import { chinaNow } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { serverNow } from '#app/lib/platform/server-clock.ts'
import { useWakeLock } from '#app/lib/platform/wake-lock.ts'
import { ProgressBar } from '#app/ui/ProgressBar.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import type { ArrivalOverview, ArrivalFilter, ArrivalCount } from '#contract/arrivals'
import { arrivalTexts } from '#i18n/arrivals'
import { ArrivalTotals, formatArrivedPercent } from './ArrivalTotals.tsx'
import { useArrivalOverview } from './useArrivalOverview.ts'
import styles from './ArrivalWall.module.css'

/** The number of buildings on one page, so that all of them are readable from five metres. */
const PER_PAGE = 6
const PAGE_MS = 10_000
const HOURS_SHOWN = 12
const HOURS_AHEAD = 4
const LONGEST_BAR_VMIN = 16
const HOUR_MS = 3_600_000

/**
 * The arrival day on a public screen, readable from five metres: large numbers, no personal data.
 * The screen stays awake, and pages of buildings advance automatically. Without a network the last
 * numbers stay, together with their age.
 */
export function ArrivalWall({ filter }: { filter: ArrivalFilter }) {
  const texts = useTexts(arrivalTexts)
  const language = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const { data, age } = useArrivalOverview(filter)
  useWakeLock()
  return (
    <div ref={place} className={styles['wall']}>
      <header>
        <h1>
          {siteName(language)} {texts.title}
        </h1>
        {/* The clock is updated each second, when the age of the data is rendered again. */}
        <time className={styles['clock']}>{chinaNow().slice(11, 16)}</time>
        <TextButton onClick={() => void place.current?.requestFullscreen?.().catch(() => {})}>
          {texts.fullScreen}
        </TextButton>
        <Link to="/manage/$" params={{ _splat: 'arrivals' }}>
          {texts.leaveWall}
        </Link>
      </header>
      {data === undefined ? (
        <Skeleton rows={6} />
      ) : (
        <>
          <div className={styles['now']}>
            <ArrivalTotals all={data.overview.all} age={age} />
            <Trend {...data.overview} />
          </div>
          <Buildings all={data.overview.buildings} />
        </>
      )}
    </div>
  )
}

/**
 * The arrivals per hour as filled bars with their numbers, inside hollow bars for the students who
 * announced the hour in their travel form; for the hours to come, their number.
 */
function Trend({ hours, announced }: Pick<ArrivalOverview, 'hours' | 'announced'>) {
  const texts = useTexts(arrivalTexts)
  const bars = hoursAround(hours, announced)
  const most = Math.max(1, ...bars.map(({ arrived, expected }) => Math.max(arrived, expected)))
  const heightOf = (count: number) => ({ height: `${(count / most) * LONGEST_BAR_VMIN}vmin` })
  return (
    <section className={styles['trend']} aria-label={texts.trend}>
      <h2>
        {texts.trend} {announced !== undefined && <small>{texts.trendAnnounced}</small>}
      </h2>
      <ol>
        {bars.map(({ hour, arrived, expected, isLater }) => (
          <li key={hour} data-later={isLater}>
            <b>{(isLater ? expected : arrived) || ''}</b>
            <div aria-hidden style={heightOf(Math.max(arrived, expected))}>
              <i style={heightOf(arrived)} />
              {expected > 0 && <em style={heightOf(expected)} />}
            </div>
            <span>{hour}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/**
 * Returns the hours up to now, and the next ones if announcements are known, including those
 * without an arrival, by their start in China's time.
 */
function hoursAround(hours: ArrivalOverview['hours'], announced: ArrivalOverview['announced']) {
  const arrivals = new Map(hours.map(({ hour, arrived }) => [Date.parse(hour), arrived]))
  const plans = new Map(announced?.map(({ hour, students }) => [Date.parse(hour), students]))
  const current = Math.floor(serverNow() / HOUR_MS) * HOUR_MS
  const later = announced === undefined ? 0 : HOURS_AHEAD
  return Array.from({ length: HOURS_SHOWN }, (_, index) => {
    const begins = current - (HOURS_SHOWN - 1 - later - index) * HOUR_MS
    return {
      hour: chinaNow(begins).slice(11, 13),
      arrived: arrivals.get(begins) ?? 0,
      expected: plans.get(begins) ?? 0,
      isLater: begins > current,
    }
  })
}

function Buildings({ all }: { all: readonly ArrivalCount[] }) {
  const texts = useTexts(arrivalTexts)
  const pages = Math.max(1, Math.ceil(all.length / PER_PAGE))
  const page = useTurningPage(pages)
  return (
    <section className={styles['buildings']} aria-label={texts.building}>
      <ul>
        {all.slice(page * PER_PAGE, (page + 1) * PER_PAGE).map((one) => {
          // A student without a bed belongs to no building. These students have a row, so that the
          // rows add up to the total.
          const name = one.name || texts.noBed
          return (
            <li key={one.name}>
              <span>{name}</span>
              <b>
                {one.arrived}
                <small> / {one.expected}</small>
              </b>
              <ProgressBar label={name} part={one.arrived / Math.max(1, one.expected)} />
              <span>{formatArrivedPercent(one)}</span>
            </li>
          )
        })}
      </ul>
      {pages > 1 && <p>{texts.wallPage(page + 1, pages)}</p>}
    </section>
  )
}

function useTurningPage(pages: number): number {
  const [turns, turn] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => turn((before) => before + 1), PAGE_MS)
    return () => clearInterval(timer)
  }, [])
  return turns % pages
}

import { Link } from '@tanstack/react-router'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { formatRecentTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { APPLICATION_PENDING } from '#contract/green-channel'
import { officeDay, WAITING_KINDS, type WaitingKind, type WaitingWork } from '#contract/office-day'
import { officeDayTexts } from '#i18n/office-day'
import styles from './office-day.module.css'

const EVERY_MS = 60_000
const OLDEST_FIRST = { status: Number(APPLICATION_PENDING), oldest: true } as const

/** The list in which the work of each kind is done, and the name of the work. */
const WORK = {
  loans: { text: 'loans', to: { to: '/checkloan', search: OLDEST_FIRST } },
  households: { text: 'households', to: { to: '/checkReduce', search: OLDEST_FIRST } },
  transfers: { text: 'transfers', to: office('transferdesk') },
  'late-arrivals': { text: 'lateArrivals', to: office('classes') },
  complaints: { text: 'complaints', to: office('inbox') },
  'refused-rows': { text: 'refusedRows', to: office('imports') },
  'payment-incidents': { text: 'paymentIncidents', to: office('finance/incidents') },
  'held-scans': { text: 'heldScans', to: office('arrivals') },
  'without-bed': { text: 'withoutBed', to: office('arrivals/without-bed') },
} as const satisfies Record<WaitingKind, { text: keyof typeof officeDayTexts; to: object }>

function office<Path extends string>(path: Path) {
  return { to: '/manage/$', params: { _splat: path } } as const
}

/** The work that waits for the user, each kind with a link to its list. */
export function WaitingList() {
  const texts = useTexts(officeDayTexts)
  const read = useOnlineQuery({
    name: 'office-day-waiting',
    entry: officeDay.waiting,
    input: {},
    refetchInterval: EVERY_MS,
  })
  const waiting = read.data?.waiting
  if (waiting === undefined) return <QueryFallback kept={read} failed={texts.waiting} rows={3} />
  return (
    <>
      {waiting.every(({ count }) => count === 0) && <MutedText>{texts.nothing}</MutedText>}
      <ul className={styles['waiting']}>
        {waiting.map((work) => {
          const kind = WAITING_KINDS.find((one) => one === work.kind)
          return (
            kind !== undefined && (
              <li key={kind}>
                <Work kind={kind} work={work} />
              </li>
            )
          )
        })}
      </ul>
    </>
  )
}

function Work({ kind, work }: { kind: WaitingKind; work: WaitingWork }) {
  const texts = useTexts(officeDayTexts)
  const language = useLanguage()
  const { text, to } = WORK[kind]
  const { count, overOneDay, overThreeDays, oldestAt } = work
  return (
    <Link {...to} data-none={count === 0}>
      <b>{count}</b> <span>{texts[text]}</span>
      {oldestAt !== '' && (
        <small>{texts.since(formatRecentTime(Date.parse(oldestAt), language))}</small>
      )}
      {overOneDay > 0 && (
        <small className={overThreeDays > 0 ? styles['late'] : undefined}>
          {texts.ages(overOneDay, overThreeDays)}
        </small>
      )}
    </Link>
  )
}

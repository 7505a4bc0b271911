import { Link } from '@tanstack/react-router'
import { agoOrDate, serverYear } from '#app/lib/dates.ts'
import { keptQuery, useKept } from '#app/lib/kept.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { isDormSupervisor } from '#app/lib/posts.ts'
import { rosterQuery } from '#app/lib/scanner.ts'
import { useScans } from '#app/lib/scans.ts'
import { audit } from '#contract/audit'
import { PENDING } from '#contract/greenchannel'
import type { Person } from '#contract/identity'
import { commonWords } from '#words/common'
import { homeWords } from '#words/home'
import styles from './Today.module.css'

/** What today is about for who has a duty: arrivals at the door, or applications to review. */
export function DutyCard({ person }: { person: Person }) {
  return isDormSupervisor(person) ? <DoorCard /> : <ReviewCard />
}

function DoorCard() {
  const words = useWords(homeWords)
  const common = useWords(commonWords)
  const language = useLanguage()
  const kept = useKept(rosterQuery())
  const { waiting } = useScans()
  const residents = kept.data?.roster.residents
  const age = kept.state === 'kept' && kept.at !== undefined ? words.asOf(agoOrDate(kept.at, language)) : undefined
  const unsent = waiting.length > 0 ? words.waiting(waiting.length) : undefined
  return (
    <Link to="/scanCodes" className={styles['today']}>
      <span className={styles['small']}>{words.arrivals}</span>
      <span className={styles['headline']}>
        {residents === undefined
          ? kept.state === 'loading'
            ? common.loading
            : words.showRoster
          : words.arrived(residents.filter(({ arrived }) => arrived).length, residents.length)}
      </span>
      <span className={styles['small']}>{[unsent, age, words.showRoster].filter(Boolean).slice(0, 2).join(' · ')}</span>
    </Link>
  )
}

// Live: what waits for a decision is asked anew each time and never kept.
const pendingQuery = (entry: typeof audit.loans, name: string) =>
  keptQuery({
    name,
    entry,
    input: { page: 1, size: 1, status: PENDING, year: String(serverYear()), after: undefined },
    maxAge: 0,
  })

function ReviewCard() {
  const words = useWords(homeWords)
  const common = useWords(commonWords)
  const loans = useKept(pendingQuery(audit.loans, 'pending-loans'))
  const households = useKept(pendingQuery(audit.households, 'pending-households'))
  const known = loans.data !== undefined && households.data !== undefined
  return (
    <Link to="/checkloan" className={styles['today']}>
      <span className={styles['small']}>{words.reviews}</span>
      <span className={styles['headline']}>
        {known
          ? words.pendingReviews(loans.data?.page.total ?? 0, households.data?.page.total ?? 0)
          : loans.state === 'failed' || households.state === 'failed'
            ? common.offlineOnly
            : common.loading}
      </span>
      <span className={styles['small']}>{words.showReviews}</span>
    </Link>
  )
}

import { countRoster, useRoster, useScans } from '#app/features/checkin/public.ts'
import { isDormSupervisor } from '#app/features/identity/public.ts'
import {
  type CachedQueryOptions,
  cachedQuery,
  useCachedQuery,
} from '#app/lib/cache/cached-query.ts'
import { formatRecentPhoneTime, serverYear } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import type { CallOutput } from '#contract/call'
import { APPLICATION_PENDING } from '#contract/green-channel'
import { greenChannelReview } from '#contract/green-channel-review'
import type { Person } from '#contract/identity'
import { commonTexts } from '#i18n/common'
import { homeTodayTexts } from '#i18n/home-today'
import { homeWaitingTexts } from '#i18n/home-waiting'
import { TodayLine, TodayLink } from './TodayLink.tsx'

/** The duty of a staff member today: arrivals at the dormitory, or applications to review. */
export function DutyCard({ person }: { person: Person }) {
  return isDormSupervisor(person) ? <DoorCard /> : <ReviewCard />
}

function DoorCard() {
  const texts = useTexts(homeTodayTexts)
  const unsent = useTexts(homeWaitingTexts)
  const common = useTexts(commonTexts)
  const language = useLanguage()
  const kept = useRoster()
  const { waiting, delivered } = useScans()
  const list = kept.data?.roster
  const counts = list && countRoster(list, { waiting, delivered })
  const age =
    kept.state === 'cached' && kept.at !== undefined
      ? texts.asOf(formatRecentPhoneTime(kept.at, language))
      : undefined
  const scans = waiting.length > 0 ? unsent.waiting(waiting.length) : undefined
  return (
    <TodayLink
      to="/scanCodes/{-$station}"
      above={texts.arrivals}
      headline={
        counts === undefined
          ? kept.state === 'loading'
            ? common.loading
            : texts.showRoster
          : texts.arrived(counts.arrived, counts.all)
      }
      action={texts.showRoster}
    >
      <TodayLine>
        {[scans, age, texts.showRoster].filter(Boolean).slice(0, 2).join(' · ')}
      </TodayLine>
    </TodayLink>
  )
}

// Pending applications are online-only: they are read at each visit and never cached.
const pendingQuery = (
  kind: 'loans' | 'households',
): CachedQueryOptions<CallOutput<typeof greenChannelReview.loans>> => ({
  ...cachedQuery({
    name: 'pending',
    parts: [kind],
    entry: greenChannelReview[kind],
    input: {
      page: 1,
      size: 1,
      status: APPLICATION_PENDING,
      year: String(serverYear()),
      after: undefined,
      oldest: undefined,
      find: undefined,
    },
    maxAge: 0,
  }),
  staleTime: 0,
})

function ReviewCard() {
  const texts = useTexts(homeTodayTexts)
  const common = useTexts(commonTexts)
  const read = [useCachedQuery(pendingQuery('loans')), useCachedQuery(pendingQuery('households'))]
  const [loans, households] = read.map(({ data }) => data?.page.total)
  // Data that was read before the network was lost is not shown either (AUD-18).
  const problem = read.some(({ network }) => network === 'offline')
    ? common.offlineOnly
    : read.find((one) => one.problem !== undefined)?.problem
  const pending =
    loans === undefined || households === undefined
      ? common.loading
      : loans + households === 0
        ? texts.nothingToReview
        : texts.pendingReviews(loans, households)
  return (
    <TodayLink
      to={loans === 0 && households !== 0 ? '/checkReduce' : '/checkloan'}
      above={texts.reviews}
      headline={problem ?? pending}
      action={texts.showReviews}
    >
      <TodayLine>{texts.showReviews}</TodayLine>
    </TodayLink>
  )
}

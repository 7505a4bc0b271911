import { createFileRoute } from '@tanstack/react-router'
import { LazyBedReservationCard } from '#app/features/fees/public.ts'
import { guardWelcomePage } from '#app/features/identity/public.ts'
import { LateArrivalEntry } from '#app/features/late-arrivals/public.ts'
import { prefetchLivingSupplies } from '#app/features/living-supplies/public.ts'
import { OnboardingScreen } from '#app/features/onboarding/OnboardingScreen.tsx'
import { prefetchUniform } from '#app/features/uniform/public.ts'
import { whenInitialQueriesSettled } from '#app/lib/cache/initial-queries.ts'
import { currentSession, useSession } from '#app/lib/session/session.ts'

export const Route = createFileRoute('/welcome/$stunum')({
  staticData: { offlineFor: 'students' },
  beforeLoad: (visit) => guardWelcomePage(visit),
  loader: () => void warm().catch(() => {}),
  component: Welcome,
})

function Welcome() {
  const { stunum } = Route.useParams()
  const isNew = useSession()?.isNew ?? false
  return (
    <OnboardingScreen
      stunum={stunum}
      notice={isNew && <LazyBedReservationCard />}
      footer={isNew && <LateArrivalEntry />}
    />
  )
}

// Caches the data that the forms need, since the network might be lost before the student opens a
// form.
async function warm() {
  if (currentSession()?.isNew !== true) return
  await whenInitialQueriesSettled()
  await Promise.all([prefetchUniform(), prefetchLivingSupplies()])
}

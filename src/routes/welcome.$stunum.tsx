import { createFileRoute } from '@tanstack/react-router'
import { LazyBedReservationCard } from '#app/features/fees/face.ts'
import { guardWelcomePage } from '#app/features/identity/face.ts'
import { prefetchLivingSupplies } from '#app/features/living/face.ts'
import { OnboardingScreen } from '#app/features/onboarding/OnboardingScreen.tsx'
import { prefetchUniform } from '#app/features/uniform/face.ts'
import { whenInitialQueriesSettled } from '#app/lib/quiet.ts'
import { currentSession, useSession } from '#app/lib/session.ts'

export const Route = createFileRoute('/welcome/$stunum')({
  staticData: { offlineFor: 'students' },
  beforeLoad: (visit) => guardWelcomePage(visit),
  loader: () => void warm().catch(() => {}),
  component: Welcome,
})

function Welcome() {
  const { stunum } = Route.useParams()
  const isNew = useSession()?.isNew ?? false
  return <OnboardingScreen stunum={stunum} notice={isNew && <LazyBedReservationCard />} />
}

// Whoever sees the steps may lose the network before the forms that can only be filled in from a
// list.
async function warm() {
  if (currentSession()?.isNew !== true) return
  await whenInitialQueriesSettled()
  await Promise.all([prefetchUniform(), prefetchLivingSupplies()])
}

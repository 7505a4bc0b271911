import { createFileRoute } from '@tanstack/react-router'
import { welcomePage } from '#app/features/identity/guard.ts'
import { OnboardingScreen } from '#app/features/onboarding/OnboardingScreen.tsx'
import { firstReadsEnded } from '#app/lib/quiet.ts'
import { currentSession } from '#app/lib/session.ts'

export const Route = createFileRoute('/welcome/$stunum')({
  beforeLoad: (visit) => welcomePage(visit),
  loader: () => void warm().catch(() => {}),
  component: Welcome,
})

function Welcome() {
  const { stunum } = Route.useParams()
  return <OnboardingScreen stunum={stunum} />
}

// Whoever sees the steps may lose the network before the forms that can only be filled in from a list.
async function warm() {
  if (currentSession()?.isNew !== true) return
  await firstReadsEnded()
  const [{ warmUniform }, { warmLiving }] = await Promise.all([
    import('#app/features/uniform/queries.ts'),
    import('#app/features/living/queries.ts'),
  ])
  warmUniform()
  warmLiving()
}

import { createFileRoute } from '@tanstack/react-router'
import { welcomePage } from '#app/features/identity/guard.ts'
import { OnboardingScreen } from '#app/features/onboarding/OnboardingScreen.tsx'

export const Route = createFileRoute('/welcome/$stunum')({
  beforeLoad: (visit) => welcomePage(visit),
  component: Welcome,
})

function Welcome() {
  const { stunum } = Route.useParams()
  return <OnboardingScreen stunum={stunum} />
}

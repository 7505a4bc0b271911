import { createFileRoute } from '@tanstack/react-router'
import { studentPage } from '#app/features/identity/face.ts'
import { LivingScreen } from '#app/features/living/LivingScreen.tsx'

export const Route = createFileRoute('/livinguse/$sort/$stunum')({
  staticData: { offlineFor: 'newcomers' },
  beforeLoad: (visit) => studentPage(visit),
  component: LivingStep,
})

function LivingStep() {
  const { sort, stunum } = Route.useParams()
  return <LivingScreen step={sort} stunum={stunum} />
}

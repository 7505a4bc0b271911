import { createFileRoute } from '@tanstack/react-router'
import { guardStudentPage } from '#app/features/identity/public.ts'
import { LivingSuppliesScreen } from '#app/features/living-supplies/LivingSuppliesScreen.tsx'

export const Route = createFileRoute('/livinguse/$sort/$stunum')({
  staticData: { offlineFor: 'newcomers' },
  beforeLoad: (visit) => guardStudentPage(visit),
  component: LivingStep,
})

function LivingStep() {
  const { sort, stunum } = Route.useParams()
  return <LivingSuppliesScreen step={sort} stunum={stunum} />
}

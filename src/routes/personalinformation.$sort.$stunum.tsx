import { createFileRoute } from '@tanstack/react-router'
import { FamilyScreen } from '#app/features/family/FamilyScreen.tsx'
import { guardStudentPage } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/personalinformation/$sort/$stunum')({
  staticData: { offlineFor: 'newcomers' },
  beforeLoad: (visit) => guardStudentPage(visit),
  component: FamilyStep,
})

function FamilyStep() {
  const { sort, stunum } = Route.useParams()
  return <FamilyScreen step={sort} stunum={stunum} />
}

import { createFileRoute } from '@tanstack/react-router'
import { DormStepScreen } from '#app/features/dorm/DormStepScreen.tsx'
import { guardStudentPage } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/selectdorm/$sort/$stunum')({
  staticData: { offlineFor: 'newcomers' },
  beforeLoad: (visit) => guardStudentPage(visit),
  component: DormStep,
})

function DormStep() {
  const { sort, stunum } = Route.useParams()
  return <DormStepScreen step={sort} stunum={stunum} />
}

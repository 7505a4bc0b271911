import { createFileRoute } from '@tanstack/react-router'
import { guardStudentPage } from '#app/features/identity/public.ts'
import { TravelScreen } from '#app/features/travel/TravelScreen.tsx'

export const Route = createFileRoute('/schoolInformation/$sort/$stunum')({
  staticData: { offlineFor: 'students' },
  beforeLoad: (visit) => guardStudentPage(visit),
  component: TravelStep,
})

function TravelStep() {
  const { sort, stunum } = Route.useParams()
  return <TravelScreen step={sort} stunum={stunum} />
}

import { createFileRoute } from '@tanstack/react-router'
import { guardStudentPage } from '#app/features/identity/public.ts'
import { FellowTravellersScreen } from '#app/features/travel/FellowTravellersScreen.tsx'

export const Route = createFileRoute('/friendRecommended/$sort/$stunum')({
  staticData: { offlineFor: 'students' },
  beforeLoad: (visit) => guardStudentPage(visit),
  component: Peers,
})

function Peers() {
  const { sort, stunum } = Route.useParams()
  return <FellowTravellersScreen step={sort} stunum={stunum} />
}

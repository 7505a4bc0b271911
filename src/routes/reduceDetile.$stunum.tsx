import { createFileRoute } from '@tanstack/react-router'
import { DetailScreen } from '#app/features/audit/DetailScreen.tsx'
import { readSearch } from '#app/features/audit/face.ts'
import { reviewerOnly } from '#app/features/identity/face.ts'

// The applicant's code stands in the place of the own number (D-78).
export const Route = createFileRoute('/reduceDetile/$stunum')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: readSearch,
  beforeLoad: (visit) => reviewerOnly(visit),
  component: Detail,
})

function Detail() {
  return (
    <DetailScreen kind="household" student={Route.useParams().stunum} search={Route.useSearch()} />
  )
}

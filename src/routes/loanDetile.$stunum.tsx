import { createFileRoute } from '@tanstack/react-router'
import { ApplicationDetailScreen } from '#app/features/green-channel-review/ApplicationDetailScreen.tsx'
import { parseReviewSearch } from '#app/features/green-channel-review/public.ts'
import { requireReviewer } from '#app/features/identity/public.ts'

// `stunum` is the applicant's code; on other pages it is the user's own number (D-78).
export const Route = createFileRoute('/loanDetile/$stunum')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: parseReviewSearch,
  beforeLoad: (visit) => requireReviewer(visit),
  component: Detail,
})

function Detail() {
  return (
    <ApplicationDetailScreen
      kind="loan"
      student={Route.useParams().stunum}
      search={Route.useSearch()}
    />
  )
}

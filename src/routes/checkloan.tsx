import { createFileRoute } from '@tanstack/react-router'
import { parseReviewSearch } from '#app/features/green-channel-review/public.ts'
import { ReviewScreen } from '#app/features/green-channel-review/ReviewScreen.tsx'
import { requireReviewer } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/checkloan')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: parseReviewSearch,
  beforeLoad: (visit) => requireReviewer(visit),
  component: Audit,
})

function Audit() {
  return <ReviewScreen kind="loan" search={Route.useSearch()} />
}

import { createFileRoute } from '@tanstack/react-router'
import { parseReviewSearch } from '#app/features/green-channel-review/public.ts'
import { ReviewScreen } from '#app/features/green-channel-review/ReviewScreen.tsx'
import { guardReviewPage } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/checkReduce')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: parseReviewSearch,
  beforeLoad: (visit) => guardReviewPage(visit),
  component: Audit,
})

function Audit() {
  return <ReviewScreen kind="household" search={Route.useSearch()} />
}

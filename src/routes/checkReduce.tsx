import { createFileRoute } from '@tanstack/react-router'
import { ReviewScreen } from '#app/features/audit/AuditScreen.tsx'
import { parseReviewSearch } from '#app/features/audit/face.ts'
import { guardReviewPage } from '#app/features/identity/face.ts'

export const Route = createFileRoute('/checkReduce')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: parseReviewSearch,
  beforeLoad: (visit) => guardReviewPage(visit),
  component: Audit,
})

function Audit() {
  return <ReviewScreen kind="household" search={Route.useSearch()} />
}

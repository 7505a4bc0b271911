import { createFileRoute } from '@tanstack/react-router'
import { ReviewScreen } from '#app/features/audit/AuditScreen.tsx'
import { parseReviewSearch } from '#app/features/audit/face.ts'
import { requireReviewer } from '#app/features/identity/face.ts'

export const Route = createFileRoute('/checkloan')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: parseReviewSearch,
  beforeLoad: (visit) => requireReviewer(visit),
  component: Audit,
})

function Audit() {
  return <ReviewScreen kind="loan" search={Route.useSearch()} />
}

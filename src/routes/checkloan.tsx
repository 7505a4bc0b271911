import { createFileRoute } from '@tanstack/react-router'
import { AuditScreen } from '#app/features/audit/AuditScreen.tsx'
import { readSearch } from '#app/features/audit/face.ts'
import { reviewerOnly } from '#app/features/identity/face.ts'

export const Route = createFileRoute('/checkloan')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: readSearch,
  beforeLoad: (visit) => reviewerOnly(visit),
  component: Audit,
})

function Audit() {
  return <AuditScreen kind="loan" search={Route.useSearch()} />
}

import { createFileRoute } from '@tanstack/react-router'
import { AuditScreen } from '#app/features/audit/AuditScreen.tsx'
import { readSearch } from '#app/features/audit/face.ts'
import { reviewPage } from '#app/features/identity/face.ts'

export const Route = createFileRoute('/checkReduce')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: readSearch,
  beforeLoad: (visit) => reviewPage(visit),
  component: Audit,
})

function Audit() {
  return <AuditScreen kind="household" search={Route.useSearch()} />
}

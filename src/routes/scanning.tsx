import { createFileRoute } from '@tanstack/react-router'
import { ScannerScreen } from '#app/features/checkin/ScannerScreen.tsx'
import { guardSupervisorPage } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/scanning')({
  staticData: { offlineFor: 'staff' },
  // The arrival desk: `/scanning?desk=1`.
  validateSearch: ({ desk }): { desk?: string } => (String(desk) === '1' ? { desk: '1' } : {}),
  beforeLoad: (visit) => guardSupervisorPage(visit),
  component: Scanning,
})

function Scanning() {
  return <ScannerScreen isArrivalDesk={Route.useSearch().desk !== undefined} />
}

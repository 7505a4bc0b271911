import { createFileRoute } from '@tanstack/react-router'
import { ScanListScreen } from '#app/features/checkin/ScanListScreen.tsx'
import { guardSupervisorPage } from '#app/features/identity/public.ts'
import { LazyExportItems } from '#app/features/outbox/public.ts'

export const Route = createFileRoute('/scanCodes')({
  staticData: { offlineFor: 'staff' },
  beforeLoad: (visit) => guardSupervisorPage(visit),
  component: () => <ScanListScreen exportLeft={(left) => <LazyExportItems left={left} />} />,
})

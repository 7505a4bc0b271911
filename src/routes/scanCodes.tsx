import { createFileRoute } from '@tanstack/react-router'
import { ScanListScreen } from '#app/features/checkin/ScanListScreen.tsx'
import { supervisorPage } from '#app/features/identity/face.ts'
import { ExportLater } from '#app/features/outbox/face.ts'

export const Route = createFileRoute('/scanCodes')({
  staticData: { offlineFor: 'staff' },
  beforeLoad: (visit) => supervisorPage(visit),
  component: () => <ScanListScreen exportLeft={(left) => <ExportLater left={left} />} />,
})

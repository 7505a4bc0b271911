import { createFileRoute } from '@tanstack/react-router'
import { ScannerScreen } from '#app/features/checkin/ScannerScreen.tsx'
import { supervisorPage } from '#app/features/identity/face.ts'

export const Route = createFileRoute('/scanning')({
  staticData: { offlineFor: 'staff' },
  beforeLoad: (visit) => supervisorPage(visit),
  component: ScannerScreen,
})

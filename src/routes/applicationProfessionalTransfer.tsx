import { createFileRoute } from '@tanstack/react-router'
import { studentOnly } from '#app/features/identity/face.ts'
import { TransferScreen } from '#app/features/transfer/TransferScreen.tsx'

export const Route = createFileRoute('/applicationProfessionalTransfer')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => studentOnly(visit),
  component: TransferScreen,
})

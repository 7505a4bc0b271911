import { createFileRoute } from '@tanstack/react-router'
import { requireStudent } from '#app/features/identity/public.ts'
import { TransferScreen } from '#app/features/major-transfer/TransferScreen.tsx'

export const Route = createFileRoute('/applicationProfessionalTransfer')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireStudent(visit),
  component: TransferScreen,
})

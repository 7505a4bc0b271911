import { createFileRoute } from '@tanstack/react-router'
import { requireStudent } from '#app/features/identity/face.ts'
import { CustomerServiceButton } from '#app/features/support/face.ts'
import { TransferRulesScreen } from '#app/features/transfer/RulesScreen.tsx'

export const Route = createFileRoute('/noticeTransfer')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireStudent(visit),
  component: () => <TransferRulesScreen contact={<CustomerServiceButton tone="second" />} />,
})

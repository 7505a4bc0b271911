import { createFileRoute } from '@tanstack/react-router'
import { requireStudent } from '#app/features/identity/public.ts'
import { TransferRulesScreen } from '#app/features/major-transfer/TransferRulesScreen.tsx'
import { CustomerServiceButton } from '#app/features/support/public.ts'

export const Route = createFileRoute('/noticeTransfer')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireStudent(visit),
  component: () => <TransferRulesScreen contact={<CustomerServiceButton tone="second" />} />,
})

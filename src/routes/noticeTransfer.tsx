import { createFileRoute } from '@tanstack/react-router'
import { studentOnly } from '#app/features/identity/face.ts'
import { ServiceButton } from '#app/features/support/face.ts'
import { RulesScreen } from '#app/features/transfer/RulesScreen.tsx'

export const Route = createFileRoute('/noticeTransfer')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => studentOnly(visit),
  component: () => <RulesScreen contact={<ServiceButton tone="second" />} />,
})

import { createFileRoute } from '@tanstack/react-router'
import { requireStudent } from '#app/features/identity/public.ts'
import { EditTransferScreen } from '#app/features/major-transfer/EditTransferScreen.tsx'
import { TransferApplicationScreen } from '#app/features/major-transfer/TransferApplicationScreen.tsx'

export const Route = createFileRoute('/noticeApply')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: ({ change }): { change?: string } =>
    typeof change === 'string' && change !== '' ? { change } : {},
  beforeLoad: (visit) => requireStudent(visit),
  component: NoticeApply,
})

function NoticeApply() {
  const { change } = Route.useSearch()
  return change === undefined ? <TransferApplicationScreen /> : <EditTransferScreen id={change} />
}

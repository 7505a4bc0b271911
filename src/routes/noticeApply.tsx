import { createFileRoute } from '@tanstack/react-router'
import { requireStudent } from '#app/features/identity/face.ts'
import { TransferApplicationScreen } from '#app/features/transfer/ApplyScreen.tsx'
import { EditTransferScreen } from '#app/features/transfer/ChangeScreen.tsx'

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

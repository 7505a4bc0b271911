import { createFileRoute } from '@tanstack/react-router'
import { requireStudent } from '#app/features/identity/face.ts'
import { TransferProgressScreen } from '#app/features/transfer/ProgressScreen.tsx'

export const Route = createFileRoute('/myNoticeApply')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireStudent(visit),
  component: TransferProgressScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { requireStudent } from '#app/features/identity/public.ts'
import { TransferProgressScreen } from '#app/features/major-transfer/TransferProgressScreen.tsx'

export const Route = createFileRoute('/myNoticeApply')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireStudent(visit),
  component: TransferProgressScreen,
})

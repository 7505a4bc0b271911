import { createFileRoute } from '@tanstack/react-router'
import { studentOnly } from '#app/features/identity/face.ts'
import { ProgressScreen } from '#app/features/transfer/ProgressScreen.tsx'

export const Route = createFileRoute('/myNoticeApply')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => studentOnly(visit),
  component: ProgressScreen,
})

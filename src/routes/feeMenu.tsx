import { createFileRoute } from '@tanstack/react-router'
import { openPage } from '#app/features/identity/face.ts'
import { FeeMenuScreen } from '#app/features/notices/FeeMenuScreen.tsx'

export const Route = createFileRoute('/feeMenu')({
  staticData: { offlineFor: 'everybody' },
  beforeLoad: (visit) => openPage(visit),
  component: FeeMenuScreen,
})

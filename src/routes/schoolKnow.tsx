import { createFileRoute } from '@tanstack/react-router'
import { openPage } from '#app/features/identity/face.ts'
import { KnowScreen } from '#app/features/notices/KnowScreen.tsx'

export const Route = createFileRoute('/schoolKnow')({
  staticData: { offlineFor: 'everybody' },
  beforeLoad: (visit) => openPage(visit),
  component: KnowScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { GuideScreen } from '#app/features/guide/GuideScreen.tsx'
import { openPage } from '#app/features/identity/face.ts'

export const Route = createFileRoute('/schoolKnow')({
  staticData: { offlineFor: 'everybody' },
  beforeLoad: (visit) => openPage(visit),
  component: () => <GuideScreen name="know" />,
})

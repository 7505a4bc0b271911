import { createFileRoute } from '@tanstack/react-router'
import { boundOnly } from '#app/features/identity/face.ts'
import { AdviceScreen } from '#app/features/support/AdviceScreen.tsx'

export const Route = createFileRoute('/advice')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => boundOnly(visit),
  component: AdviceScreen,
})

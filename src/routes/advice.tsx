import { createFileRoute } from '@tanstack/react-router'
import { requireBinding } from '#app/features/identity/face.ts'
import { ComplaintScreen } from '#app/features/support/AdviceScreen.tsx'

export const Route = createFileRoute('/advice')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireBinding(visit),
  component: ComplaintScreen,
})

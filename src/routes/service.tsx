import { createFileRoute } from '@tanstack/react-router'
import { boundOnly } from '#app/features/identity/face.ts'
import { ServiceScreen } from '#app/features/support/ServiceScreen.tsx'

export const Route = createFileRoute('/service')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => boundOnly(visit),
  component: ServiceScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { requireBinding } from '#app/features/identity/public.ts'
import { ComplaintScreen } from '#app/features/support/ComplaintScreen.tsx'

export const Route = createFileRoute('/advice')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireBinding(visit),
  component: ComplaintScreen,
})

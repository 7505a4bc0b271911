import { createFileRoute } from '@tanstack/react-router'
import { requireBoundPerson } from '#app/features/identity/public.ts'
import { ComplaintScreen } from '#app/features/support/ComplaintScreen.tsx'

export const Route = createFileRoute('/advice')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireBoundPerson(visit),
  component: ComplaintScreen,
})

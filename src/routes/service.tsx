import { createFileRoute } from '@tanstack/react-router'
import { requireBoundPerson } from '#app/features/identity/public.ts'
import { CustomerServiceScreen } from '#app/features/support/CustomerServiceScreen.tsx'

export const Route = createFileRoute('/service')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireBoundPerson(visit),
  component: CustomerServiceScreen,
})

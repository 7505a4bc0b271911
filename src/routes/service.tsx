import { createFileRoute } from '@tanstack/react-router'
import { requireBinding } from '#app/features/identity/public.ts'
import { CustomerServiceScreen } from '#app/features/support/CustomerServiceScreen.tsx'

export const Route = createFileRoute('/service')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireBinding(visit),
  component: CustomerServiceScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { requireBinding } from '#app/features/identity/public.ts'
import { IdentityCheckScreen } from '#app/features/profile/IdentityCheckScreen.tsx'

export const Route = createFileRoute('/auth/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireBinding(visit),
  component: IdentityCheckScreen,
})

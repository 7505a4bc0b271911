import { createFileRoute } from '@tanstack/react-router'
import { requireBoundPerson } from '#app/features/identity/public.ts'
import { IdentityCheckScreen } from '#app/features/profile/IdentityCheckScreen.tsx'

export const Route = createFileRoute('/auth/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireBoundPerson(visit),
  component: IdentityCheckScreen,
})

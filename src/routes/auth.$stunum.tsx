import { createFileRoute } from '@tanstack/react-router'
import { requireBinding } from '#app/features/identity/face.ts'
import { IdentityCheckScreen } from '#app/features/profile/IdentityScreen.tsx'

export const Route = createFileRoute('/auth/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireBinding(visit),
  component: IdentityCheckScreen,
})

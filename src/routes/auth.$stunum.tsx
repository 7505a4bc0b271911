import { createFileRoute } from '@tanstack/react-router'
import { boundOnly } from '#app/features/identity/face.ts'
import { IdentityScreen } from '#app/features/profile/IdentityScreen.tsx'

export const Route = createFileRoute('/auth/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => boundOnly(visit),
  component: IdentityScreen,
})

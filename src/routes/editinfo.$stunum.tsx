import { createFileRoute } from '@tanstack/react-router'
import { requireBinding } from '#app/features/identity/face.ts'
import { EditProfileScreen } from '#app/features/profile/EditScreen.tsx'

export const Route = createFileRoute('/editinfo/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireBinding(visit),
  component: EditProfileScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { requireBinding } from '#app/features/identity/public.ts'
import { EditProfileScreen } from '#app/features/profile/EditProfileScreen.tsx'

export const Route = createFileRoute('/editinfo/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireBinding(visit),
  component: EditProfileScreen,
})

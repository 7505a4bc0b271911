import { createFileRoute } from '@tanstack/react-router'
import { requireBoundPerson } from '#app/features/identity/public.ts'
import { EditProfileScreen } from '#app/features/profile/EditProfileScreen.tsx'

export const Route = createFileRoute('/editinfo/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireBoundPerson(visit),
  component: EditProfileScreen,
})

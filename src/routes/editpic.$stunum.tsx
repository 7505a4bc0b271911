import { createFileRoute } from '@tanstack/react-router'
import { requireBoundPerson } from '#app/features/identity/public.ts'
import { AvatarScreen } from '#app/features/profile/AvatarScreen.tsx'

export const Route = createFileRoute('/editpic/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireBoundPerson(visit),
  component: AvatarScreen,
})

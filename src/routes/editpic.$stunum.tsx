import { createFileRoute } from '@tanstack/react-router'
import { boundOnly } from '#app/features/identity/face.ts'
import { AvatarScreen } from '#app/features/profile/AvatarScreen.tsx'

export const Route = createFileRoute('/editpic/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => boundOnly(visit),
  component: AvatarScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { boundOnly } from '#app/features/identity/face.ts'
import { EditScreen } from '#app/features/profile/EditScreen.tsx'

export const Route = createFileRoute('/editinfo/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => boundOnly(visit),
  component: EditScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { boundOnly } from '#app/features/identity/face.ts'
import { ResetScreen } from '#app/features/profile/ResetScreen.tsx'

export const Route = createFileRoute('/resetpass/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => boundOnly(visit),
  component: ResetScreen,
})

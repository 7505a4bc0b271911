import { createFileRoute } from '@tanstack/react-router'
import { boundOnly } from '#app/features/identity/face.ts'
import { PasswordScreen } from '#app/features/profile/PasswordScreen.tsx'

export const Route = createFileRoute('/changepass/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => boundOnly(visit),
  component: PasswordScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { requireBoundPerson } from '#app/features/identity/public.ts'
import { ResetPasswordScreen } from '#app/features/profile/ResetPasswordScreen.tsx'

export const Route = createFileRoute('/resetpass/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireBoundPerson(visit),
  component: ResetPasswordScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { requireBinding } from '#app/features/identity/public.ts'
import { ResetPasswordScreen } from '#app/features/profile/ResetPasswordScreen.tsx'

export const Route = createFileRoute('/resetpass/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireBinding(visit),
  component: ResetPasswordScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { requireBoundPerson } from '#app/features/identity/public.ts'
import { VerifyPhoneScreen } from '#app/features/profile/VerifyPhoneScreen.tsx'

export const Route = createFileRoute('/verphonenum/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireBoundPerson(visit),
  component: VerifyPhoneScreen,
})

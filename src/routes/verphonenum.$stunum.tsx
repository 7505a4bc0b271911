import { createFileRoute } from '@tanstack/react-router'
import { boundOnly } from '#app/features/identity/face.ts'
import { VerifyPhoneScreen } from '#app/features/profile/VerifyPhoneScreen.tsx'

export const Route = createFileRoute('/verphonenum/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => boundOnly(visit),
  component: VerifyPhoneScreen,
})

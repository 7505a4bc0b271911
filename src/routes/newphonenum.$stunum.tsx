import { createFileRoute } from '@tanstack/react-router'
import { requireBoundPerson } from '#app/features/identity/public.ts'
import { NewPhoneScreen } from '#app/features/profile/NewPhoneScreen.tsx'

export const Route = createFileRoute('/newphonenum/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireBoundPerson(visit),
  component: NewPhoneScreen,
})

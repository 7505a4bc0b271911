import { createFileRoute } from '@tanstack/react-router'
import { requireBoundPerson } from '#app/features/identity/public.ts'
import { CurrentPhoneScreen } from '#app/features/profile/CurrentPhoneScreen.tsx'

export const Route = createFileRoute('/changephonenum/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireBoundPerson(visit),
  component: CurrentPhoneScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { guardPublicPage, redirectToOwnNumber } from '#app/features/identity/public.ts'
import { SampleDeferralScreen } from '#app/features/registration-sheet/SampleDeferralScreen.tsx'

export const Route = createFileRoute('/delay/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: async (visit) => {
    await guardPublicPage(visit)
    redirectToOwnNumber(visit)
  },
  component: SampleDeferralScreen,
})

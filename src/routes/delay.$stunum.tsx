import { createFileRoute } from '@tanstack/react-router'
import { guardPublicPage, requireOwnNumber } from '#app/features/identity/face.ts'
import { SampleDeferralScreen } from '#app/features/report/DelayScreen.tsx'

export const Route = createFileRoute('/delay/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: async (visit) => {
    await guardPublicPage(visit)
    requireOwnNumber(visit)
  },
  component: SampleDeferralScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { guardPublicPage, redirectToOwnNumber } from '#app/features/identity/public.ts'
import { SampleFormScreen } from '#app/features/registration-sheet/SampleFormScreen.tsx'

export const Route = createFileRoute('/generateform/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: async (visit) => {
    await guardPublicPage(visit)
    redirectToOwnNumber(visit)
  },
  component: SampleFormScreen,
})

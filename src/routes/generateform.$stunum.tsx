import { createFileRoute } from '@tanstack/react-router'
import { guardPublicPage, requireOwnNumber } from '#app/features/identity/face.ts'
import { SampleFormScreen } from '#app/features/report/FormScreen.tsx'

export const Route = createFileRoute('/generateform/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: async (visit) => {
    await guardPublicPage(visit)
    requireOwnNumber(visit)
  },
  component: SampleFormScreen,
})

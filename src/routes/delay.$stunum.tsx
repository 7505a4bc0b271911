import { createFileRoute } from '@tanstack/react-router'
import { openPage, ownNumber } from '#app/features/identity/face.ts'
import { DelayScreen } from '#app/features/report/DelayScreen.tsx'

export const Route = createFileRoute('/delay/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: async (visit) => {
    await openPage(visit)
    ownNumber(visit)
  },
  component: DelayScreen,
})

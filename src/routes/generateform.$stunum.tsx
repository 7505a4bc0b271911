import { createFileRoute } from '@tanstack/react-router'
import { openPage, ownNumber } from '#app/features/identity/face.ts'
import { FormScreen } from '#app/features/report/FormScreen.tsx'

export const Route = createFileRoute('/generateform/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: async (visit) => {
    await openPage(visit)
    ownNumber(visit)
  },
  component: FormScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { ownNumber } from '#app/features/identity/face.ts'
import { PaidScreen } from '#app/features/report/PaidScreen.tsx'

export const Route = createFileRoute('/feepaid/{-$stunum}')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => ownNumber(visit),
  component: PaidScreen,
})

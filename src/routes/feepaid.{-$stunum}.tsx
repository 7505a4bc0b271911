import { createFileRoute } from '@tanstack/react-router'
import { requireOwnNumber } from '#app/features/identity/face.ts'
import { SamplePaidScreen } from '#app/features/report/PaidScreen.tsx'

export const Route = createFileRoute('/feepaid/{-$stunum}')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireOwnNumber(visit),
  component: SamplePaidScreen,
})

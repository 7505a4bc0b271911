import { createFileRoute } from '@tanstack/react-router'
import { requireOwnNumber } from '#app/features/identity/public.ts'
import { SamplePaidScreen } from '#app/features/registration-sheet/SamplePaidScreen.tsx'

export const Route = createFileRoute('/feepaid/{-$stunum}')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireOwnNumber(visit),
  component: SamplePaidScreen,
})

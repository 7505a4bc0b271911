import { createFileRoute } from '@tanstack/react-router'
import { redirectToOwnNumber } from '#app/features/identity/public.ts'
import { SamplePaidScreen } from '#app/features/registration-sheet/SamplePaidScreen.tsx'

export const Route = createFileRoute('/feepaid/{-$stunum}')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => redirectToOwnNumber(visit),
  component: SamplePaidScreen,
})

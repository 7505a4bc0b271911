import { createFileRoute } from '@tanstack/react-router'
import { redirectToOwnNumber } from '#app/features/identity/public.ts'
import { SampleTuitionScreen } from '#app/features/registration-sheet/SampleTuitionScreen.tsx'

export const Route = createFileRoute('/paytuition/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => redirectToOwnNumber(visit),
  component: Tuition,
})

function Tuition() {
  return <SampleTuitionScreen stunum={Route.useParams().stunum} />
}

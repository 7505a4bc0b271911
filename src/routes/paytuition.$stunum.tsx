import { createFileRoute } from '@tanstack/react-router'
import { ownNumber } from '#app/features/identity/face.ts'
import { TuitionScreen } from '#app/features/report/TuitionScreen.tsx'

export const Route = createFileRoute('/paytuition/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => ownNumber(visit),
  component: Tuition,
})

function Tuition() {
  return <TuitionScreen stunum={Route.useParams().stunum} />
}

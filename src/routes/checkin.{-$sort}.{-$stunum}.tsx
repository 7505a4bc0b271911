import { createFileRoute } from '@tanstack/react-router'
import { CheckinScreen } from '#app/features/fees/CheckinScreen.tsx'
import { studentOnly } from '#app/features/identity/face.ts'
import { useSession } from '#app/lib/session.ts'

export const Route = createFileRoute('/checkin/{-$sort}/{-$stunum}')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => studentOnly(visit),
  component: Checkin,
})

function Checkin() {
  const { sort, stunum } = Route.useParams()
  // Only both together name a step (D-36).
  return (
    <CheckinScreen
      sort={stunum === undefined ? undefined : sort}
      stunum={useSession()?.stunum ?? ''}
    />
  )
}

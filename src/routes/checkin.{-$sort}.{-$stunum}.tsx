import { createFileRoute } from '@tanstack/react-router'
import { PaidFeesScreen } from '#app/features/fees/PaidFeesScreen.tsx'
import { requireStudent } from '#app/features/identity/public.ts'
import { useSession } from '#app/lib/session/session.ts'

export const Route = createFileRoute('/checkin/{-$sort}/{-$stunum}')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireStudent(visit),
  component: Checkin,
})

function Checkin() {
  const { sort, stunum } = Route.useParams()
  // The two parameters together identify a step (D-36).
  return (
    <PaidFeesScreen
      sort={stunum === undefined ? undefined : sort}
      stunum={useSession()?.stunum ?? ''}
    />
  )
}

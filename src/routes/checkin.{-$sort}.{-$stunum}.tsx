import { createFileRoute } from '@tanstack/react-router'
import { CheckinScreen } from '#app/features/fees/CheckinScreen.tsx'
import { studentOnly } from '#app/features/identity/guard.ts'
import { useSession } from '#app/lib/session.ts'

export const Route = createFileRoute('/checkin/{-$sort}/{-$stunum}')({
  beforeLoad: (visit) => studentOnly(visit),
  component: Checkin,
})

function Checkin() {
  return <CheckinScreen sort={Route.useParams().sort} stunum={useSession()?.stunum ?? ''} />
}

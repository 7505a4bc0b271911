import { createFileRoute } from '@tanstack/react-router'
import { requireBoundPerson } from '#app/features/identity/public.ts'
import { RepairScreen } from '#app/features/outbox/RepairScreen.tsx'

export const Route = createFileRoute('/outbox/$order/repair')({
  staticData: { offlineFor: 'students' },
  beforeLoad: ({ location }) => requireBoundPerson({ location, params: {} }),
  component: Repair,
})

function Repair() {
  const { order } = Route.useParams()
  return <RepairScreen order={order} />
}

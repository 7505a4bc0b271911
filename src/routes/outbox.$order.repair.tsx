import { createFileRoute } from '@tanstack/react-router'
import { RepairScreen } from '#app/features/outbox/RepairScreen.tsx'

export const Route = createFileRoute('/outbox/$order/repair')({ component: Repair })

function Repair() {
  const { order } = Route.useParams()
  return <RepairScreen order={order} />
}

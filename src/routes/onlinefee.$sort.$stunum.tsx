import { createFileRoute } from '@tanstack/react-router'
import { OnlineFeeScreen } from '#app/features/fees/OnlineFeeScreen.tsx'
import { studentPage } from '#app/features/identity/guard.ts'

export const Route = createFileRoute('/onlinefee/$sort/$stunum')({
  beforeLoad: (visit) => studentPage(visit),
  component: FeeStep,
})

function FeeStep() {
  const { sort, stunum } = Route.useParams()
  return <OnlineFeeScreen step={sort} stunum={stunum} />
}

import { createFileRoute } from '@tanstack/react-router'
import { PaymentResultScreen } from '#app/features/fees/PaymentResultScreen.tsx'
import { requireStudent } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/PayFailed/{-$sort}/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireStudent(visit),
  component: Failed,
})

function Failed() {
  const { sort, stunum } = Route.useParams()
  return <PaymentResultScreen reportedResult="failed" sort={sort} stunum={stunum} />
}

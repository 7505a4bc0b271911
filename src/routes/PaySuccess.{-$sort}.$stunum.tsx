import { createFileRoute } from '@tanstack/react-router'
import { PaymentResultScreen } from '#app/features/fees/PaymentResultScreen.tsx'
import { requireStudent } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/PaySuccess/{-$sort}/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireStudent(visit),
  component: Success,
})

function Success() {
  const { sort, stunum } = Route.useParams()
  return <PaymentResultScreen reportedResult="paid" sort={sort} stunum={stunum} />
}

import { createFileRoute } from '@tanstack/react-router'
import { PaymentChoiceScreen } from '#app/features/fees/PaymentChoiceScreen.tsx'
import { guardStudentPage } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/pay/{-$sort}/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => guardStudentPage(visit),
  component: Choose,
})

function Choose() {
  const { sort, stunum } = Route.useParams()
  return <PaymentChoiceScreen sort={sort} stunum={stunum} />
}

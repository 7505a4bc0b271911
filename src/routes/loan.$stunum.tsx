import { createFileRoute } from '@tanstack/react-router'
import { LoanScreen } from '#app/features/green-channel/LoanScreen.tsx'
import { guardStudentPage } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/loan/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => guardStudentPage(visit),
  component: Loan,
})

function Loan() {
  return <LoanScreen stunum={Route.useParams().stunum} />
}

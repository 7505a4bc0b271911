import { createFileRoute } from '@tanstack/react-router'
import { LoanScreen } from '#app/features/greenchannel/LoanScreen.tsx'
import { guardStudentPage } from '#app/features/identity/face.ts'

export const Route = createFileRoute('/loan/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => guardStudentPage(visit),
  component: Loan,
})

function Loan() {
  return <LoanScreen stunum={Route.useParams().stunum} />
}

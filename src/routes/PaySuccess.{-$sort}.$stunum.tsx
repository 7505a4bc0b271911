import { createFileRoute } from '@tanstack/react-router'
import { ResultScreen } from '#app/features/fees/ResultScreen.tsx'
import { studentOnly } from '#app/features/identity/face.ts'

export const Route = createFileRoute('/PaySuccess/{-$sort}/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => studentOnly(visit),
  component: Success,
})

function Success() {
  const { sort, stunum } = Route.useParams()
  return <ResultScreen says="paid" sort={sort} stunum={stunum} />
}

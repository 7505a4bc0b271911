import { createFileRoute } from '@tanstack/react-router'
import { ResultScreen } from '#app/features/fees/ResultScreen.tsx'
import { studentOnly } from '#app/features/identity/face.ts'

export const Route = createFileRoute('/PayFailed/{-$sort}/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => studentOnly(visit),
  component: Failed,
})

function Failed() {
  const { sort, stunum } = Route.useParams()
  return <ResultScreen says="failed" sort={sort} stunum={stunum} />
}

import { createFileRoute } from '@tanstack/react-router'
import { ChooseScreen } from '#app/features/fees/ChooseScreen.tsx'
import { studentPage } from '#app/features/identity/face.ts'

export const Route = createFileRoute('/pay/{-$sort}/$stunum')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => studentPage(visit),
  component: Choose,
})

function Choose() {
  const { sort, stunum } = Route.useParams()
  return <ChooseScreen sort={sort} stunum={stunum} />
}

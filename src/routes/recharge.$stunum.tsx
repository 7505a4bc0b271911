import { createFileRoute } from '@tanstack/react-router'
import { ListScreen } from '#app/features/fees/ListScreen.tsx'
import { studentOnly } from '#app/features/identity/face.ts'

export const Route = createFileRoute('/recharge/$stunum')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: ({ all }): { all?: true } => (all === true ? { all } : {}),
  beforeLoad: (visit) => studentOnly(visit),
  component: List,
})

function List() {
  return <ListScreen stunum={Route.useParams().stunum} all={Route.useSearch().all === true} />
}

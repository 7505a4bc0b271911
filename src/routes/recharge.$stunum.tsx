import { createFileRoute } from '@tanstack/react-router'
import { FeeListScreen } from '#app/features/fees/FeeListScreen.tsx'
import { requireStudent } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/recharge/$stunum')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: ({ all }): { all?: true } => (all === true ? { all } : {}),
  beforeLoad: (visit) => requireStudent(visit),
  component: List,
})

function List() {
  return <FeeListScreen stunum={Route.useParams().stunum} all={Route.useSearch().all === true} />
}

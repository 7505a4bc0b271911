import { createFileRoute } from '@tanstack/react-router'
import { requireStudent } from '#app/features/identity/public.ts'
import { UniformScreen } from '#app/features/uniform/UniformScreen.tsx'

export const Route = createFileRoute('/militaryTrainingClothing/$sort/$stunum')({
  staticData: { offlineFor: 'newcomers' },
  beforeLoad: (visit) => requireStudent(visit),
  component: UniformStep,
})

function UniformStep() {
  const { sort, stunum } = Route.useParams()
  return <UniformScreen step={sort} stunum={stunum} />
}

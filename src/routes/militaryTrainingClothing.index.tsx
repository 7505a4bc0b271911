import { createFileRoute } from '@tanstack/react-router'
import { requireStudent } from '#app/features/identity/public.ts'
import { UniformScreen } from '#app/features/uniform/UniformScreen.tsx'
import { useSession } from '#app/lib/session/session.ts'

// The older form of the address, ?sort=&stunum= or no parameters (D-36). The number in it is
// ignored, as elsewhere: the user's own is used.
export const Route = createFileRoute('/militaryTrainingClothing/')({
  staticData: { offlineFor: 'newcomers' },
  validateSearch: ({ sort }): { sort?: number } =>
    /^\d+$/.test(String(sort)) ? { sort: Number(sort) } : {},
  beforeLoad: (visit) => requireStudent(visit),
  component: Uniform,
})

function Uniform() {
  const { sort } = Route.useSearch()
  return <UniformScreen step={sort?.toString()} stunum={useSession()?.stunum ?? ''} />
}

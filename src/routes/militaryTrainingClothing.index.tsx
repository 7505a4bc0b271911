import { createFileRoute } from '@tanstack/react-router'
import { requireStudent } from '#app/features/identity/public.ts'
import { UniformScreen } from '#app/features/uniform/UniformScreen.tsx'
import { useSession } from '#app/lib/session/session.ts'

// The older form of the address, with ?sort=&stunum= or without parameters (D-36). The number in
// the address is ignored, as on other pages: the page uses the user's own number.
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

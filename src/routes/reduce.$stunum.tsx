import { createFileRoute } from '@tanstack/react-router'
import { ReduceScreen } from '#app/features/greenchannel/ReduceScreen.tsx'
import { studentPage } from '#app/features/identity/guard.ts'

export const Route = createFileRoute('/reduce/$stunum')({
  // Yuan, as the fee page computed them; a number, unless somebody wrote the address by hand.
  // Anything else is said to be nothing, else the router would hand it on.
  validateSearch: ({ tmp }): { tmp?: string | number | undefined } => ({
    tmp: typeof tmp === 'string' || typeof tmp === 'number' ? tmp : undefined,
  }),
  beforeLoad: (visit) => studentPage(visit),
  component: Reduce,
})

function Reduce() {
  const { tmp } = Route.useSearch()
  return (
    <ReduceScreen
      stunum={Route.useParams().stunum}
      yuan={tmp === undefined ? undefined : String(tmp)}
    />
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { useDeferrable } from '#app/features/fees/face.ts'
import { ReduceScreen } from '#app/features/greenchannel/ReduceScreen.tsx'
import { studentPage } from '#app/features/identity/face.ts'

export const Route = createFileRoute('/reduce/$stunum')({
  staticData: { offlineFor: 'nobody' },
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
      useDeferrable={useDeferrable}
      yuan={tmp === undefined ? undefined : String(tmp)}
    />
  )
}

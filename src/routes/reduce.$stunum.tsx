import { createFileRoute } from '@tanstack/react-router'
import { useDeferrableAmount } from '#app/features/fees/public.ts'
import { DeferralScreen } from '#app/features/green-channel/DeferralScreen.tsx'
import { guardStudentPage } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/reduce/$stunum')({
  staticData: { offlineFor: 'nobody' },
  // Yuan, as the fee page computed them; a number, unless somebody wrote the address by hand.
  // Anything else is said to be nothing, else the router would hand it on.
  validateSearch: ({ tmp }): { tmp?: string | number | undefined } => ({
    tmp: typeof tmp === 'string' || typeof tmp === 'number' ? tmp : undefined,
  }),
  beforeLoad: (visit) => guardStudentPage(visit),
  component: Reduce,
})

function Reduce() {
  const { tmp } = Route.useSearch()
  return (
    <DeferralScreen
      stunum={Route.useParams().stunum}
      useDeferrable={useDeferrableAmount}
      yuan={tmp === undefined ? undefined : String(tmp)}
    />
  )
}

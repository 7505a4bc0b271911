import { createFileRoute } from '@tanstack/react-router'
import { useDeferrableAmount } from '#app/features/fees/public.ts'
import { DeferralScreen } from '#app/features/green-channel/DeferralScreen.tsx'
import { guardStudentPage } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/reduce/$stunum')({
  staticData: { offlineFor: 'nobody' },
  // The amount in yuan that the fee page computed; a string if the address was typed by hand.
  // Invalid values become undefined explicitly, else the router would keep them.
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

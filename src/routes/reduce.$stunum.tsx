import { createFileRoute } from '@tanstack/react-router'
import { useDeferrableTotal } from '#app/features/fees/public.ts'
import { DeferralScreen } from '#app/features/green-channel/DeferralScreen.tsx'
import { guardStudentPage } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/reduce/$stunum')({
  staticData: { offlineFor: 'nobody' },
  // The amount in yuan that the fee page has computed; a string if the user typed the address. An
  // invalid value becomes undefined explicitly, because the router would otherwise keep it.
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
      useDeferrable={useDeferrableTotal}
      yuan={tmp === undefined ? undefined : String(tmp)}
    />
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { OnlineFeeScreen } from '#app/features/fees/OnlineFeeScreen.tsx'
import { prefetchFeeOverview } from '#app/features/fees/public.ts'
import { guardStudentPage } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/onlinefee/$sort/$stunum')({
  staticData: { offlineFor: 'students' },
  // The loader travels with the screen: what it reads is nothing for the first load.
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: (visit) => guardStudentPage(visit),
  loader: prefetchFeeOverview,
  component: FeeStep,
})

function FeeStep() {
  const { sort, stunum } = Route.useParams()
  return <OnlineFeeScreen step={sort} stunum={stunum} />
}

import { createFileRoute } from '@tanstack/react-router'
import { OnlineFeeScreen } from '#app/features/fees/OnlineFeeScreen.tsx'
import { prefetchFeeOverview } from '#app/features/fees/public.ts'
import { guardStudentPage } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/onlinefee/$sort/$stunum')({
  staticData: { offlineFor: 'students' },
  // The loader is in the screen's chunk, because its reads are not part of the first load.
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: (visit) => guardStudentPage(visit),
  loader: prefetchFeeOverview,
  component: FeeStep,
})

function FeeStep() {
  const { sort, stunum } = Route.useParams()
  return <OnlineFeeScreen step={sort} stunum={stunum} />
}

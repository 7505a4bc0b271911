import { createFileRoute } from '@tanstack/react-router'
import { ScanListScreen } from '#app/features/checkin/ScanListScreen.tsx'
import { StationsScreen } from '#app/features/checkin/StationsScreen.tsx'
import { guardSupervisorPage, requireBoundPerson } from '#app/features/identity/public.ts'
import { LazyExportItems } from '#app/features/outbox/public.ts'

// `/scanCodes` is the dormitory, `/scanCodes/stations` the list of the other stations, and an id
// behind it the scanner of one.
export const Route = createFileRoute('/scanCodes/{-$station}')({
  staticData: { offlineFor: 'staff' },
  beforeLoad: ({ location, params }) =>
    params.station
      ? requireBoundPerson({ location, params: {} })
      : guardSupervisorPage({ location }),
  component: ScanCodes,
})

function ScanCodes() {
  const { station } = Route.useParams()
  return station ? (
    <StationsScreen scanning={station} />
  ) : (
    <ScanListScreen exportLeft={(left) => <LazyExportItems left={left} />} />
  )
}

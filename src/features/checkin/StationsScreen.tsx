import { DoorOpen } from 'lucide'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useStaleDataNotice } from '#app/lib/cache/stale-data-notice.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { lazyComponent } from '#app/ui/lazy-component.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { Row } from '#app/ui/Row.tsx'
import { StaleDataBanner } from '#app/ui/StaleDataBanner.tsx'
import type { OwnStation } from '#contract/stations'
import { scannerTexts } from '#i18n/checkin-scanner'
import { stationTexts } from '#i18n/stations'
import { OfflineChecklist } from './roster/OfflineChecklist.tsx'
import { useStationRoster } from './roster/queries.ts'
import { countRoster } from './roster/roster-counts.ts'
import { RosterList } from './roster/RosterList.tsx'
import { stationsQuery } from './roster/stations-query.ts'
import { useScans } from './scans/scans.ts'
import { SignInPrompt } from './scans/SignInPrompt.tsx'
import { WaitingScans } from './scans/WaitingScans.tsx'

// The scanner is on every staff phone, because `/scanning` needs it.
const StationScannerScreen = lazyComponent(
  async () => (await import('./ScannerScreen.tsx')).StationScannerScreen,
)

/**
 * The stations at which a staff member scans, or the scanner of the station `scanning`. The roster of
 * each station is on the phone once the list was opened.
 */
export function StationsScreen({ scanning }: { scanning?: string | undefined }) {
  const texts = useTexts(stationTexts)
  const kept = useCachedQuery(stationsQuery())
  const age = useStaleDataNotice(kept, texts.title)
  const found = kept.data?.stations
  const chosen = found?.find(({ id }) => id === scanning)
  if (chosen !== undefined) return <StationScannerScreen station={chosen} />
  return (
    <Page title={texts.title} back banner={age && <StaleDataBanner {...age} />}>
      {found === undefined ? (
        <QueryFallback kept={kept} failed={texts.failed} />
      ) : found.length === 0 ? (
        <EmptyState icon={<Icon of={DoorOpen} />} title={texts.none} text={texts.noneText} />
      ) : (
        found.map((station) => <StationCards key={station.id} station={station} />)
      )}
    </Page>
  )
}

function StationCards({ station }: { station: OwnStation }) {
  const texts = useTexts(stationTexts)
  const scans = useTexts(scannerTexts)
  const named = useTranslateName()
  const { id, name, before, repeats } = station
  const kept = useStationRoster(id)
  const roster = kept.data?.roster
  const { waiting, delivered } = useScans(id)
  const counts = roster && countRoster(roster, { waiting, delivered })
  const rules = [before.length > 0 && texts.before(before.map(named)), repeats && texts.repeats]
  return (
    <>
      <SignInPrompt next="/scanCodes/stations" station={id} />
      <Card flush title={named(name)}>
        <Row
          label={
            counts === undefined || repeats
              ? texts.visited(station.visited, station.expected)
              : texts.visited(counts.arrived, counts.all)
          }
          description={rules.filter(Boolean).join(' · ')}
        />
      </Card>
      <ButtonLink to="/scanCodes/{-$station}" params={{ station: id }}>
        {scans.scan}
      </ButtonLink>
      <OfflineChecklist roster={roster} />
      <WaitingScans roster={roster} station={id} />
      {roster !== undefined && counts !== undefined && (
        <RosterList roster={roster} tally={counts} isStation onRemoved={kept.retry} />
      )}
    </>
  )
}

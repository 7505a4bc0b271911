import { DoorOpen } from 'lucide'
import { LazyOfficeAccessLink } from '#app/features/office/public.ts'
import { useStaleDataNotice } from '#app/lib/cache/stale-data-notice.ts'
import { formatRecentPhoneTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { Row, RowLink } from '#app/ui/Row.tsx'
import { StaleDataBanner } from '#app/ui/StaleDataBanner.tsx'
import { checkinTexts } from '#i18n/checkin'
import { scannerTexts } from '#i18n/checkin-scanner'
import { stationTexts } from '#i18n/stations'
import { useGivenKeys } from './keys/given-key.ts'
import { ArrivalRow } from './roster/ArrivalRow.tsx'
import { OfflineChecklist } from './roster/OfflineChecklist.tsx'
import { listPortraitNames, usePortraits } from './roster/portraits.ts'
import { useArrivals, useRoster } from './roster/queries.ts'
import { countRoster } from './roster/roster-counts.ts'
import { RosterList } from './roster/RosterList.tsx'
import { useScans } from './scans/scans.ts'
import { SignInPrompt } from './scans/SignInPrompt.tsx'
import { useScanReplyToasts } from './scans/useScanReplyToasts.ts'
import { WaitingScans } from './scans/WaitingScans.tsx'
import { type ExportColleagueScans, ColleagueScans } from './shared-phone/ColleagueScans.tsx'

const SHOWN = 9

/**
 * The supervisor's list: whether this phone can check codes offline, its unsent scans, and the last
 * nine arrivals (SCN-01, SCN-03).
 */
export function ScanListScreen({ exportLeft }: { exportLeft: ExportColleagueScans }) {
  const texts = useTexts(scannerTexts)
  useScanReplyToasts()
  const titles = useTexts(checkinTexts)
  const stationNames = useTexts(stationTexts)
  const language = useLanguage()
  const roster = useRoster()
  const arrivals = useArrivals()
  const age = useStaleDataNotice(arrivals, titles.title)
  const list = roster.data?.roster
  const residents = list?.residents
  const portraitUrls = usePortraits(list)
  const named = list === undefined ? [] : listPortraitNames(list)
  const have = named.filter((face) => portraitUrls[face] !== undefined).length
  const { waiting, delivered } = useScans()
  const findKey = useGivenKeys(list)
  const rosterCounts = list && countRoster(list, { waiting, delivered })
  const readAgain = () => {
    arrivals.retry()
    roster.retry()
  }
  const latest = arrivals.data?.arrivals
  const lack = arrivals.lack ?? roster.lack
  return (
    <Page title={titles.title} back banner={age && <StaleDataBanner {...age} />}>
      <SignInPrompt next="/scanCodes" />
      {lack !== undefined && <LazyOfficeAccessLink lack={lack} />}
      <ButtonLink to="/scanning">{texts.scan}</ButtonLink>
      <OfflineChecklist roster={list} />
      <Card flush title={texts.roster}>
        {rosterCounts === undefined || residents === undefined ? (
          <Row label={texts.rosterNone} />
        ) : residents.length === 0 ? (
          <Row label={texts.rosterEmpty} />
        ) : (
          <Row
            label={texts.rosterCount(rosterCounts.arrived, rosterCounts.all)}
            description={[
              rosterCounts.waiting > 0 && texts.rosterWaiting(rosterCounts.waiting),
              named.length > 0 && texts.rosterFaces(have, named.length),
              roster.at !== undefined &&
                texts.rosterAge(formatRecentPhoneTime(roster.at, language)),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        )}
      </Card>
      <WaitingScans roster={list} findKey={findKey} />
      <ColleagueScans roster={list} exportLeft={exportLeft} onDelivered={readAgain} />
      {latest === undefined && <QueryFallback kept={arrivals} failed={texts.failed} />}
      {latest?.length === 0 && (
        <EmptyState icon={<Icon of={DoorOpen} />} title={texts.none} text={texts.noneText} />
      )}
      {latest !== undefined && latest.length > 0 && (
        <Card flush title={texts.latest}>
          {latest.slice(0, SHOWN).map((arrival) => (
            <ArrivalRow
              key={arrival.id}
              arrival={arrival}
              findKey={findKey}
              onRemoved={readAgain}
            />
          ))}
        </Card>
      )}
      {list !== undefined && rosterCounts !== undefined && (
        <RosterList roster={list} tally={rosterCounts} findKey={findKey} onRemoved={readAgain} />
      )}
      <Card flush>
        <RowLink
          to="/scanCodes/{-$station}"
          params={{ station: 'stations' }}
          label={stationNames.title}
        />
        <RowLink
          to="/scanning"
          search={{ desk: '1' }}
          label={texts.desk}
          description={texts.deskText}
        />
      </Card>
    </Page>
  )
}

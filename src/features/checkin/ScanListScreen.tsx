import { DoorOpen } from 'lucide'
import { GateLinkLater } from '#app/features/office/face.ts'
import { useAge } from '#app/lib/age.ts'
import { useLanguage, useTexts } from '#app/lib/language.ts'
import { agoByPhone } from '#app/lib/moments.ts'
import { AgeBanner } from '#app/ui/AgeBanner.tsx'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { Row, RowLink } from '#app/ui/Row.tsx'
import { checkinTexts } from '#i18n/checkin'
import { scannerTexts } from '#i18n/checkin-scanner'
import { commonTexts } from '#i18n/common'
import { ArrivalRow } from './ArrivalRow.tsx'
import { CorridorCheck } from './CorridorCheck.tsx'
import { namedFaces, useFaces } from './faces.ts'
import { type ExportLeft, LeftScans } from './LeftScans.tsx'
import { RosterList } from './RosterList.tsx'
import { useArrivals, useRoster } from './scanner.ts'
import { useScans } from './scans.ts'
import { SignInAgain } from './SignInAgain.tsx'
import { tallyOf } from './tally.ts'
import { useSaid } from './useSaid.ts'
import { WaitingScans } from './WaitingScans.tsx'

const SHOWN = 9

/**
 * The supervisor's list: who can be checked without a network, what waits on this phone, the last
 * nine (SCN-01, SCN-03).
 */
export function ScanListScreen({ exportLeft }: { exportLeft: ExportLeft }) {
  const texts = useTexts(scannerTexts)
  useSaid()
  const titles = useTexts(checkinTexts)
  const common = useTexts(commonTexts)
  const language = useLanguage()
  const roster = useRoster()
  const arrivals = useArrivals()
  const age = useAge(arrivals, titles.title)
  const list = roster.data?.roster
  const residents = list?.residents
  const faces = useFaces(list)
  const named = list === undefined ? [] : namedFaces(list)
  const have = named.filter((face) => faces[face] !== undefined).length
  const { waiting, delivered } = useScans()
  const tally = list && tallyOf(list, { waiting, delivered })
  const readAgain = () => {
    arrivals.retry()
    roster.retry()
  }
  const latest = arrivals.data?.arrivals
  const lack = arrivals.lack ?? roster.lack
  return (
    <Page title={titles.title} back banner={age && <AgeBanner {...age} />}>
      <SignInAgain next="/scanCodes" />
      {lack !== undefined && <GateLinkLater lack={lack} />}
      <ButtonLink to="/scanning">{texts.scan}</ButtonLink>
      <CorridorCheck roster={list} />
      <Card flush title={texts.roster}>
        {tally === undefined || residents === undefined ? (
          <Row label={texts.rosterNone} />
        ) : residents.length === 0 ? (
          <Row label={texts.rosterEmpty} />
        ) : (
          <Row
            label={texts.rosterCount(tally.inside, tally.all)}
            description={[
              tally.waiting > 0 && texts.rosterWaiting(tally.waiting),
              named.length > 0 && texts.rosterFaces(have, named.length),
              roster.at !== undefined && texts.rosterAge(agoByPhone(roster.at, language)),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        )}
      </Card>
      <WaitingScans roster={list} />
      <LeftScans roster={list} exportLeft={exportLeft} onDelivered={readAgain} />
      {latest === undefined && (
        <Reading
          kept={arrivals}
          failed={texts.failed}
          retryLabel={texts.retry}
          loadingLabel={common.loading}
        />
      )}
      {latest?.length === 0 && (
        <Empty icon={<Icon of={DoorOpen} />} title={texts.none} text={texts.noneText} />
      )}
      {latest !== undefined && latest.length > 0 && (
        <Card flush title={texts.latest}>
          {latest.slice(0, SHOWN).map((arrival) => (
            <ArrivalRow key={arrival.id} arrival={arrival} onRemoved={readAgain} />
          ))}
        </Card>
      )}
      {list !== undefined && tally !== undefined && (
        <RosterList roster={list} tally={tally} onRemoved={readAgain} />
      )}
      <Card flush>
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

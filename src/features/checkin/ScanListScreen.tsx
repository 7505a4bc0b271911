import DoorOpen from 'lucide-react/icons/door-open'
import { useAge } from '#app/lib/age.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { agoOrDate } from '#app/lib/moments.ts'
import { AgeBanner } from '#app/ui/AgeBanner.tsx'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { Row } from '#app/ui/Row.tsx'
import { checkinWords } from '#words/checkin'
import { scannerWords } from '#words/checkin-scanner'
import { commonWords } from '#words/common'
import { ArrivalRow } from './ArrivalRow.tsx'
import { type ExportLeft, LeftScans } from './LeftScans.tsx'
import { useArrivals, useRoster } from './scanner.ts'
import { SignInAgain } from './SignInAgain.tsx'
import { useSaid } from './useSaid.ts'
import { WaitingScans } from './WaitingScans.tsx'

const SHOWN = 9

/**
 * The supervisor's list: who can be checked without a network, what waits on this phone, the last
 * nine (SCN-01, SCN-03).
 */
export function ScanListScreen({ exportLeft }: { exportLeft: ExportLeft }) {
  const words = useWords(scannerWords)
  useSaid()
  const texts = useWords(checkinWords)
  const common = useWords(commonWords)
  const language = useLanguage()
  const roster = useRoster()
  const arrivals = useArrivals()
  const age = useAge(arrivals, texts.title)
  const residents = roster.data?.roster.residents
  const latest = arrivals.data?.arrivals
  return (
    <Page title={texts.title} back banner={age && <AgeBanner {...age} />}>
      <SignInAgain next="/scanCodes" />
      <ButtonLink to="/scanning">{words.scan}</ButtonLink>
      <Card flush title={words.roster}>
        {residents === undefined ? (
          <Row label={words.rosterNone} />
        ) : residents.length === 0 ? (
          <Row label={words.rosterEmpty} />
        ) : (
          <Row
            label={words.rosterCount(
              residents.filter(({ arrived }) => arrived).length,
              residents.length,
            )}
            description={
              roster.at === undefined ? undefined : words.rosterAge(agoOrDate(roster.at, language))
            }
          />
        )}
      </Card>
      <WaitingScans roster={roster.data?.roster} />
      <LeftScans
        roster={roster.data?.roster}
        exportLeft={exportLeft}
        onDelivered={() => {
          arrivals.retry()
          roster.retry()
        }}
      />
      {latest === undefined && (
        <Reading
          kept={arrivals}
          failed={words.failed}
          retryLabel={words.retry}
          loadingLabel={common.loading}
        />
      )}
      {latest?.length === 0 && (
        <Empty icon={<DoorOpen />} title={words.none} text={words.noneText} />
      )}
      {latest !== undefined && latest.length > 0 && (
        <Card flush title={words.latest}>
          {latest.slice(0, SHOWN).map((arrival) => (
            <ArrivalRow
              key={arrival.id}
              arrival={arrival}
              onRemoved={() => {
                arrivals.retry()
                roster.retry()
              }}
            />
          ))}
        </Card>
      )}
    </Page>
  )
}

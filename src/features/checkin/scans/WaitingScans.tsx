import { formatRecentTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { retryItem } from '#app/lib/outbox/outbox.ts'
import { Card } from '#app/ui/Card.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { Row, RowLink } from '#app/ui/Row.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import type { Roster } from '#contract/checkin'
import { isPassText, isSealedScanText } from '#contract/checkin-pass'
import { scannerTexts } from '#i18n/checkin-scanner'
import type { FindGivenKey } from '../keys/given-key.ts'
import { HandKey } from '../keys/HandKey.tsx'
import { findResident, summarizeResident } from '../roster/residents.ts'
import { type ScanItem, useScans } from './scans.ts'

/**
 * Confirmations that the university has not received, and those that it has refused, with the
 * reason (D-98). Each is shown by the name that was known at the scan, by the name in the current
 * roster, or by its number.
 */
export function WaitingScans({
  roster,
  station,
  findKey,
}: {
  roster: Roster | undefined
  station?: string
  /** Absent where no keys are recorded. */
  findKey?: FindGivenKey | undefined
}) {
  const texts = useTexts(scannerTexts)
  const language = useLanguage()
  const named = useTranslateName()
  const { waiting, needsYou } = useScans(station)
  if (waiting.length + needsYou.length === 0) return null
  const nameOf = ({ shown, scanned }: ScanItem) =>
    (shown ?? findResident(roster, scanned))?.name ??
    (isSealedScanText(scanned) ? texts.sealed : isPassText(scanned) ? texts.offList : scanned)
  const again = () => void Promise.all(needsYou.map(({ order }) => retryItem(order)))
  return (
    <Card
      flush
      title={texts.waiting(waiting.length)}
      action={needsYou.length > 0 && <TextButton onClick={again}>{texts.sendAgain}</TextButton>}
    >
      {needsYou.map((scan) => (
        <RowLink
          key={scan.order}
          to="/outbox"
          label={nameOf(scan)}
          description={scan.problem?.message}
          trailing={<Pill tone="need">{texts.needsYou}</Pill>}
        />
      ))}
      {waiting.map((scan) => (
        <Row
          key={scan.order}
          label={nameOf(scan)}
          description={[
            scan.shown && texts.place(named(scan.shown.building), scan.shown.room),
            scan.at !== undefined && formatRecentTime(Date.parse(scan.at), language),
            scan.key !== undefined && texts.keyHanded,
          ]
            .filter(Boolean)
            .join(' · ')}
          trailing={
            <>
              <Pill tone="wait">{texts.waitingText}</Pill>
              <HandKeyOfScan scan={scan} roster={roster} findKey={findKey} />
            </>
          }
        />
      ))}
    </Card>
  )
}

function HandKeyOfScan({
  scan,
  roster,
  findKey,
}: {
  scan: ScanItem
  roster: Roster | undefined
  findKey: FindGivenKey | undefined
}) {
  const resident = findResident(roster, scan.scanned)
  if (resident === undefined) return null
  return (
    <HandKey
      student={resident.student}
      shown={summarizeResident(resident)}
      givenKey={findKey?.(resident)}
    />
  )
}

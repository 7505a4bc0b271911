import { useRef, useState } from 'react'
import type { CachedQueryState } from '#app/lib/cache/cached-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { toServerTime } from '#app/lib/platform/server-clock.ts'
import { useWakeLock } from '#app/lib/platform/wake-lock.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import type { Roster } from '#contract/checkin'
import { scannerTexts } from '#i18n/checkin-scanner'
import { useGivenKeys } from './keys/given-key.ts'
import { usePortraits } from './roster/portraits.ts'
import { useRoster, useStationRoster } from './roster/queries.ts'
import { type ConfirmedScan, ArrivalDeskSlip } from './scanner/ArrivalDeskSlip.tsx'
import { CameraView } from './scanner/CameraView.tsx'
import type { ScanResult } from './scanner/check-scan.ts'
import { useClockProblem } from './scanner/clock-monitor.ts'
import { ManualNumberEntry } from './scanner/ManualNumberEntry.tsx'
import { MessagingAppScanner } from './scanner/MessagingAppScanner.tsx'
import { createRepeatedScanFilter } from './scanner/repeat-filter.ts'
import { playScanResultSignal } from './scanner/result-signals.ts'
import { createScanner } from './scanner/scanner.ts'
import { ScanResultCard } from './scanner/ScanResultCard.tsx'
import { useKeyboardScanner } from './scanner/useKeyboardScanner.ts'
import { useScans } from './scans/scans.ts'
import { SignInPrompt } from './scans/SignInPrompt.tsx'
import { useScanReplyToasts } from './scans/useScanReplyToasts.ts'
import styles from './checkin.module.css'

/**
 * The scanner at the dormitory entrance (SCN-02), which checks one code after the other, online or
 * offline. At an arrival desk, where many students are confirmed on one device, each confirmation
 * shows a paper slip.
 */
export function ScannerScreen({ isArrivalDesk = false }: { isArrivalDesk?: boolean }) {
  return <Scanner kept={useRoster()} isArrivalDesk={isArrivalDesk} />
}

/** The scanner at a station. */
export function StationScannerScreen({ station }: { station: ScanStation }) {
  return <Scanner kept={useStationRoster(station.id)} station={station} />
}

const STATIONS = '/scanCodes/stations'

interface ScanStation {
  readonly id: string
  readonly name: string
}

function Scanner({
  kept,
  isArrivalDesk = false,
  station,
}: {
  kept: CachedQueryState<{ roster: Roster }>
  isArrivalDesk?: boolean
  /** The station at which the phone scans; absent at the dormitory. */
  station?: ScanStation
}) {
  const texts = useTexts(scannerTexts)
  useScanReplyToasts(station?.id)
  useWakeLock()
  const roster = kept.data?.roster
  const portraits = usePortraits(roster)
  const { waiting, delivered } = useScans(station?.id)
  const clock = useClockProblem()
  const findKey = useGivenKeys(station === undefined ? roster : undefined)
  const [scanner] = useState(createScanner)
  const [shown, show] = useState<{ readonly text: string; readonly verdict: ScanResult }>()
  const [confirmed, setConfirmed] = useState<ConfirmedScan>()
  const judging = useRef(false)
  const [repeatFilter] = useState(createRepeatedScanFilter)
  const see = (text: string) => {
    // A code that is still in front of the camera after its result was closed is not checked a
    // second time.
    if (!repeatFilter.isRepeat(text)) void checkText(text)
  }
  const checkText = async (text: string) => {
    // The camera continues to deliver frames while a code is being checked.
    if (judging.current || shown !== undefined) return
    judging.current = true
    setConfirmed(undefined)
    const readAt = kept.at === undefined ? undefined : toServerTime(kept.at)
    const checkResult = await scanner.check(text, { roster, readAt, waiting, delivered })
    judging.current = false
    playScanResultSignal(checkResult.type)
    show({ text, verdict: checkResult })
  }
  useKeyboardScanner((text) => void checkText(text))
  const next = (done?: ConfirmedScan) => {
    if (done === undefined && shown !== undefined) scanner.forget(shown.text)
    if (isArrivalDesk) setConfirmed(done)
    repeatFilter.renew()
    show(undefined)
  }
  return (
    <Page
      title={station?.name ?? (isArrivalDesk ? texts.desk : texts.scanning)}
      back={station === undefined ? '/scanCodes' : STATIONS}
      sheet={confirmed !== undefined}
      action={waiting.length > 0 && <Pill tone="wait">{texts.waiting(waiting.length)}</Pill>}
    >
      <div className={styles['unprinted']}>
        <SignInPrompt next={station === undefined ? '/scanning' : STATIONS} station={station?.id} />
        {clock !== undefined && <Alert text={texts.clock[clock]} />}
        <CameraView active={shown === undefined} onText={see} />
      </div>
      {confirmed !== undefined && (
        <ArrivalDeskSlip confirmed={confirmed} onNext={() => setConfirmed(undefined)} />
      )}
      {shown === undefined ? (
        <div className={styles['unprinted']}>
          <MessagingAppScanner onText={(text) => void checkText(text)} />
          <ManualNumberEntry onText={(text) => void checkText(text)} />
        </div>
      ) : (
        <ScanResultCard
          key={shown.text}
          verdict={shown.verdict}
          portraits={portraits}
          station={station?.id}
          findKey={findKey}
          onNext={next}
        />
      )}
    </Page>
  )
}

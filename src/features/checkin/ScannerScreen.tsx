import { useRef, useState } from 'react'
import { asServerTime } from '#app/lib/clock.ts'
import { useTexts } from '#app/lib/language.ts'
import { useWakeLock } from '#app/lib/wake-lock.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { scannerTexts } from '#i18n/checkin-scanner'
import { CameraView } from './CameraView.tsx'
import { useClockProblem } from './clock-watch.ts'
import { type ConfirmedScan, ArrivalDeskSlip } from './DeskSlip.tsx'
import { usePortraits } from './faces.ts'
import { HostScanner } from './HostScan.tsx'
import { createScanner, useRoster, type ScanResult } from './scanner.ts'
import { useScans } from './scans.ts'
import { createRepeatFilter } from './sight.ts'
import { playResultSignal } from './signals.ts'
import { SignInPrompt } from './SignInAgain.tsx'
import { ManualNumberEntry } from './TypedNumber.tsx'
import { useKeyboardScanner } from './useKeyboardScanner.ts'
import { useScanReplyToasts } from './useSaid.ts'
import { ScanResultCard } from './VerdictCard.tsx'
import styles from './checkin.module.css'

/**
 * The scanner at the dormitory door (SCN-02): one code after the other, with or without a network.
 * At a desk, with many students before one device, each confirmation shows its slip.
 */
export function ScannerScreen({ desk = false }: { desk?: boolean }) {
  const texts = useTexts(scannerTexts)
  useScanReplyToasts()
  useWakeLock()
  const kept = useRoster()
  const roster = kept.data?.roster
  const faces = usePortraits(roster)
  const { waiting, delivered } = useScans()
  const clock = useClockProblem()
  const [scanner] = useState(createScanner)
  const [shown, show] = useState<{ readonly text: string; readonly verdict: ScanResult }>()
  const [confirmed, setConfirmed] = useState<ConfirmedScan>()
  const judging = useRef(false)
  const [sight] = useState(createRepeatFilter)
  const see = (text: string) => {
    // A code that was decided on may stay before the camera for a while: it is not shown a second
    // time for that.
    if (!sight.isRepeat(text)) void judge(text)
  }
  const judge = async (text: string) => {
    // Frames go on coming while one is judged.
    if (judging.current || shown !== undefined) return
    judging.current = true
    setConfirmed(undefined)
    const readAt = kept.at === undefined ? undefined : asServerTime(kept.at)
    const verdict = await scanner.check(text, { roster, readAt, waiting, delivered })
    judging.current = false
    playResultSignal(verdict.type)
    show({ text, verdict })
  }
  useKeyboardScanner((text) => void judge(text))
  const next = (done?: ConfirmedScan) => {
    if (done === undefined && shown !== undefined) scanner.forget(shown.text)
    if (desk) setConfirmed(done)
    sight.renew()
    show(undefined)
  }
  return (
    <Page
      title={desk ? texts.desk : texts.scanning}
      back="/scanCodes"
      sheet={confirmed !== undefined}
      action={waiting.length > 0 && <Pill tone="wait">{texts.waiting(waiting.length)}</Pill>}
    >
      <div className={styles['unprinted']}>
        <SignInPrompt next="/scanning" />
        {clock !== undefined && <Alert text={texts.clock[clock]} />}
        <CameraView active={shown === undefined} onText={see} />
      </div>
      {confirmed !== undefined && (
        <ArrivalDeskSlip confirmed={confirmed} onNext={() => setConfirmed(undefined)} />
      )}
      {shown === undefined ? (
        <div className={styles['unprinted']}>
          <HostScanner onText={(text) => void judge(text)} />
          <ManualNumberEntry onText={(text) => void judge(text)} />
        </div>
      ) : (
        <ScanResultCard key={shown.text} verdict={shown.verdict} faces={faces} onNext={next} />
      )}
    </Page>
  )
}

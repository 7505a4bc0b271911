import { useRef, useState } from 'react'
import { asServerTime } from '#app/lib/clock.ts'
import { useTexts } from '#app/lib/language.ts'
import { useWakeLock } from '#app/lib/wake-lock.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { scannerTexts } from '#i18n/checkin-scanner'
import { CameraView } from './CameraView.tsx'
import { useClockTrouble } from './clock-watch.ts'
import { type Confirmed, DeskSlip } from './DeskSlip.tsx'
import { useFaces } from './faces.ts'
import { HostScan } from './HostScan.tsx'
import { createScanner, useRoster, type Verdict } from './scanner.ts'
import { useScans } from './scans.ts'
import { createSight } from './sight.ts'
import { signal } from './signals.ts'
import { SignInAgain } from './SignInAgain.tsx'
import { TypedNumber } from './TypedNumber.tsx'
import { useKeyboardScanner } from './useKeyboardScanner.ts'
import { useSaid } from './useSaid.ts'
import { VerdictCard } from './VerdictCard.tsx'
import styles from './checkin.module.css'

/**
 * The scanner at the dormitory door (SCN-02): one code after the other, with or without a network.
 * At a desk, with many students before one device, each confirmation shows its slip.
 */
export function ScannerScreen({ desk = false }: { desk?: boolean }) {
  const texts = useTexts(scannerTexts)
  useSaid()
  useWakeLock()
  const kept = useRoster()
  const roster = kept.data?.roster
  const faces = useFaces(roster)
  const { waiting, delivered } = useScans()
  const clock = useClockTrouble()
  const [scanner] = useState(createScanner)
  const [shown, show] = useState<{ readonly text: string; readonly verdict: Verdict }>()
  const [confirmed, setConfirmed] = useState<Confirmed>()
  const judging = useRef(false)
  const [sight] = useState(createSight)
  const see = (text: string) => {
    // A code that was decided on may stay before the camera for a while: it is not shown a second
    // time for that.
    if (!sight.stays(text)) void judge(text)
  }
  const judge = async (text: string) => {
    // Frames go on coming while one is judged.
    if (judging.current || shown !== undefined) return
    judging.current = true
    setConfirmed(undefined)
    const readAt = kept.at === undefined ? undefined : asServerTime(kept.at)
    const verdict = await scanner.judge(text, { roster, readAt, waiting, delivered })
    judging.current = false
    signal(verdict.type)
    show({ text, verdict })
  }
  useKeyboardScanner((text) => void judge(text))
  const next = (done?: Confirmed) => {
    if (done === undefined && shown !== undefined) scanner.letGo(shown.text)
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
        <SignInAgain next="/scanning" />
        {clock !== undefined && <Alert text={texts.clock[clock]} />}
        <CameraView active={shown === undefined} onText={see} />
      </div>
      {confirmed !== undefined && (
        <DeskSlip confirmed={confirmed} onNext={() => setConfirmed(undefined)} />
      )}
      {shown === undefined ? (
        <div className={styles['unprinted']}>
          <HostScan onText={(text) => void judge(text)} />
          <TypedNumber onText={(text) => void judge(text)} />
        </div>
      ) : (
        <VerdictCard key={shown.text} verdict={shown.verdict} faces={faces} onNext={next} />
      )}
    </Page>
  )
}

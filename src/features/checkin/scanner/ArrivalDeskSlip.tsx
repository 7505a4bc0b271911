import { useEffect, useEffectEvent } from 'react'
import { chinaNow } from '#app/lib/format/china-time.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { config } from '#app/lib/platform/config.ts'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { PrintButton } from '#app/ui/PrintButton.tsx'
import { PrintSheet } from '#app/ui/PrintSheet.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { DormResident, WaitingScan } from '#contract/checkin'
import { scannerTexts } from '#i18n/checkin-scanner'
import { useScans } from '../scans/scans.ts'
import styles from '../checkin.module.css'

/** A desk's screen is everybody's: what is on it goes by itself, ms. */
const SHOWN_MS = 60_000

/** What was just confirmed at a desk. */
export interface ConfirmedScan {
  readonly scan: WaitingScan
  readonly resident: DormResident | undefined
  /** Its place in the outbox, or that the university has it already. */
  readonly order: number | 'sent'
}

/**
 * The arrival slip of the student who stands at the desk, to print or to pass over. It says
 * "received" only with the university's word.
 */
export function ArrivalDeskSlip({
  confirmed,
  onNext,
}: {
  confirmed: ConfirmedScan
  onNext: () => void
}) {
  const { scan, resident, order } = confirmed
  const texts = useTexts(scannerTexts)
  const named = useTranslateName()
  const { received, needsYou } = useScans()
  const receipt = received.find((one) => one.order === order)
  const refused = needsYou.find((one) => one.order === order)
  const isReceived = order === 'sent' || receipt !== undefined
  const leave = useEffectEvent(onNext)
  useEffect(() => {
    const timer = setTimeout(() => leave(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [scan])
  const at = chinaNow(Date.parse(scan.at))
  const { name = '', number = scan.scanned, building = '', room = '' } = scan.shown ?? {}
  const lines = [
    [texts.slipName, name],
    [texts.slipNumber, number],
    [texts.slipClass, resident?.className ?? ''],
    [texts.slipRoom, texts.place(named(building), room)],
    [texts.slipBed, resident?.bed ?? ''],
    [texts.slipAt, at],
  ] as const
  return (
    <>
      <PrintSheet
        school={config.school}
        title={texts.slip}
        subtitle={at.slice(0, 10)}
        signatures={[texts.slipStudent, texts.slipStaff]}
      >
        {/* Its name on the screen; on paper it stands in the head. */}
        <div className={styles['slip']}>
          <Card flush title={texts.slip}>
            {lines.map(([label, value]) =>
              value === '' ? null : <Row key={label} label={label} value={value} />,
            )}
            <Row
              label={texts.slipState}
              value={
                refused?.problem?.message ||
                (isReceived ? texts.slipReceived(receipt?.receipt ?? '') : texts.slipWaiting)
              }
              trailing={
                refused !== undefined ? (
                  <Pill tone="need">{texts.needsYou}</Pill>
                ) : (
                  <Pill tone={isReceived ? 'done' : 'wait'}>
                    {isReceived ? texts.standing.in : texts.standing.waiting}
                  </Pill>
                )
              }
            />
          </Card>
        </div>
      </PrintSheet>
      <PrintButton label={texts.print} />
      <Button onClick={onNext}>{texts.next}</Button>
    </>
  )
}

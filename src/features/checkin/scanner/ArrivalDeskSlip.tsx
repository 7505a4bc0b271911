import { useEffect, useEffectEvent } from 'react'
import { chinaNow } from '#app/lib/format/china-time.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { appConfig } from '#app/lib/platform/config.ts'
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

/**
 * The time after which the slip closes by itself, ms, because other students see the desk's screen.
 */
const SHOWN_MS = 60_000

/** A scan that was just confirmed at a desk. */
export interface ConfirmedScan {
  readonly scan: WaitingScan
  readonly resident: DormResident | undefined
  /** The scan's `order` in the outbox, or 'sent' if the university has received the scan. */
  readonly order: number | 'sent'
}

/**
 * The arrival slip of the student at the desk, to print or to show. It says "received" only after
 * the university has confirmed the scan.
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
        school={appConfig.school}
        title={texts.slip}
        subtitle={at.slice(0, 10)}
        signatures={[texts.slipStudent, texts.slipStaff]}
      >
        {/* On the screen the slip has this title; the printed slip has its title in the header. */}
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

import { RoomRows } from '#app/features/assigned-room/public.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { Room } from '#contract/assigned-room'
import type { DormType } from '#contract/dorm'
import { dormTexts } from '#i18n/dorm'
import { formatCountdown, formatReservationEnd, type BedReservation } from './bed-reservation.ts'
import styles from './dorm.module.css'

/**
 * The chosen dorm type, read-only, the remaining reservation time, and a link to continue
 * (DORM-03).
 */
export function ChosenDormType({
  type,
  room,
  reservation,
  onNext,
}: {
  type: DormType | undefined
  room: Room | undefined
  reservation: BedReservation
  onNext: () => void
}) {
  const texts = useTexts(dormTexts)
  return (
    <>
      {type && (
        <Card flush title={texts.chosen}>
          <Row label={texts.type} value={type.name} />
          {type.price !== undefined && (
            <Row label={texts.price} value={texts.aYear(formatMoney(type.price))} />
          )}
        </Card>
      )}
      {room && (
        <Card flush title={texts.room}>
          <RoomRows room={room} />
        </Card>
      )}
      {reservation.type === 'reserved' && (
        <Card>
          <div className={styles['hold']}>
            <span>{texts.hold}</span>
            <b role="timer" aria-label={texts.hold} className={styles['left']}>
              {formatCountdown(reservation.secondsLeft)}
            </b>
            <span className={styles['quiet']}>
              {texts.holdNote(formatReservationEnd(reservation.secondsLeft))}
            </span>
          </div>
        </Card>
      )}
      {reservation.type === 'failed' && <Alert text={texts.systemFault} />}
      <Button onClick={onNext}>{texts.next}</Button>
    </>
  )
}

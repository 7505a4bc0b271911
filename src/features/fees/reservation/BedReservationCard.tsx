import { BedDouble } from 'lucide'
import {
  formatCountdown,
  formatReservationEnd,
  useBedReservation,
} from '#app/features/dorm/public.ts'
import { useOnboardingSteps } from '#app/features/onboarding/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Row } from '#app/ui/Row.tsx'
import { feesTexts } from '#i18n/fees'
import { usePaymentStep } from '../overview/usePaymentStep.ts'
import styles from '../fees.module.css'

/**
 * Shows in the list of steps how long the chosen bed stays reserved, and until when it has to be
 * paid. The reservation is read only between the choice and the payment.
 */
export function BedReservationCard() {
  const texts = useTexts(feesTexts)
  const steps = useOnboardingSteps().steps ?? []
  const payment = usePaymentStep()
  const isChosen = steps.some(({ page, done }) => page.toLowerCase() === 'selectdorm' && done)
  const isPaid = steps.some(({ id, done }) => id === payment && done)
  const reservation = useBedReservation(isChosen && !isPaid)
  if (reservation.type !== 'reserved') return null
  return (
    <Card flush>
      <Row
        leading={<Icon of={BedDouble} className={styles['waitSign']} />}
        label={texts.holdLeft}
        description={texts.payByThen(formatReservationEnd(reservation.secondsLeft))}
        trailing={
          <b role="timer" aria-label={texts.holdLeft}>
            {formatCountdown(reservation.secondsLeft)}
          </b>
        }
      />
    </Card>
  )
}

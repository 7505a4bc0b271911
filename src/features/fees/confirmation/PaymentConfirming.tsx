import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Spinner } from '#app/ui/Spinner.tsx'
import { feesTexts } from '#i18n/fees'
import { MAX_CONFIRM_ATTEMPTS } from './payment-confirmation.ts'
import styles from '../fees.module.css'

/**
 * The phone says that it has paid; the university is asked, and until it says so nothing is paid
 * (D-67).
 */
export function PaymentConfirming({ nth }: { nth: number }) {
  const texts = useTexts(feesTexts)
  return (
    <Card>
      <output className={styles['confirming']}>
        <Spinner />
        <b>{texts.confirming}</b>
        <MutedText as="span">{texts.confirmingText(nth, MAX_CONFIRM_ATTEMPTS)}</MutedText>
      </output>
    </Card>
  )
}

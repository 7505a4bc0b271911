import { CircleAlert } from 'lucide'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Row } from '#app/ui/Row.tsx'
import { notOfferedTexts } from '#i18n/not-offered'
import styles from '../fees.module.css'

/** Replaces the payment form at a university that takes no payments online. */
export function PaymentUnavailable() {
  const texts = useTexts(notOfferedTexts)
  return (
    <Card flush>
      <Row
        leading={<Icon of={CircleAlert} className={styles['waitSign']} />}
        label={texts.noPayment}
        description={texts.noPaymentText}
      />
    </Card>
  )
}

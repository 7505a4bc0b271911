import { CircleCheck } from 'lucide'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Row } from '#app/ui/Row.tsx'
import { feesTexts } from '#i18n/fees'
import { useRecoveredPayment } from './recovered-payment.ts'
import styles from '../fees.module.css'

/** Reports that a payment whose result this phone did not see has reached the university. */
export function RecoveredPaymentNotice() {
  const texts = useTexts(feesTexts)
  const found = useRecoveredPayment()
  return (
    <div role="status" className={styles['said']}>
      {found && (
        <Card flush>
          <Row
            leading={<Icon of={CircleCheck} className={styles['doneSign']} />}
            label={<b>{texts.found}</b>}
            description={texts.foundText(found.number)}
            trailing={<b>{formatMoney(found.amount)}</b>}
          />
        </Card>
      )}
    </div>
  )
}

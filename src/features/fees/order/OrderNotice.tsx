import { CircleAlert } from 'lucide'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Row } from '#app/ui/Row.tsx'
import { feesTexts } from '#i18n/fees'
import { RecoveredPaymentNotice } from '../confirmation/RecoveredPaymentNotice.tsx'
import { ORDER_ELEMENT_ID } from './OrderCard.tsx'
import { useOpenOrder } from './useOpenOrder.ts'
import styles from '../fees.module.css'

/**
 * A notice at the top of the page. It says that an unfinished order is shown further down, or that
 * a payment whose result was unknown has arrived.
 */
export function OrderNotice() {
  const texts = useTexts(feesTexts)
  const { order } = useOpenOrder()
  if (order === undefined) return <RecoveredPaymentNotice />
  return (
    <Card flush>
      <Row
        leading={<Icon of={CircleAlert} className={styles['waitSign']} />}
        label={texts.openOrder}
        trailing={<b>{formatMoney(order.amount)}</b>}
        onClick={() =>
          document.getElementById(ORDER_ELEMENT_ID)?.scrollIntoView({ block: 'center' })
        }
      />
    </Card>
  )
}

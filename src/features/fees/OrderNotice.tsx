import { CircleAlert } from 'lucide'
import { useTexts } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Row } from '#app/ui/Row.tsx'
import { feesTexts } from '#i18n/fees'
import { FoundNotice } from './FoundNotice.tsx'
import { ORDER_PLACE } from './OrderCard.tsx'
import { useOrder } from './useOrder.ts'
import styles from './fees.module.css'

/**
 * Says at the top of the page that an order waits further down, or that one whose end nobody saw is
 * paid.
 */
export function OrderNotice() {
  const texts = useTexts(feesTexts)
  const { order } = useOrder()
  if (order === undefined) return <FoundNotice />
  return (
    <Card flush>
      <Row
        leading={<Icon of={CircleAlert} className={styles['waitSign']} />}
        label={texts.openOrder}
        trailing={<b>{shownMoney(order.amount)}</b>}
        onClick={() => document.getElementById(ORDER_PLACE)?.scrollIntoView({ block: 'center' })}
      />
    </Card>
  )
}

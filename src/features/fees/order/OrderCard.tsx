import { CircleAlert, Clock } from 'lucide'
import { useState } from 'react'
import { formatRecentTime } from '#app/lib/format/china-time.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Row } from '#app/ui/Row.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import type { FeeOrder } from '#contract/fees'
import { feesTexts } from '#i18n/fees'
import styles from '../fees.module.css'

/** The id of the order's card, for links on the same page. */
export const ORDER_ELEMENT_ID = 'order'

/** An unfinished order with its state at the university and the available actions. */
export function OrderCard({
  order,
  isUnconfirmed,
  running,
  off,
  problem,
  onGoOn,
  onCancel,
  onLook,
}: {
  order: FeeOrder | undefined
  /** The payment sheet reported "ok", but the university has not confirmed the payment. */
  isUnconfirmed: boolean
  /** The progress of the current payment attempt; '' without one. */
  running: string
  /** No action is possible now; a tap on a button shows the reason. */
  off: boolean
  /** Why the last action failed. */
  problem: string | undefined
  /** Continues the payment; undefined on a page that is about another amount. */
  onGoOn: (() => void) | undefined
  onCancel: () => void
  onLook: () => Promise<void>
}) {
  const texts = useTexts(feesTexts)
  const language = useLanguage()
  const [isLooking, setLooking] = useState(false)
  const isOpen = order?.state === 'open' && !isUnconfirmed
  const at = Date.parse(order?.at ?? '')
  const look = () => {
    setLooking(true)
    void onLook().finally(() => setLooking(false))
  }
  return (
    <Stack id={ORDER_ELEMENT_ID} aria-label={isOpen ? texts.openOrder : texts.unconfirmed}>
      <Card flush>
        <Row
          leading={
            isOpen ? (
              <Icon of={CircleAlert} className={styles['waitSign']} />
            ) : (
              <Icon of={Clock} className={styles['waitSign']} />
            )
          }
          label={<b role="status">{isOpen ? texts.openOrder : texts.unconfirmed}</b>}
          description={
            isOpen
              ? texts.openOrderText
              : isUnconfirmed
                ? texts.unconfirmedText
                : texts.checkingText
          }
        />
        {order && <Row label={texts.orderAmount} value={<b>{formatMoney(order.amount)}</b>} />}
        {order && <Row label={texts.orderNumber} value={order.number} />}
        {!Number.isNaN(at) && (
          <Row label={texts.orderTime} value={formatRecentTime(at, language)} />
        )}
      </Card>
      <Alert text={problem} />
      {isOpen && onGoOn && (
        <Button tone={off || running !== '' ? 'off' : 'main'} onClick={onGoOn}>
          {running || texts.goOnPaying}
        </Button>
      )}
      <Button tone={isOpen && onGoOn ? 'second' : 'main'} busy={isLooking} onClick={look}>
        {texts.refresh}
      </Button>
      {order && (
        <Button tone={off ? 'off' : 'danger'} onClick={onCancel}>
          {texts.cancelOrder}
        </Button>
      )}
    </Stack>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { serverYear } from '#app/lib/format/china-time.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { Row } from '#app/ui/Row.tsx'
import { showToast } from '#app/ui/toast.ts'
import { isPayable, type FeeItem } from '#contract/fees'
import { feesTexts } from '#i18n/fees'
import { isFeeItemPaid } from './confirmation/payment-confirmation.ts'
import { RecoveredPaymentNotice } from './confirmation/RecoveredPaymentNotice.tsx'
import { computeFeeItemState } from './items/item-state.ts'
import { useFeeItems } from './items/useFeeItems.ts'
import type { Purchase } from './order/order.ts'
import { OrderCancelledDialog } from './order/OrderCancelledDialog.tsx'
import { useOpenOrder } from './order/useOpenOrder.ts'
import { useReliefApplications } from './overview/useReliefApplications.ts'
import { PaymentUnavailable } from './payment/PaymentUnavailable.tsx'
import { PayPanel } from './payment/PayPanel.tsx'
import { usePayment } from './payment/usePayment.ts'
import { usePaymentBlockedReason } from './payment/usePaymentBlockedReason.ts'
import { usePaymentReservation } from './reservation/usePaymentReservation.ts'
import styles from './fees.module.css'

/**
 * The payment of one fee from the campus's list (FEE-04, orderType '3'). Without `id` the page
 * shows the only payable fee.
 */
export function FeeItemScreen({ stunum, id }: { stunum: string; id: string | undefined }) {
  const texts = useTexts(feesTexts)
  const { items, reading } = useFeeItems()
  const payable = items?.filter(isPayable) ?? []
  const item =
    id === undefined
      ? payable.length === 1
        ? payable[0]
        : undefined
      : items?.find((one) => one.id === id)
  return (
    <Page title={texts.itemTitle} back={`/recharge/${stunum}`}>
      {items === undefined && <QueryFallback kept={reading} failed={texts.listFailed} />}
      <RecoveredPaymentNotice />
      {item && appConfig.payment === 'none' && <ItemCard item={item} />}
      {item && appConfig.payment === 'none' && isPayable(item) && <PaymentUnavailable />}
      {item && appConfig.payment !== 'none' && (
        <ItemPayment item={item} stunum={stunum} onBlocked={reading.retry} />
      )}
      {items !== undefined && item === undefined && (
        <>
          <Alert text={texts.itemGone} />
          <ButtonLink to="/recharge/$stunum" params={{ stunum }} search={{ all: true }}>
            {texts.backToList}
          </ButtonLink>
        </>
      )}
    </Page>
  )
}

function ItemCard({ item }: { item: FeeItem }) {
  const texts = useTexts(feesTexts)
  const named = useTranslateName()
  return (
    <Card flush>
      <Row label={texts.item} value={<b>{named(item.name)}</b>} />
      <Row label={texts.sum} value={<b>{formatMoney(item.fee)}</b>} />
      <Row label={texts.state} value={computeFeeItemState(item, texts)} />
      {item.remark !== '' && <Row label={texts.remark} value={item.remark} />}
    </Card>
  )
}

function ItemPayment({
  item,
  stunum,
  onBlocked,
}: {
  item: FeeItem
  stunum: string
  onBlocked: () => void
}) {
  const texts = useTexts(feesTexts)
  const navigate = useNavigate()
  const { order, read } = useOpenOrder()
  const [isCancelled, setCancelled] = useState(false)
  const place = usePaymentReservation({ asks: order?.type === '1' })
  const { isPending } = useReliefApplications()
  const blockedReason = usePaymentBlockedReason({ isPending, isStale: read.problem !== undefined })
  const payment = usePayment({ onPaid: () => void navigate({ to: '/' }) })
  const purchase: Purchase = {
    amount: item.fee,
    year: String(serverYear()),
    subject: item.name,
    items: [{ name: item.name, fee: item.fee }],
    scholarship: 0,
    item: item.id,
  }
  const canBePaid = isPayable(item) || payment.stage.type !== 'idle' || order !== undefined
  return (
    <>
      <ItemCard item={item} />
      {!canBePaid && <Alert text={texts.itemGone} />}
      {canBePaid && (
        <div className={styles['foot']}>
          <PayPanel
            payment={payment}
            order={order}
            blockedReason={blockedReason}
            onBlocked={() => {
              onBlocked()
              read.retry()
            }}
            getPurchase={() => purchase}
            getOrderPurchase={({ amount }) => (amount === item.fee ? purchase : undefined)}
            isPaid={(_, number) => isFeeItemPaid(item.id, number)}
            holdsBed={place.secondsLeft !== undefined}
            onCancelled={(cancelled) =>
              cancelled?.type === '1' ? setCancelled(true) : showToast(texts.orderCancelled)
            }
          />
        </div>
      )}
      <OrderCancelledDialog open={isCancelled} stunum={stunum} />
    </>
  )
}

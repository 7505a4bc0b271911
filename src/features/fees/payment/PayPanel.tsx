import { type ReactNode, useState } from 'react'
import { LazyStepWindowNotice } from '#app/features/campus-rules/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Spinner } from '#app/ui/Spinner.tsx'
import type { FeeOrder } from '#contract/fees'
import { commonTexts } from '#i18n/common'
import { feesTexts } from '#i18n/fees'
import { MAX_PAYMENT_CHECKS } from '../confirmation/payment-confirmation.ts'
import type { Purchase } from '../order/order.ts'
import { OrderCard } from '../order/OrderCard.tsx'
import { useCancelOrder } from '../order/useCancelOrder.ts'
import { PaymentSheets } from './PaymentSheets.tsx'
import type { usePayment } from './usePayment.ts'
import styles from '../fees.module.css'

/** The properties that a page passes for its payments. */
export interface PayPanelProps {
  readonly payment: ReturnType<typeof usePayment>
  /** The newest order, if it is unfinished. */
  readonly order: FeeOrder | undefined
  /** Why nothing can be paid now. */
  readonly blockedReason: string | undefined
  /** Called when a tap was refused, so that the caller checks the reason again. */
  readonly onBlocked: () => void
  /** Returns the purchase; undefined while the typed amount is invalid. */
  readonly getPurchase: () => Purchase | undefined
  /**
   * Returns the purchase that finishes an open order; undefined if the order belongs to another
   * page.
   */
  readonly getOrderPurchase: (order: FeeOrder) => Purchase | undefined
  readonly isPaid: (amount: number, order: string | undefined) => Promise<boolean>
  /**
   * Called after an order was cancelled. The consequence depends on the page on which the order
   * began, which is not always this page (D-63).
   */
  readonly onCancelled: (order: FeeOrder | undefined) => void
  /**
   * Whether a bed reservation depends on the payment. Cancelling an order of the flow then releases
   * the bed (D-63).
   */
  readonly holdsBed: boolean
}

/** The payment form with its button, or the order that has to be finished first. */
export function PayPanel({
  payment,
  order,
  blockedReason,
  onBlocked,
  getPurchase,
  getOrderPurchase,
  isPaid,
  onCancelled,
  holdsBed,
  children,
}: PayPanelProps & { children?: ReactNode }) {
  const texts = useTexts(feesTexts)
  const common = useTexts(commonTexts)
  const network = useNetwork()
  const cancel = useCancelOrder({
    onCancelled: () => onCancelled(order),
    onProblem: payment.setProblem,
  })
  const [pendingPurchase, setPendingPurchase] = useState<Purchase>()
  const [amount, setAmount] = useState(0)
  const { stage, problem } = payment
  const resumed = order && getOrderPurchase(order)
  const running = {
    ordering: texts.ordering,
    paying: texts.paying,
    confirming: '',
    idle: '',
    unconfirmed: '',
  }[stage.type]

  const isFree = (why: string | undefined): boolean => {
    if (payment.refuseTwice()) return false
    payment.setProblem(why)
    if (why !== undefined) onBlocked()
    return why === undefined
  }
  const choose = () => {
    setPendingPurchase(undefined)
    if (pendingPurchase === undefined || !isFree(blockedReason)) return
    setAmount(pendingPurchase.amount)
    payment.start(pendingPurchase, (number) => isPaid(pendingPurchase.amount, number))
  }
  return (
    <>
      <LazyStepWindowNotice page="onlinefee" />
      {stage.type === 'confirming' && <PaymentConfirming nth={stage.nth} />}
      {stage.type !== 'confirming' && (order !== undefined || stage.type === 'unconfirmed') && (
        <OrderCard
          order={order}
          isUnconfirmed={stage.type === 'unconfirmed'}
          running={running}
          off={blockedReason !== undefined}
          problem={problem}
          onGoOn={
            resumed &&
            (() => {
              if (isFree(blockedReason)) setPendingPurchase(resumed)
            })
          }
          onCancel={() => {
            if (isFree(network === 'offline' ? common.offlineOnly : undefined)) cancel.ask()
          }}
          onLook={payment.look}
        />
      )}
      {stage.type !== 'confirming' && order === undefined && stage.type !== 'unconfirmed' && (
        <>
          {children}
          <Alert text={problem} />
          <Button
            tone={blockedReason === undefined && running === '' ? 'main' : 'off'}
            onClick={() => {
              if (isFree(blockedReason)) setPendingPurchase(getPurchase())
            }}
          >
            {running || (network === 'offline' ? texts.connectToPay : texts.pay)}
          </Button>
        </>
      )}
      <PaymentSheets
        methodSheetAmount={pendingPurchase?.amount}
        paymentSheetAmount={stage.type === 'paying' ? amount : undefined}
        cancel={cancel}
        releasesBed={holdsBed && order?.type !== '3'}
        onChoose={choose}
        onClose={() => setPendingPurchase(undefined)}
      />
    </>
  )
}

/**
 * Shown when the payment sheet has reported success, while the university is asked repeatedly.
 * Until the university confirms it, nothing counts as paid (D-67).
 */
function PaymentConfirming({ nth }: { nth: number }) {
  const texts = useTexts(feesTexts)
  return (
    <Card>
      <output className={styles['confirming']}>
        <Spinner />
        <b>{texts.confirming}</b>
        <MutedText as="span">{texts.confirmingText(nth, MAX_PAYMENT_CHECKS)}</MutedText>
      </output>
    </Card>
  )
}

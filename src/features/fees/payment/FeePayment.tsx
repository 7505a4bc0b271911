import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { formatCountdown } from '#app/features/dorm/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { ButtonLink } from '#app/ui/Button.tsx'
import { showToast } from '#app/ui/toast.ts'
import { validateFen, type FeeOverview } from '#contract/fees'
import { feesTexts } from '#i18n/fees'
import { isPaymentConfirmed } from '../confirmation/payment-confirmation.ts'
import { createTuitionPurchase } from '../order/order.ts'
import { OrderCancelledDialog } from '../order/OrderCancelledDialog.tsx'
import { useOpenOrder } from '../order/useOpenOrder.ts'
import { PaymentTimeoutDialog } from '../reservation/PaymentTimeoutDialog.tsx'
import { usePaymentReservation } from '../reservation/usePaymentReservation.ts'
import { toResultState } from '../result/result-order.ts'
import { AmountField } from './AmountField.tsx'
import { FinishStepButton } from './FinishStepButton.tsx'
import { PayPanel } from './PayPanel.tsx'
import { usePayment } from './usePayment.ts'
import { usePaymentAmount } from './usePaymentAmount.ts'
import { usePaymentBlockedReason } from './usePaymentBlockedReason.ts'
import styles from '../fees.module.css'

/**
 * Pays this year's fees as a step of the flow (orderType '1'), or completes the step when nothing
 * is owed (FEE-57).
 */
export function FeePayment({
  overview,
  isPending,
  isStale,
  step,
  stunum,
  onBlocked,
}: {
  overview: FeeOverview
  isPending: boolean
  /** The overview comes from the cache because reading it failed. */
  isStale: boolean
  step: string
  stunum: string
  onBlocked: () => void
}) {
  const texts = useTexts(feesTexts)
  const navigate = useNavigate()
  const { order } = useOpenOrder()
  const reservation = usePaymentReservation()
  const input = useRef<HTMLInputElement>(null)
  const limits = { owed: overview.owed, lowest: overview.lowest.fee }
  const amount = usePaymentAmount(limits, input)
  const blockedReason = usePaymentBlockedReason({
    isPending,
    isStale,
    reservationReason: reservation.blockedReason,
  })
  const params = { sort: step, stunum }
  const payment = usePayment({
    onPaid: (number) =>
      void navigate({ to: '/PaySuccess/{-$sort}/$stunum', params, state: toResultState(number) }),
    onFailed: (number) =>
      void navigate({ to: '/PayFailed/{-$sort}/$stunum', params, state: toResultState(number) }),
  })
  const [isCancelled, setCancelled] = useState(false)
  const isIdle = payment.stage.type === 'idle'
  const isSettled = overview.owed <= 0 && order === undefined && isIdle
  const take = () => {
    const fen = amount.take()
    return fen === undefined ? undefined : createTuitionPurchase(overview, fen)
  }
  return (
    <div className={styles['foot']}>
      {isSettled && <FinishStepButton step={step} stunum={stunum} />}
      {!isSettled && (
        <>
          {reservation.secondsLeft !== undefined && <HoldLine seconds={reservation.secondsLeft} />}
          {reservation.hasFailed && <Alert text={texts.dormFault} />}
          <PayPanel
            payment={payment}
            order={order}
            blockedReason={blockedReason}
            onBlocked={onBlocked}
            getPurchase={take}
            getOrderPurchase={({ amount: fen }) =>
              validateFen(fen, limits) === undefined
                ? createTuitionPurchase(overview, fen)
                : undefined
            }
            isPaid={(fen, number) =>
              isPaymentConfirmed({ order: number, amount: fen, paidBefore: overview.paid })
            }
            holdsBed={reservation.secondsLeft !== undefined}
            onCancelled={(cancelled) =>
              cancelled?.type === '3' ? showToast(texts.orderCancelled) : setCancelled(true)
            }
          >
            <AmountField input={input} amount={amount} owed={overview.owed} />
          </PayPanel>
          {order === undefined && isIdle && (
            <ButtonLink tone="second" to="/pay/{-$sort}/$stunum" params={params}>
              {texts.atSchool}
            </ButtonLink>
          )}
          <PaymentTimeoutDialog
            expiry={isIdle && !isCancelled ? reservation.expiry : 'none'}
            address={reservation.address}
          />
        </>
      )}
      <OrderCancelledDialog open={isCancelled} stunum={stunum} />
    </div>
  )
}

function HoldLine({ seconds }: { seconds: number }) {
  const texts = useTexts(feesTexts)
  return (
    <p className={styles['hold']}>
      {texts.holdLeft}{' '}
      <b role="timer" aria-label={texts.holdLeft}>
        {formatCountdown(seconds)}
      </b>
      {texts.holdByUniversity}
    </p>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { clockOf } from '#app/features/dorm/face.ts'
import { useTexts } from '#app/lib/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { ButtonLink } from '#app/ui/Button.tsx'
import { toast } from '#app/ui/toast.ts'
import { fenProblem, type Overview } from '#contract/fees'
import { feesTexts } from '#i18n/fees'
import { AmountField } from './AmountField.tsx'
import { Cancelled } from './Cancelled.tsx'
import { isConfirmed } from './confirm.ts'
import { Finish } from './Finish.tsx'
import { tuitionOf } from './order.ts'
import { PayPanel } from './PayPanel.tsx'
import { resultOf } from './result-order.ts'
import { TimeOver } from './TimeOver.tsx'
import { useAmount } from './useAmount.ts'
import { useHindrance } from './useHindrance.ts'
import { useOrder } from './useOrder.ts'
import { usePayment } from './usePayment.ts'
import { usePlace } from './usePlace.ts'
import styles from './fees.module.css'

/**
 * Paying this year's fees as a step of the flow (orderType '1'), or finishing it when nothing is
 * owed (FEE-57).
 */
export function FeePayment({
  overview,
  isPending,
  isCut,
  step,
  stunum,
  onHindered,
}: {
  overview: Overview
  isPending: boolean
  /** The overview is a copy because it could not be read. */
  isCut: boolean
  step: string
  stunum: string
  onHindered: () => void
}) {
  const texts = useTexts(feesTexts)
  const navigate = useNavigate()
  const { order } = useOrder()
  const place = usePlace()
  const input = useRef<HTMLInputElement>(null)
  const limits = { owed: overview.owed, lowest: overview.lowest.fee }
  const amount = useAmount(limits, input)
  const hindrance = useHindrance({ isPending, isCut, hold: place.hindrance })
  const params = { sort: step, stunum }
  const payment = usePayment({
    onPaid: (number) =>
      void navigate({ to: '/PaySuccess/{-$sort}/$stunum', params, state: resultOf(number) }),
    onFailed: (number) =>
      void navigate({ to: '/PayFailed/{-$sort}/$stunum', params, state: resultOf(number) }),
  })
  const [isCancelled, setCancelled] = useState(false)
  const isIdle = payment.stage.type === 'idle'
  const isSettled = overview.owed <= 0 && order === undefined && isIdle
  const take = () => {
    const fen = amount.take()
    return fen === undefined ? undefined : tuitionOf(overview, fen)
  }
  return (
    <div className={styles['foot']}>
      {isSettled && <Finish step={step} stunum={stunum} />}
      {!isSettled && (
        <>
          {place.secondsLeft !== undefined && <HoldLine seconds={place.secondsLeft} />}
          {place.isFault && <Alert text={texts.dormFault} />}
          <PayPanel
            payment={payment}
            order={order}
            hindrance={hindrance}
            onHindered={onHindered}
            take={take}
            resume={({ amount: fen }) =>
              fenProblem(fen, limits) === undefined ? tuitionOf(overview, fen) : undefined
            }
            isPaid={(fen, number) =>
              isConfirmed({ order: number, amount: fen, paidBefore: overview.paid })
            }
            holdsBed={place.secondsLeft !== undefined}
            onCancelled={(given) =>
              given?.type === '3' ? toast(texts.orderCancelled) : setCancelled(true)
            }
          >
            <AmountField input={input} amount={amount} owed={overview.owed} />
          </PayPanel>
          {order === undefined && isIdle && (
            <ButtonLink tone="second" to="/pay/{-$sort}/$stunum" params={params}>
              {texts.atSchool}
            </ButtonLink>
          )}
          <TimeOver over={isIdle && !isCancelled ? place.over : 'no'} address={place.address} />
        </>
      )}
      <Cancelled open={isCancelled} stunum={stunum} />
    </div>
  )
}

function HoldLine({ seconds }: { seconds: number }) {
  const texts = useTexts(feesTexts)
  return (
    <p className={styles['hold']}>
      {texts.holdLeft}{' '}
      <b role="timer" aria-label={texts.holdLeft}>
        {clockOf(seconds)}
      </b>
      {texts.holdByUniversity}
    </p>
  )
}

import { useEffect, useRef, useState } from 'react'
import { openPaymentSheet } from '#app/host/pay.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { BUTTON_REENABLE_MS } from '#app/ui/times.ts'
import { showToast } from '#app/ui/toast.ts'
import { feesTexts } from '#i18n/fees'
import { pollUntilPaymentConfirmed } from '../confirmation/payment-confirmation.ts'
import { invalidatePaymentReads, refreshFeeAmounts } from '../confirmation/payment-updates.ts'
import {
  publishUnresolvedPayment,
  recordPaymentStart,
  clearUnresolvedPayment,
} from '../confirmation/unresolved-payment.ts'
import { createOrder, type Purchase } from '../order/order.ts'

/**
 * Checks whether the university has received the payment of an order. `order` is undefined for a
 * backend without order numbers.
 */
type CheckPaid = (order: string | undefined) => Promise<boolean>

/**
 * The stage of a payment attempt. 'unconfirmed': the payment sheet has reported success, but the
 * university has not confirmed it.
 */
export type PaymentStage =
  | { readonly type: 'idle' }
  | { readonly type: 'ordering' | 'paying' }
  | { readonly type: 'confirming'; readonly nth: number }
  | { readonly type: 'unconfirmed'; readonly isPaid: CheckPaid; readonly order: string | undefined }

/**
 * Runs one payment attempt at a time (FEE-50, FEE-56): the order, the payment sheet, and the
 * university's confirmation. The "ok" of the payment sheet never counts as paid (D-67).
 */
export function usePayment({
  onPaid,
  onFailed,
}: {
  onPaid: (order: string | undefined) => void
  /**
   * Called when the payment sheet reports a failure; the caller then checks with the university.
   * Without this callback the page stays and shows the failure.
   */
  onFailed?: (order: string | undefined) => void
}) {
  const texts = useTexts(feesTexts)
  const [stage, setStage] = useState<PaymentStage>({ type: 'idle' })
  const [problem, setProblem] = useState<string>()
  const busy = useRef(false)
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
      publishUnresolvedPayment()
    }
  }, [])

  const paid = (order: string | undefined) => {
    clearUnresolvedPayment()
    showToast(texts.paid)
    // For a numbered order, `handleOrderUpdate` has already refreshed the amounts.
    if (order === undefined) void refreshFeeAmounts()
    onPaid(order)
  }
  const attempt = async (purchase: Purchase, isPaid: CheckPaid) => {
    setStage({ type: 'ordering' })
    const ordered = await createOrder(purchase)
    // After the user has left this page, no payment sheet opens on another page.
    if (!here.current) return
    if (ordered.type === 'problem') return setProblem(ordered.text)
    setStage({ type: 'paying' })
    const { order } = ordered
    recordPaymentStart(order)
    const said = await openPaymentSheet(ordered.params)
    if (!here.current) return
    if (said === 'ok') return askUniversity(isPaid, order)
    publishUnresolvedPayment()
    if (said === 'cancel') return showToast(texts.cancelled)
    if (onFailed === undefined) return showToast(texts.failed)
    onFailed(order)
  }
  const askUniversity = async (isPaid: CheckPaid, order: string | undefined) => {
    const onTry = (nth: number) => setStage({ type: 'confirming', nth })
    const isThere = await pollUntilPaymentConfirmed({
      ask: () => isPaid(order),
      onTry,
      wanted: () => here.current,
    })
    if (!here.current) return
    if (isThere) paid(order)
    else setStage({ type: 'unconfirmed', isPaid, order })
  }
  return {
    stage,
    problem,
    setProblem,
    /** Starts an attempt, unless another one is running. */
    start: (purchase: Purchase, isPaid: CheckPaid) => {
      if (busy.current) return showToast(texts.once)
      busy.current = true
      setProblem(undefined)
      void attempt(purchase, isPaid).finally(() => {
        setTimeout(() => void (busy.current = false), BUTTON_REENABLE_MS)
        void invalidatePaymentReads()
        setStage((now) => (now.type === 'unconfirmed' ? now : { type: 'idle' }))
      })
    },
    /** Returns whether an attempt is running, and shows a toast if so. */
    refuseTwice: (): boolean => {
      if (busy.current) showToast(texts.once)
      return busy.current
    },
    /** Checks with the university once more. */
    look: async () => {
      // The reads are invalidated first, so that the next read does not join a request that is
      // already running.
      await invalidatePaymentReads()
      if (stage.type === 'unconfirmed' && (await stage.isPaid(stage.order))) paid(stage.order)
    },
  }
}

import { useEffect, useRef, useState } from 'react'
import { openPaymentSheet } from '#app/host/pay.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { BUTTON_RESET_MS } from '#app/ui/times.ts'
import { showToast } from '#app/ui/toast.ts'
import { feesTexts } from '#i18n/fees'
import { pollUntilConfirmed } from '../confirmation/payment-confirmation.ts'
import { invalidatePaymentReads, refreshAmounts } from '../confirmation/payment-updates.ts'
import {
  publishUnresolvedPayment,
  recordPaymentStart,
  clearUnresolvedPayment,
} from '../confirmation/unresolved-payment.ts'
import { createOrder, type Purchase } from '../order/order.ts'

/** Asks the university whether it has the money of an order; no number where it told none. */
type CheckPaid = (order: string | undefined) => Promise<boolean>

/**
 * How far an attempt to pay has come. 'unconfirmed': the phone said yes, the university has not.
 */
export type PaymentStage =
  | { readonly type: 'idle' }
  | { readonly type: 'ordering' | 'paying' }
  | { readonly type: 'confirming'; readonly nth: number }
  | { readonly type: 'unconfirmed'; readonly isPaid: CheckPaid; readonly order: string | undefined }

/**
 * One attempt to pay at a time (FEE-50, FEE-56): order, payment sheet, and the university's word.
 * The phone's own "ok" never counts as paid (D-67).
 */
export function usePayment({
  onPaid,
  onFailed,
}: {
  onPaid: (order: string | undefined) => void
  /**
   * Where the phone's "failed" leads to: the university is asked there. Without one the page stays
   * and says it.
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
    // Where an order was told, its answer has done so already.
    if (order === undefined) void refreshAmounts()
    onPaid(order)
  }
  const attempt = async (purchase: Purchase, isPaid: CheckPaid) => {
    setStage({ type: 'ordering' })
    const ordered = await createOrder(purchase)
    // Whoever has left the page must not be asked for money on another one.
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
    const isThere = await pollUntilConfirmed({
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
    /** Begin, unless an attempt is under way. */
    start: (purchase: Purchase, isPaid: CheckPaid) => {
      if (busy.current) return showToast(texts.once)
      busy.current = true
      setProblem(undefined)
      void attempt(purchase, isPaid).finally(() => {
        setTimeout(() => void (busy.current = false), BUTTON_RESET_MS)
        void invalidatePaymentReads()
        setStage((now) => (now.type === 'unconfirmed' ? now : { type: 'idle' }))
      })
    },
    /** Is an attempt under way? Says so if it is. */
    refuseTwice: (): boolean => {
      if (busy.current) showToast(texts.once)
      return busy.current
    },
    /** Ask the university once more. */
    look: async () => {
      // First, so that what is asked next joins no answer that was on its way before.
      await invalidatePaymentReads()
      if (stage.type === 'unconfirmed' && (await stage.isPaid(stage.order))) paid(stage.order)
    },
  }
}

import { lazy, Suspense, useEffect } from 'react'
import { closeSandboxSheet } from '#app/host/pay-sandbox.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { CancelOrderDialog } from '../order/FeesDialogs.tsx'
import type { useCancelOrder } from '../order/useCancelOrder.ts'
import { PaymentMethodSheet } from './PaymentMethodSheet.tsx'

const SandboxSheet = lazy(() =>
  import('./SandboxSheet.tsx').then((module) => ({ default: module.SandboxSheet })),
)

/** The sheets and dialogs that open during a payment or a cancellation. Amounts in fen. */
export function PaymentSheets({
  methodSheetAmount,
  paymentSheetAmount,
  cancel,
  releasesBed,
  onChoose,
  onClose,
}: {
  /** The amount for the open method sheet. */
  methodSheetAmount: number | undefined
  /** The amount for the open payment sheet. */
  paymentSheetAmount: number | undefined
  cancel: ReturnType<typeof useCancelOrder>
  /** Whether cancelling the order releases a reserved bed. */
  releasesBed: boolean
  onChoose: () => void
  onClose: () => void
}) {
  useEffect(() => closeSandboxSheet, [])
  return (
    <>
      <PaymentMethodSheet amount={methodSheetAmount} onChoose={onChoose} onClose={onClose} />
      <CancelOrderDialog cancel={cancel} releasesBed={releasesBed} />
      {appConfig.payment === 'sandbox' && paymentSheetAmount !== undefined && (
        <Suspense>
          <SandboxSheet amount={paymentSheetAmount} />
        </Suspense>
      )}
    </>
  )
}

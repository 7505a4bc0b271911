import { lazy, Suspense, useEffect } from 'react'
import { closeSandboxSheet } from '#app/host/pay-sandbox.ts'
import { config } from '#app/lib/platform/config.ts'
import { CancelOrderDialog } from '../order/FeesDialogs.tsx'
import type { useCancelOrder } from '../order/useCancelOrder.ts'
import { MethodSheet } from './MethodSheet.tsx'

const SandboxSheet = lazy(() =>
  import('./SandboxSheet.tsx').then((module) => ({ default: module.SandboxSheet })),
)

/** What opens over the page while somebody pays or gives an order up. Amounts in fen. */
export function PaySheets({
  methodSheetAmount,
  paymentSheetAmount,
  cancel,
  releasesBed,
  onChoose,
  onClose,
}: {
  /** The amount that a method is being chosen for. */
  methodSheetAmount: number | undefined
  /** The amount whose payment sheet is open. */
  paymentSheetAmount: number | undefined
  cancel: ReturnType<typeof useCancelOrder>
  /** Giving the order up gives a held place up. */
  releasesBed: boolean
  onChoose: () => void
  onClose: () => void
}) {
  useEffect(() => closeSandboxSheet, [])
  return (
    <>
      <MethodSheet amount={methodSheetAmount} onChoose={onChoose} onClose={onClose} />
      <CancelOrderDialog cancel={cancel} releasesBed={releasesBed} />
      {config.payment === 'sandbox' && paymentSheetAmount !== undefined && (
        <Suspense>
          <SandboxSheet amount={paymentSheetAmount} />
        </Suspense>
      )}
    </>
  )
}

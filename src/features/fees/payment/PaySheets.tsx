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
  asked,
  paying,
  cancel,
  releasesBed,
  onChoose,
  onClose,
}: {
  /** The amount that a method is being chosen for. */
  asked: number | undefined
  /** The amount whose payment sheet is open. */
  paying: number | undefined
  cancel: ReturnType<typeof useCancelOrder>
  /** Giving the order up gives a held place up. */
  releasesBed: boolean
  onChoose: () => void
  onClose: () => void
}) {
  useEffect(() => closeSandboxSheet, [])
  return (
    <>
      <MethodSheet amount={asked} onChoose={onChoose} onClose={onClose} />
      <CancelOrderDialog cancel={cancel} releasesBed={releasesBed} />
      {config.payment === 'sandbox' && paying !== undefined && (
        <Suspense>
          <SandboxSheet amount={paying} />
        </Suspense>
      )}
    </>
  )
}

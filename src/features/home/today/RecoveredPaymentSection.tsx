import { useState } from 'react'
import { hasUnresolvedPayment } from '#app/features/fees/public.ts'
import { lazyComponent } from '#app/ui/lazy-component.tsx'

const FoundCard = lazyComponent(
  async () => (await import('./RecoveredPaymentCard.tsx')).RecoveredPaymentCard,
)

/**
 * News of a payment that this phone lost sight of, if there was one: for all others home asks
 * nothing more.
 */
export function RecoveredPaymentSection({ stunum }: { stunum: string }) {
  const [wanted] = useState(hasUnresolvedPayment)
  return wanted && <FoundCard stunum={stunum} />
}

import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { feesTexts } from '#i18n/fees'
import { MessageDialog } from '../order/FeesDialogs.tsx'
import type { usePaymentReservation } from './usePaymentReservation.ts'

/**
 * Reports that the time to pay is over. If the bed was lost, the dialog links to the choice of
 * another bed (D-64).
 */
export function PaymentTimeoutDialog({
  expiry,
  address,
}: Pick<ReturnType<typeof usePaymentReservation>, 'expiry' | 'address'>) {
  const texts = useTexts(feesTexts)
  const navigate = useNavigate()
  const [closedExpiry, setClosedExpiry] = useState<string>()
  const leads = expiry === 'bed-lost' && address !== undefined
  const close = () => setClosedExpiry(expiry)
  return (
    <MessageDialog
      open={expiry !== 'none' && closedExpiry !== expiry}
      texts={[leads ? texts.timeOverDorm : texts.timeOver]}
      label={leads ? texts.chooseDorm : texts.ok}
      onGo={() => (leads ? void navigate({ to: address }) : close())}
      onClose={close}
    />
  )
}

import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { feesTexts } from '#i18n/fees'
import { MessageDialog } from '../order/FeesDialogs.tsx'
import type { usePaymentReservation } from './usePaymentReservation.ts'

/**
 * Says that the time to pay is over; with a place lost, the way leads to choosing another one
 * (D-64).
 */
export function PaymentTimeoutDialog({
  over,
  address,
}: Pick<ReturnType<typeof usePaymentReservation>, 'over' | 'address'>) {
  const texts = useTexts(feesTexts)
  const navigate = useNavigate()
  const [told, setTold] = useState<string>()
  const leads = over === 'dorm' && address !== undefined
  const close = () => setTold(over)
  return (
    <MessageDialog
      open={over !== 'no' && told !== over}
      texts={[leads ? texts.timeOverDorm : texts.timeOver]}
      label={leads ? texts.chooseDorm : texts.ok}
      onGo={() => (leads ? void navigate({ to: address }) : close())}
      onClose={close}
    />
  )
}

import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '#app/lib/language/language.ts'
import { feesTexts } from '#i18n/fees'
import { usePaymentReservation } from '../reservation/usePaymentReservation.ts'
import { MessageDialog } from './FeesDialogs.tsx'

/**
 * Reports that an order of the flow was cancelled and links to the steps. If the bed was only
 * reserved, the student has to choose a bed again (FEE-53, D-63).
 */
export function OrderCancelledDialog({ open, stunum }: { open: boolean; stunum: string }) {
  const texts = useTexts(feesTexts)
  const navigate = useNavigate()
  const { isBedUnpaid } = usePaymentReservation({ asks: open })
  const toSteps = () => void navigate({ to: '/welcome/$stunum', params: { stunum } })
  return (
    <MessageDialog
      open={open}
      texts={isBedUnpaid ? [texts.orderCancelled, texts.chooseDormAgain] : [texts.orderCancelled]}
      label={texts.ok}
      onGo={toSteps}
      onClose={toSteps}
    />
  )
}

import { useState } from 'react'
import { useHadBedReservation, useBedReservation } from '#app/features/dorm/public.ts'
import { loadSavedSteps, useOnboardingSteps, stepAddress } from '#app/features/onboarding/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { feesTexts } from '#i18n/fees'

/**
 * The held place in a dormitory, as far as it concerns payment (D-64): how long it is held, whether
 * time has run out ('bed-lost': the place is lost and another has to be chosen), and why nothing can
 * be paid for its sake.
 */
export function usePaymentReservation({ asks = true }: { asks?: boolean } = {}) {
  const texts = useTexts(feesTexts)
  const session = useSession()
  const applies = session?.person.role === 'student' && session.person.enrolment !== '1'
  const reservation = useBedReservation(applies && asks)
  const steps = useOnboardingSteps().steps ?? loadSavedSteps()
  const heldBefore = useHadBedReservation()
  const [wasHeld, setWasHeld] = useState(false)
  if (reservation.type === 'reserved' && !wasHeld) setWasHeld(true)
  const step = steps.find(({ page }) => page.toLowerCase() === 'selectdorm')
  const isExpired = applies && reservation.type === 'expired'
  const isLost = isExpired && step !== undefined && (wasHeld || heldBefore)
  const expiry: 'none' | 'bed-lost' | 'expired' = isLost
    ? 'bed-lost'
    : isExpired && wasHeld
      ? 'expired'
      : 'none'
  let blockedReason: string | undefined
  if (isLost) blockedReason = texts.timeOverDorm
  else if (applies && reservation.type === 'failed') blockedReason = texts.dormFault
  else if (applies && reservation.type === 'unknown') blockedReason = texts.holdUnknown
  return {
    expiry,
    blockedReason,
    hasFailed: applies && reservation.type === 'failed',
    secondsLeft: reservation.type === 'reserved' ? reservation.secondsLeft : undefined,
    /**
     * Is a place still to be chosen, or only held until it is paid? Not once it is kept, as by a
     * part payment.
     */
    isBedUnpaid:
      applies &&
      step !== undefined &&
      (reservation.type === 'reserved' || reservation.type === 'expired'),
    /** Where a place is chosen; nowhere for those whose steps have none. */
    address: step && stepAddress(step, session?.stunum ?? ''),
  }
}

import { useState } from 'react'
import { useHadBedReservation, useBedReservation } from '#app/features/dorm/public.ts'
import {
  loadSavedSteps,
  useOnboardingSteps,
  addressOfStep,
} from '#app/features/onboarding/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { feesTexts } from '#i18n/fees'

/**
 * The bed reservation as far as a payment depends on it (D-64): how long it lasts, whether it has
 * expired ('bed-lost': the student has to choose another bed), and why it blocks a payment.
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
     * Whether a bed has to be chosen or is only reserved until it is paid. False after the bed was
     * assigned, for example after a part payment.
     */
    isBedUnpaid:
      applies &&
      step !== undefined &&
      (reservation.type === 'reserved' || reservation.type === 'expired'),
    /** The address of the dorm step; undefined for students whose steps have none. */
    address: step && addressOfStep(step, session?.stunum ?? ''),
  }
}

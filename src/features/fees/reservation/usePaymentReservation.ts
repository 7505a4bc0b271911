import { useState } from 'react'
import { useHadBedReservation, useBedReservation } from '#app/features/dorm/public.ts'
import { loadSavedSteps, useOnboardingSteps, stepAddress } from '#app/features/onboarding/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { feesTexts } from '#i18n/fees'

/**
 * The held place in a dormitory, as far as it concerns payment (D-64): how long it is held, whether
 * time has run out ('dorm': the place is lost and another has to be chosen), and why nothing can be
 * paid for its sake.
 */
export function usePaymentReservation({ asks = true }: { asks?: boolean } = {}) {
  const texts = useTexts(feesTexts)
  const session = useSession()
  const counts = session?.person.role === 'student' && session.person.enrolment !== '1'
  const hold = useBedReservation(counts && asks)
  const steps = useOnboardingSteps().steps ?? loadSavedSteps()
  const heldBefore = useHadBedReservation()
  const [wasHeld, setWasHeld] = useState(false)
  if (hold.type === 'held' && !wasHeld) setWasHeld(true)
  const step = steps.find(({ page }) => page.toLowerCase() === 'selectdorm')
  const isOver = counts && hold.type === 'over'
  const isLost = isOver && step !== undefined && (wasHeld || heldBefore)
  const over: 'no' | 'dorm' | 'plain' = isLost ? 'dorm' : isOver && wasHeld ? 'plain' : 'no'
  let hindrance: string | undefined
  if (isLost) hindrance = texts.timeOverDorm
  else if (counts && hold.type === 'fault') hindrance = texts.dormFault
  else if (counts && hold.type === 'unknown') hindrance = texts.holdUnknown
  return {
    over,
    hindrance,
    isFault: counts && hold.type === 'fault',
    secondsLeft: hold.type === 'held' ? hold.secondsLeft : undefined,
    /**
     * Is a place still to be chosen, or only held until it is paid? Not once it is kept, as by a
     * part payment.
     */
    isOpen: counts && step !== undefined && (hold.type === 'held' || hold.type === 'over'),
    /** Where a place is chosen; nowhere for those whose steps have none. */
    address: step && stepAddress(step, session?.stunum ?? ''),
  }
}

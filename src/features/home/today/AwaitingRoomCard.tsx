import type { ReactNode } from 'react'
import { useOnboardingSteps, useIsAwaitingRoom } from '#app/features/onboarding/public.ts'
import { StepProgressSection } from './StepCard.tsx'

/**
 * The steps of who waits for a room: nothing is urged that cannot be done before; `otherwise` for
 * everybody else.
 */
export function AwaitingRoomCard({ otherwise, stunum }: { otherwise: ReactNode; stunum: string }) {
  const roomless = useIsAwaitingRoom(true)
  const { placed } = useOnboardingSteps(roomless)
  return roomless && placed !== undefined ? (
    <StepProgressSection placed={placed} stunum={stunum} />
  ) : (
    otherwise
  )
}

import type { ReactNode } from 'react'
import { useOnboardingSteps, useIsAwaitingRoom } from '#app/features/onboarding/public.ts'
import { StepProgressSection } from './StepCard.tsx'

/**
 * The card of a student who waits for a room: it shows the steps, none of which is due before the
 * room is assigned. All other students see `fallback`.
 */
export function AwaitingRoomCard({ fallback, stunum }: { fallback: ReactNode; stunum: string }) {
  const isAwaitingRoom = useIsAwaitingRoom(true)
  const { numberedSteps } = useOnboardingSteps(isAwaitingRoom)
  return isAwaitingRoom && numberedSteps !== undefined ? (
    <StepProgressSection numberedSteps={numberedSteps} stunum={stunum} />
  ) : (
    fallback
  )
}

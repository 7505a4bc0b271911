import type { ReactNode } from 'react'
import { useOnboardingSteps, useIsAwaitingRoom } from '#app/features/onboarding/public.ts'
import { StepProgressSection } from './StepCard.tsx'

/**
 * The steps of a student who waits for a room; nothing is due before the room is assigned. All
 * others see `fallback`.
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

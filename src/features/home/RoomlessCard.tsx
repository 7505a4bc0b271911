import type { ReactNode } from 'react'
import { useFlow, useRoomless } from '#app/features/onboarding/face.ts'
import { Progress } from './StepCard.tsx'

/**
 * The steps of who waits for a room: nothing is urged that cannot be done before; `otherwise` for
 * everybody else.
 */
export function RoomlessCard({ otherwise, stunum }: { otherwise: ReactNode; stunum: string }) {
  const roomless = useRoomless(true)
  const { placed } = useFlow(roomless)
  return roomless && placed !== undefined ? <Progress placed={placed} stunum={stunum} /> : otherwise
}

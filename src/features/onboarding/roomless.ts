import { roomQuery } from '#app/features/room/face.ts'
import { useKept } from '#app/lib/kept.ts'
import { useSession } from '#app/lib/session.ts'
import { addressAfter, needsRoom, nextStep, useFlow } from './flow.ts'
import { rememberedFlow } from './remembered.ts'

/**
 * Is the student still to be given a room? Postgraduates need none (D-52); nobody is asked before
 * it matters.
 */
export function useRoomless(matters: boolean): boolean {
  const person = useSession()?.person
  const counts = matters && person?.role === 'student' && person.enrolment !== '1'
  const kept = useKept({ ...roomQuery(), enabled: counts })
  return counts && kept.data?.room === null
}

/**
 * The way on from a step to the next one, or to the list: which says it where the next one waits
 * for a room.
 */
export function useWayOn(step: number, stunum: string): string {
  const steps = useFlow().steps ?? rememberedFlow()
  const next = nextStep(steps, step)
  const roomless = useRoomless(next !== undefined && needsRoom(next) && !next.done)
  return addressAfter(roomless ? steps.filter((one) => !needsRoom(one)) : steps, step, stunum)
}

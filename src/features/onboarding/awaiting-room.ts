import { roomQuery } from '#app/features/assigned-room/public.ts'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useSession } from '#app/lib/session/session.ts'
import { loadSavedSteps } from './saved-steps.ts'
import { addressOfNextStep, needsRoom, findNextStep, useOnboardingSteps } from './steps.ts'

/**
 * Whether the student waits for the university to assign a room. Postgraduates need no room (D-52).
 * While `matters` is false, nothing is read.
 */
export function useIsAwaitingRoom(matters: boolean): boolean {
  const person = useSession()?.person
  const applies = matters && person?.role === 'student' && person.enrolment !== '1'
  const kept = useCachedQuery({ ...roomQuery(), enabled: applies })
  return applies && kept.data?.room === null
}

/**
 * Returns the address to open after a step: the next step, or the list of steps if the next step
 * needs a room that is not assigned yet.
 */
export function useNextStepAddress(step: number, stunum: string): string {
  const steps = useOnboardingSteps().steps ?? loadSavedSteps()
  const next = findNextStep(steps, step)
  const isAwaitingRoom = useIsAwaitingRoom(next !== undefined && needsRoom(next) && !next.done)
  return addressOfNextStep(
    isAwaitingRoom ? steps.filter((one) => !needsRoom(one)) : steps,
    step,
    stunum,
  )
}

import { roomQuery } from '#app/features/assigned-room/public.ts'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useSession } from '#app/lib/session/session.ts'
import { loadSavedSteps } from './saved-steps.ts'
import { nextStepAddress, needsRoom, nextStep, useOnboardingSteps } from './steps.ts'

/**
 * Is the student still to be given a room? Postgraduates need none (D-52); nobody is asked before
 * it matters.
 */
export function useIsAwaitingRoom(matters: boolean): boolean {
  const person = useSession()?.person
  const applies = matters && person?.role === 'student' && person.enrolment !== '1'
  const kept = useCachedQuery({ ...roomQuery(), enabled: applies })
  return applies && kept.data?.room === null
}

/**
 * The way on from a step to the next one, or to the list: which says it where the next one waits
 * for a room.
 */
export function useNextStepAddress(step: number, stunum: string): string {
  const steps = useOnboardingSteps().steps ?? loadSavedSteps()
  const next = nextStep(steps, step)
  const isAwaitingRoom = useIsAwaitingRoom(next !== undefined && needsRoom(next) && !next.done)
  return nextStepAddress(
    isAwaitingRoom ? steps.filter((one) => !needsRoom(one)) : steps,
    step,
    stunum,
  )
}

import { useNavigate } from '@tanstack/react-router'
import { useNextStepAddress } from './awaiting-room.ts'
import { loadSavedSteps } from './saved-steps.ts'
import { useOnboardingSteps } from './steps.ts'

/**
 * A step of the onboarding flow from its own page: may it be skipped, is it done, and the way on to
 * the next one (FLOW-11).
 */
export function useStep(step: string, stunum: string) {
  const navigate = useNavigate()
  const steps = useOnboardingSteps().steps ?? loadSavedSteps()
  const own = steps.find(({ id }) => id === Number(step))
  const wayOn = useNextStepAddress(Number(step), stunum)
  return {
    skippable: own?.skippable ?? false,
    done: own?.done ?? false,
    goOn: () => void navigate({ to: wayOn }),
  }
}

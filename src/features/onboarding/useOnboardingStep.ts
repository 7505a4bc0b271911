import { useNavigate } from '@tanstack/react-router'
import { useNextStepAddress } from './awaiting-room.ts'
import { loadSavedSteps } from './saved-steps.ts'
import { useOnboardingSteps } from './steps.ts'

/**
 * The state of an onboarding step for its own page: whether it can be skipped, whether it is done,
 * and how to continue to the next one (FLOW-11).
 */
export function useOnboardingStep(step: string, stunum: string) {
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

import { useNavigate } from '@tanstack/react-router'
import { useFlow } from './flow.ts'
import { rememberedFlow } from './remembered.ts'
import { useWayOn } from './roomless.ts'

/**
 * A step of the onboarding flow from its own page: may it be skipped, is it done, and the way on to
 * the next one (FLOW-11).
 */
export function useStep(step: string, stunum: string) {
  const navigate = useNavigate()
  const steps = useFlow().steps ?? rememberedFlow()
  const own = steps.find(({ id }) => id === Number(step))
  const wayOn = useWayOn(Number(step), stunum)
  return {
    skippable: own?.skippable ?? false,
    done: own?.done ?? false,
    goOn: () => void navigate({ to: wayOn }),
  }
}

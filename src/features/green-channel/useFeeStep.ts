import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { loadSavedSteps, stepsQuery, useOnboardingSteps } from '#app/features/onboarding/public.ts'
import { PAYMENT_STEP_PAGES } from '#contract/onboarding'

/**
 * The number of the payment-info step in the reference flow (D-116), for a phone that has not
 * loaded the student's own steps.
 */
const REFERENCE = 5

/** Returns the step of the flow that contains the applications (D-75). */
export function useFeeStep(stunum: string) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const steps = useOnboardingSteps().steps ?? loadSavedSteps()
  const sort = String(steps.find(({ page }) => page === PAYMENT_STEP_PAGES[0])?.id ?? REFERENCE)
  return {
    sort,
    goThere: () => navigate({ to: '/onlinefee/$sort/$stunum', params: { sort, stunum } }),
    refetchSteps: () => client.refetchQueries({ queryKey: stepsQuery().queryKey }),
  }
}

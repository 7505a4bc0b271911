import { loadSavedSteps, useOnboardingSteps } from '#app/features/onboarding/public.ts'

/**
 * Returns the number of the step in which the year's fees are paid; undefined if this phone has no
 * steps.
 */
export function usePaymentStep(): number | undefined {
  const steps = useOnboardingSteps().steps ?? loadSavedSteps()
  return steps.find(({ page }) => page.toLowerCase() === 'onlinefee')?.id
}

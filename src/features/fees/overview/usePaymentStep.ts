import { loadSavedSteps, useOnboardingSteps } from '#app/features/onboarding/public.ts'

/** The number of the step in which the year's fees are paid, as far as this phone knows the steps. */
export function usePaymentStep(): number | undefined {
  const steps = useOnboardingSteps().steps ?? loadSavedSteps()
  return steps.find(({ page }) => page.toLowerCase() === 'onlinefee')?.id
}

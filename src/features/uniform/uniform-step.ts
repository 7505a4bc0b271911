import { PAYMENT_STEPS, type OnboardingStep } from '#contract/onboarding'

/** The page of the uniform's step. */
export const UNIFORM_PAGE = 'militaryTrainingClothing'

/**
 * The step that is to be marked complete after a submission: the uniform's own, while the
 * payment-info step is open (D-34). A phone that has never seen the flow marks it too; the backend
 * does the same by itself once payment is done.
 */
export function findStepToMark(steps: readonly OnboardingStep[], step: string): string | undefined {
  const isOpen = steps.some((one) => one.page === PAYMENT_STEPS[0] && !one.done)
  return (isOpen || steps.length === 0) && /^\d+$/.test(step) ? step : undefined
}

/** The number of the uniform's step: by the flow, else by the address. */
export const findUniformStep = (
  steps: readonly OnboardingStep[],
  addressed: string | undefined,
): string => String(steps.find(({ page }) => page === UNIFORM_PAGE)?.id ?? addressed ?? '')

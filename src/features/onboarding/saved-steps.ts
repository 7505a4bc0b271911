import * as v from 'valibot'
import { safeLocalStorage } from '#app/lib/platform/safe-storage.ts'
import { onboarding, type OnboardingStep } from '#contract/onboarding'

/**
 * Stores the visible steps in local storage, under the requirements' storage name and with the
 * API's field names (FLOW-14).
 */
export function saveSteps(steps: readonly OnboardingStep[]): void {
  try {
    safeLocalStorage.setItem(
      'flowdata',
      JSON.stringify(onboarding.steps.output.encode({ steps: [...steps] })),
    )
  } catch {
    // Storing can fail without harm, because the copy is only a fallback for finding the next step.
  }
}

/**
 * Returns the steps that were stored last, to find the next step when no other copy is available
 * (FLOW-14).
 */
export function loadSavedSteps(): OnboardingStep[] {
  try {
    const read = v.safeParse(
      onboarding.steps.output.decode,
      JSON.parse(safeLocalStorage.getItem('flowdata') ?? 'null'),
    )
    return read.success ? read.output.steps : []
  } catch {
    return []
  }
}

import * as v from 'valibot'
import { safeLocalStorage } from '#app/lib/platform/safe-storage.ts'
import { onboarding, type OnboardingStep } from '#contract/onboarding'

/**
 * Keep the visible steps under the requirements' storage name, in the wire's spelling (FLOW-14).
 */
export function saveSteps(steps: readonly OnboardingStep[]): void {
  try {
    safeLocalStorage.setItem(
      'flowdata',
      JSON.stringify(onboarding.steps.output.encode({ steps: [...steps] })),
    )
  } catch {
    // Only the next-step rule without any other copy would miss it.
  }
}

/**
 * The steps as they were last seen, for the next-step rule when no other copy is at hand (FLOW-14).
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

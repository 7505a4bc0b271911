import * as v from 'valibot'
import { local } from '#app/lib/storage.ts'
import { onboarding, type Step } from '#contract/onboarding'

/**
 * Keep the visible steps under the requirements' storage name, in the wire's spelling (FLOW-14).
 */
export function rememberFlow(steps: readonly Step[]): void {
  try {
    local.setItem('flowdata', JSON.stringify(onboarding.steps.output.encode({ steps: [...steps] })))
  } catch {
    // Only the next-step rule without any other copy would miss it.
  }
}

/**
 * The steps as they were last seen, for the next-step rule when no other copy is at hand (FLOW-14).
 */
export function rememberedFlow(): Step[] {
  try {
    const read = v.safeParse(
      onboarding.steps.output.decode,
      JSON.parse(local.getItem('flowdata') ?? 'null'),
    )
    return read.success ? read.output.steps : []
  } catch {
    return []
  }
}

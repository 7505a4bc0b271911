import { expect, test } from 'vitest'
import { isStepDone } from '#contract/onboarding'

test('a step with newStatus 0 is not done, and with any other value it is done [FLOW-08]', () => {
  expect(['0', 0, '1', 1, '2'].map(isStepDone)).toEqual([false, false, true, true, true])
})

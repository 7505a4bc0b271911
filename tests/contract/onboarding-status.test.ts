import { expect, test } from 'vitest'
import { isStepDone } from '#contract/onboarding'

test('newStatus 0 is not done, everything else is [FLOW-08]', () => {
  expect(['0', 0, '1', 1, '2'].map(isStepDone)).toEqual([false, false, true, true, true])
})

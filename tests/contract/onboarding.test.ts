import { expect, test } from 'vitest'
import { isDone } from '#contract/onboarding'

test('newStatus 0 is not done, everything else is [FLOW-08]', () => {
  expect(['0', 0, '1', 1, '2'].map(isDone)).toEqual([false, false, true, true, true])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exponentialBackoff } from '#offline/utilities/exponential-backoff'
import { withTimeout } from '#offline/utilities/with-timeout'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a result or failure before the timeout is passed on, and the timer is cleared', async () => {
  expect(await withTimeout(1_000, Promise.resolve('in time'), () => 'late')).toBe('in time')
  await expect(withTimeout(1_000, Promise.reject(new Error('no')), () => 'late')).rejects.toThrow(
    'no',
  )
  expect(vi.getTimerCount()).toBe(0)
})

test('a failure after the timeout is ignored and not reported as unhandled', async () => {
  let fail: (cause: Error) => void = () => {}
  const work = new Promise<never>((_, reject) => (fail = reject))
  const late = withTimeout(1_000, work, () => 'late')
  const failing = withTimeout(1_000, work, () => {
    throw new Error('too late')
  })
  failing.catch(() => {})
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await late).toBe('late')
  await expect(failing).rejects.toThrow('too late')
  fail(new Error('unheard'))
})

test('exponential backoff doubles the pause up to the longest one', () => {
  const pauses = [1, 2, 3, 4, 5, 99].map((nth) =>
    exponentialBackoff(nth, { first: 5, longest: 40 }),
  )
  expect(pauses).toEqual([5, 10, 20, 40, 40, 40])
})

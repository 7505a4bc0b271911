import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exponentialBackoff } from '#offline/utilities/exponential-backoff'
import { withTimeout } from '#offline/utilities/with-timeout'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a result in time counts, also a failure, and leaves no timer behind', async () => {
  expect(await withTimeout(1_000, Promise.resolve('in time'), () => 'late')).toBe('in time')
  await expect(withTimeout(1_000, Promise.reject(new Error('no')), () => 'late')).rejects.toThrow(
    'no',
  )
  expect(vi.getTimerCount()).toBe(0)
})

test('a result after the timeout is ignored, and its failure is not reported as unhandled', async () => {
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

test('pauses double up to the longest one', () => {
  const pauses = [1, 2, 3, 4, 5, 99].map((nth) =>
    exponentialBackoff(nth, { first: 5, longest: 40 }),
  )
  expect(pauses).toEqual([5, 10, 20, 40, 40, 40])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPeriodicJob } from '#server/platform/periodic-job'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a periodic job runs once at a time; a failed run is reported, and the next one follows', async () => {
  const ends: ((error?: Error) => void)[] = []
  const round = vi.fn<() => Promise<void>>(
    () =>
      new Promise((resolve, reject) =>
        ends.push((error) => (error === undefined ? resolve() : reject(error))),
      ),
  )
  const onError = vi.fn<(error: unknown) => void>()
  const work = startPeriodicJob(round, 1000, onError)
  await vi.advanceTimersByTimeAsync(3500)
  expect(round).toHaveBeenCalledTimes(1)
  const fault = new Error('odd')
  ends.shift()?.(fault)
  await vi.advanceTimersByTimeAsync(1000)
  expect(onError.mock.calls).toEqual([[fault]])
  expect(round).toHaveBeenCalledTimes(2)

  const stopped = vi.fn<() => void>()
  void work.stop().then(stopped)
  await vi.advanceTimersByTimeAsync(5000)
  expect(stopped).not.toHaveBeenCalled()
  ends.shift()?.()
  await vi.advanceTimersByTimeAsync(5000)
  expect(stopped).toHaveBeenCalledTimes(1)
  expect(round).toHaveBeenCalledTimes(2)
})

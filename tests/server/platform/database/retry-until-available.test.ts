import { afterEach, expect, test, vi } from 'vitest'
import { retryUntilAvailable } from '#server/platform/database/driver/retry-until-available'

afterEach(() => void vi.restoreAllMocks())

const away = (): Promise<never> =>
  Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))

/** A clock that returns these times in ms, and then stays at the last one. */
function clockAt(...moments: readonly number[]) {
  const left = [...moments]
  const last = moments.at(-1) ?? 0
  vi.spyOn(performance, 'now').mockImplementation(() => left.shift() ?? last)
}

test('an unavailable database is retried until the time is over, and reported once', async () => {
  let tries = 0
  const toldAfter: number[] = []
  const onWait = () => void toldAfter.push(tries)
  const work = vi.fn<() => Promise<string>>(() => ((tries += 1) < 5 ? away() : Promise.resolve('')))
  clockAt(5000, 5001, 5999, 6000)
  await expect(retryUntilAvailable(work, { seconds: 1, onWait })).rejects.toThrow('away')
  expect(work).toHaveBeenCalledTimes(3)
  expect(toldAfter).toEqual([1])
})

test('an available database is not retried, and nothing is reported', async () => {
  const onWait = vi.fn<() => void>()
  clockAt(0)
  expect(await retryUntilAvailable(async () => 'ready', { seconds: 0, onWait })).toBe('ready')
  await expect(retryUntilAvailable(away, { seconds: 0, onWait })).rejects.toThrow('away')
  expect(onWait).not.toHaveBeenCalled()
})

test('an error that does not pass by itself is not retried', async () => {
  clockAt(0)
  for (const fault of [
    Object.assign(new Error('no such database'), { code: '3D000' }),
    Object.assign(new Error('another password'), { code: '28P01' }),
    new Error('odd'),
  ]) {
    const onWait = vi.fn<() => void>()
    const failing = () => Promise.reject(fault)
    await expect(retryUntilAvailable(failing, { seconds: 9, onWait })).rejects.toBe(fault)
    expect(onWait).not.toHaveBeenCalled()
  }
})

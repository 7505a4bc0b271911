import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { growing } from '#offline/growing'
import { openNewsLine } from '#offline/news'
import { within } from '#offline/within'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what comes in time counts, also a failure, and leaves no timer behind', async () => {
  expect(await within(1_000, Promise.resolve('in time'), () => 'late')).toBe('in time')
  await expect(within(1_000, Promise.reject(new Error('no')), () => 'late')).rejects.toThrow('no')
  expect(vi.getTimerCount()).toBe(0)
})

test('what comes late is not waited for, and its failure is nobody’s', async () => {
  let fail: (cause: Error) => void = () => {}
  const work = new Promise<never>((_, reject) => (fail = reject))
  const late = within(1_000, work, () => 'late')
  const failing = within(1_000, work, () => {
    throw new Error('too late')
  })
  failing.catch(() => {})
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await late).toBe('late')
  await expect(failing).rejects.toThrow('too late')
  fail(new Error('unheard'))
})

test('pauses double up to the longest', () => {
  const pauses = [1, 2, 3, 4, 5, 99].map((nth) => growing(nth, { first: 5, longest: 40 }))
  expect(pauses).toEqual([5, 10, 20, 40, 40, 40])
})

test('a tab hears the news of another, and nothing that it does not know', async () => {
  vi.useRealTimers()
  const [tab, other] = [openNewsLine('line'), openNewsLine('line')]
  const heard: string[] = []
  const last = new Promise<void>((resolve) => {
    tab.listen((news) => {
      heard.push(news)
      if (news === 'delivered') resolve()
    })
  })
  const later = new BroadcastChannel('line')
  for (const unknown of ['of a later version', { type: 'changed' }, null])
    later.postMessage(unknown)
  other.tell('changed')
  other.tell('delivered')
  await last
  expect(heard).toEqual(['changed', 'delivered'])
  tab.close()
  other.close()
  later.close()
})

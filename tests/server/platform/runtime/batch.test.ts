import { expect, test } from 'vitest'
import { batchPerTick } from '#server/platform/batch'

test('requests of one tick are batched, and a later request joins another batch', async () => {
  const asked: (readonly number[])[] = []
  const square = batchPerTick(async (numbers: readonly number[]) => {
    asked.push(numbers)
    return (number) => number ** 2
  })
  const first = [square(2), square(3), square(3)]
  await first[0]
  expect(await Promise.all([...first, square(4)])).toEqual([4, 9, 9, 16])
  // No empty batch runs in the next ticks.
  await new Promise(setImmediate)
  expect(asked).toEqual([[2, 3, 3], [4]])
})

test('a failed batch fails for its own callers only', async () => {
  let isAway = true
  const ask = batchPerTick(async () => {
    if (isAway) throw new Error('away')
    return (one: string) => one
  })
  const ended = await Promise.allSettled([ask('a'), ask('b')])
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await ask('c')).toBe('c')
})

import { expect, test } from 'vitest'
import { OverloadedError } from '#server/platform/concurrency'
import { withBodyMemory } from '#server/platform/http/body/body-memory'

const ROOM = 96 * 2 ** 20

/** Bodies that each stay in memory until the test releases them. */
function bodies() {
  const ends: (() => Promise<void>)[] = []
  return {
    come: (who: string, bytes = 1) => {
      let leave = () => {}
      const work = withBodyMemory(who, (take) => {
        take(bytes)
        return new Promise<void>((go) => (leave = go))
      })
      ends.push(() => {
        leave()
        return work
      })
      return work
    },
    go: async (index: number) => ends[index]?.(),
  }
}
const isRefused = async (who: string, bytes = 1) =>
  withBodyMemory(who, async (take) => {
    take(bytes)
    return false
  }).catch((error: unknown) => {
    if (error instanceof OverloadedError) return true
    throw error
  })

test('bodies with pictures share a memory limit, and a body that exceeds it is refused with Retry-After', async () => {
  expect([await isRefused('a', ROOM), await isRefused('a', ROOM + 1)]).toEqual([false, true])
  const { come, go } = bodies()
  void come('a', ROOM - 10)
  expect([await isRefused('b', 10), await isRefused('b', 11)]).toEqual([false, true])
  void come('b', 10)
  expect(await isRefused('c')).toBe(true)
  await go(1)
  expect([await isRefused('c', 10), await isRefused('c', 11)]).toEqual([false, true])
  await go(0)
  expect([await isRefused('c', ROOM), await isRefused('c', ROOM + 1)]).toEqual([false, true])
})

test('one person can send two bodies at a time, whatever other people send', async () => {
  const { come, go } = bodies()
  void come('a')
  expect(await isRefused('a')).toBe(false)
  void come('a')
  expect([await isRefused('a'), await isRefused('b')]).toEqual([true, false])
  await go(0)
  expect(await isRefused('a')).toBe(false)
  void come('a')
  expect(await isRefused('a')).toBe(true)
  await go(1)
  await go(2)
  void come('a')
  expect(await isRefused('a')).toBe(false)
  await go(3)
})

test('a failed upload frees its memory, and its request is answered', async () => {
  const failed = new Error('broken')
  for (let n = 0; n < 3; n++)
    await expect(
      withBodyMemory('a', (take) => {
        take(ROOM)
        return Promise.reject(failed)
      }),
    ).rejects.toBe(failed)
  expect(
    await withBodyMemory('a', async (take) => {
      take(ROOM)
      return 'done'
    }),
  ).toBe('done')
})

test('a body takes memory as it arrives, so that half-sent bodies block nobody', async () => {
  const ends: (() => void)[] = []
  const halfSent = Array.from({ length: 20 }, (_, n) =>
    withBodyMemory(`slow ${n}`, (take) => {
      take(1000)
      return new Promise<void>((go) => ends.push(go))
    }),
  )
  expect(await isRefused('quick', ROOM - 20_000)).toBe(false)
  expect(await isRefused('quick', ROOM - 19_999)).toBe(true)
  for (const end of ends) end()
  await Promise.all(halfSent)
  expect(await isRefused('quick', ROOM)).toBe(false)
})

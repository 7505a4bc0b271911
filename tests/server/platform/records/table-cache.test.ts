import { expect, test, vi } from 'vitest'
import {
  type CachedReadContext,
  createCachedTableReader,
} from '#server/platform/records/table-cache'

/** A request with a session of this table version, or without a version. */
const asking = (tools: object, state?: string) =>
  ({
    db: {},
    tools,
    caller:
      state === undefined
        ? { role: 'nobody' }
        : { role: 'student', session: { tableStates: { guide: state } } },
  }) as Partial<CachedReadContext> as CachedReadContext

test('a cached table is read again for another version, for another server and for a request without a version', async () => {
  let read = 0
  const guide = createCachedTableReader('guide', async () => (read += 1))
  const [here, there] = [{}, {}]
  const said: number[] = []
  for (const [tools, state] of [
    [here, 'first'],
    [here, 'first'],
    [here, undefined],
    [here, undefined],
    [here, 'first'],
    [there, undefined],
    [there, 'first'],
    [here, 'second'],
    [here, 'second'],
    [there, 'first'],
  ] as const)
    said.push(await guide(asking(tools, state)))
  expect(said).toEqual([1, 1, 2, 3, 1, 4, 5, 6, 6, 5])
})

test('a failed read is not cached', async () => {
  const read = vi.fn<() => Promise<string>>()
  read.mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce('rows')
  const guide = createCachedTableReader('guide', read)
  const one = asking({}, 'first')
  await expect(guide(one)).rejects.toThrow('away')
  expect(await guide(one)).toBe('rows')
})

import { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { restoreStartUpCache, persistStartUpCache } from '#app/lib/cache/start-up-cache.ts'
import { deleteIndexedDatabases } from '#offline/storage/delete-databases'
import { createReadCache } from '#offline/storage/read-cache'
import { waitUntil } from '#tests/support/setup/wait-until.ts'

afterEach(() => localStorage.clear())

const DAY_MS = 86_400_000
const KEY = ['nobody', 'apps', '1', '0']

/** The start-up cache in the format of earlier releases, which used the library's persister. */
const ofEarlierRelease = ({ at = Date.now() - DAY_MS, buster = '1' } = {}) =>
  JSON.stringify({
    buster,
    timestamp: at,
    clientState: {
      mutations: [],
      queries: [
        {
          queryKey: KEY,
          queryHash: JSON.stringify(KEY),
          dehydratedAt: at,
          state: {
            data: { value: 'apps' },
            dataUpdateCount: 1,
            dataUpdatedAt: at,
            error: null,
            status: 'success',
          },
        },
      ],
    },
  })

test('the start-up cache of an earlier release is restored with the age of its reads', async () => {
  const at = Date.now() - 2 * DAY_MS
  localStorage.setItem('start-up', ofEarlierRelease({ at }))
  const client = new QueryClient()
  await restoreStartUpCache(client)
  expect(client.getQueryState(KEY)).toMatchObject({
    data: { value: 'apps' },
    dataUpdatedAt: at,
    status: 'success',
  })
})

test('a broken start-up cache, or one of another version, is ignored, and the next read is cached', async () => {
  for (const broken of ['{"buster":"1",', '7', ofEarlierRelease({ buster: '0' })]) {
    localStorage.setItem('start-up', broken)
    const client = new QueryClient()
    await restoreStartUpCache(client)
    expect(client.getQueryCache().getAll()).toEqual([])
    persistStartUpCache(client)
    client.setQueryData(KEY, { value: 'new' })
    await waitUntil(() => expect(localStorage.getItem('start-up')).toContain('new'))
    client.clear()
  }
})

test('the start-up cache keeps the value of a read that fails later, and does not contain reads that the start does not need', async () => {
  const client = new QueryClient()
  persistStartUpCache(client)
  client.setQueryData(KEY, { value: 'apps' })
  client.setQueryData(['880001', 'grades'], { value: 'secret' })
  const fails = { queryKey: KEY, queryFn: () => Promise.reject(new Error('down')), retry: false }
  await client.fetchQuery(fails).catch(() => {})
  expect(client.getQueryState(KEY)?.status).toBe('error')
  // The next change of another read stores this one with its failure.
  client.setQueryData(['nobody', 'apps', '2', '0'], { value: 'more' })
  await waitUntil(() => expect(localStorage.getItem('start-up')).toContain('"errorUpdateCount":1'))
  expect(localStorage.getItem('start-up')).not.toContain('secret')
  const next = new QueryClient()
  await restoreStartUpCache(next)
  expect(next.getQueryState(KEY)).toMatchObject({ status: 'success', error: null })
})

test('the start-up cache is written when the data of a start-up read change, and by nothing else', async () => {
  const client = new QueryClient()
  client.setQueryData(KEY, { value: 'apps' })
  persistStartUpCache(client)
  const settled = () => new Promise((later) => setTimeout(later, 20))
  client.setQueryData(['880001', 'grades'], { value: 'secret' })
  await client.fetchQuery({ queryKey: ['880001', 'fees'], queryFn: () => 1 })
  await client.invalidateQueries({ queryKey: KEY })
  await settled()
  expect(localStorage.getItem('start-up')).toBeNull()
  await client.fetchQuery({ queryKey: KEY, queryFn: () => ({ value: 'more' }) })
  await settled()
  expect(localStorage.getItem('start-up')).toContain('more')
})

/** Load the cache of reads as a release does whose cached data has that version. */
async function release(version: string) {
  vi.resetModules()
  vi.doMock('#app/lib/cache/start-up-cache.ts', async (original) => ({
    ...(await original<object>()),
    CACHED_DATA_VERSION: version,
  }))
  const { findCachedCopy, createReadPersister } = await import('#app/lib/cache/cached-query.ts')
  const { queryClient } = await import('#app/lib/cache/query-client.ts')
  const queryKey: readonly (string | number)[] = ['S1', 'timetable']
  /** Returns what the screen would show: the campus's `answer`, or without one the cached read. */
  const opened = async (answer?: string) => {
    queryClient.clear()
    const queryFn = () =>
      answer === undefined
        ? Promise.reject(new Error('offline'))
        : Promise.resolve({ value: answer })
    const shown = await queryClient
      .fetchQuery({ queryKey, queryFn, persister: createReadPersister<string>(30 * DAY_MS) })
      .catch(() => undefined)
    return shown?.value
  }
  const kept = async () => (await findCachedCopy(queryKey))?.state.data
  return { opened, kept, queryKey }
}
const copies = async () =>
  (await createReadCache().storage.entries()).map(
    ([, copy]) => v.parse(Copied, copy).state.data.value,
  )
const Copied = v.object({ state: v.object({ data: v.object({ value: v.string() }) }) })

test('a cached read of another version is not shown; storing a new read deletes an older version’s copy and keeps a newer version’s', async () => {
  const first = await release('1')
  expect(await first.opened('一')).toBe('一')
  await waitUntil(async () => expect(await copies()).toEqual(['一']))
  expect(await first.opened()).toBe('一')

  // The next version starts offline.
  const second = await release('2')
  expect([await second.opened(), await second.kept()]).toEqual([undefined, undefined])
  expect(await copies()).toEqual(['一'])
  expect(await (await release('1')).opened()).toBe('一')
  const again = await release('2')
  expect(await again.opened('二')).toBe('二')
  await waitUntil(async () => expect(await copies()).toEqual(['二']))

  // The previous version runs again, since the campus has redeployed it or a tab has stayed open.
  const back = await release('1')
  expect([await back.opened(), await back.kept()]).toEqual([undefined, undefined])
  expect(await back.opened('一一')).toBe('一一')
  await waitUntil(async () => expect((await copies()).toSorted()).toEqual(['一一', '二']))
  expect(await back.opened()).toBe('一一')
  expect(await (await release('2')).opened()).toBe('二')

  expect(await deleteIndexedDatabases(['baodao-reads'])).toBe(true)
  expect(await copies()).toEqual([])
})

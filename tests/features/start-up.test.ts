import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { bringBack, keepUpToDate } from '#app/lib/start-up.ts'
import { until } from '#tests/support/patience.ts'

afterEach(() => localStorage.clear())

const DAY_MS = 86_400_000
const KEY = ['nobody', 'apps', '1', '0']

/** What releases with the library's own persister wrote down. */
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

test('what an earlier release has kept is brought back with its age', async () => {
  const at = Date.now() - 2 * DAY_MS
  localStorage.setItem('start-up', ofEarlierRelease({ at }))
  const client = new QueryClient()
  await bringBack(client)
  expect(client.getQueryState(KEY)).toMatchObject({
    data: { value: 'apps' },
    dataUpdatedAt: at,
    status: 'success',
  })
})

test('what is broken, of another shape or too old is nothing, and the next read is kept all the same', async () => {
  for (const broken of [
    '{"buster":"1",',
    '7',
    ofEarlierRelease({ buster: '0' }),
    ofEarlierRelease({ at: Date.now() - 31 * DAY_MS }),
  ]) {
    localStorage.setItem('start-up', broken)
    const client = new QueryClient()
    await bringBack(client)
    expect(client.getQueryCache().getAll()).toEqual([])
    keepUpToDate(client)
    client.setQueryData(KEY, { value: 'new' })
    await until(() => expect(localStorage.getItem('start-up')).toContain('new'))
    client.clear()
  }
})

test('a read that fails later stays as it was read; what is no start-up read is not kept here', async () => {
  const client = new QueryClient()
  keepUpToDate(client)
  client.setQueryData(KEY, { value: 'apps' })
  client.setQueryData(['880001', 'grades'], { value: 'secret' })
  const fails = { queryKey: KEY, queryFn: () => Promise.reject(new Error('down')), retry: false }
  await client.fetchQuery(fails).catch(() => {})
  expect(client.getQueryState(KEY)?.status).toBe('error')
  await until(() => expect(localStorage.getItem('start-up')).toContain('"errorUpdateCount":1'))
  expect(localStorage.getItem('start-up')).not.toContain('secret')
  const next = new QueryClient()
  await bringBack(next)
  expect(next.getQueryState(KEY)).toMatchObject({ status: 'success', error: null })
})

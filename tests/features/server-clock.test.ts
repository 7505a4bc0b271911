import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteIndexedDatabases } from '#offline/storage/delete-databases'
import { createReadCache } from '#offline/storage/read-cache'
import { waitUntil } from '#tests/support/setup/wait-until.ts'

const DAY_MS = 86_400_000
const TODAY = Date.parse('2026-09-01T02:00:00Z')

// Start a new page, which has only what earlier pages have stored.
async function visit(clock: number) {
  vi.resetModules()
  vi.setSystemTime(clock)
  return {
    ...(await import('#app/lib/platform/server-clock.ts')),
    ...(await import('#app/lib/cache/start-up-cache.ts')),
    ...(await import('#app/lib/cache/cached-query.ts')),
    ...(await import('#app/lib/format/china-time.ts')),
    ...(await import('#app/lib/cache/query-client.ts')),
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  localStorage.clear()
  await deleteIndexedDatabases()
})

describe('a phone whose clock is wrong at one start', () => {
  test('a phone with a wrong clock applies the last known difference, and assumes no time before the server’s last one [OFF-08]', async () => {
    const first = await visit(TODAY - 3_600_000)
    first.noteServerTime(TODAY)
    expect([first.serverNow(), first.isServerTimeKnown()]).toEqual([TODAY, true])
    const later = await visit(TODAY - 3_600_000 + 60_000)
    expect([later.serverNow(), later.isServerTimeKnown()]).toEqual([TODAY + 60_000, false])
    const behind = await visit(TODAY - 800 * DAY_MS)
    expect(behind.serverNow()).toBe(TODAY)
    // A time from the campus takes precedence, even if it is earlier.
    behind.noteServerTime(TODAY - DAY_MS)
    expect(behind.serverNow()).toBe(TODAY - DAY_MS)
  })

  test('a student stays bound while the phone’s clock is wrong and after it has been corrected [OFF-07]', async () => {
    const KEY = ['identity', '990001']
    const first = await visit(TODAY)
    const client = new QueryClient()
    first.persistStartUpCache(client)
    client.setQueryData(KEY, { value: 'person' })
    await waitUntil(() => expect(localStorage.getItem('start-up')).toContain('person'))
    for (const clock of [TODAY + 31 * DAY_MS, TODAY - 800 * DAY_MS, TODAY]) {
      const page = await visit(clock)
      const next = new QueryClient()
      await page.restoreStartUpCache(next)
      page.persistStartUpCache(next)
      expect(next.getQueryData(KEY)).toEqual({ value: 'person' })
      // A read dated in the future would never be loaded again.
      expect(next.getQueryState(KEY)?.dataUpdatedAt).toBeLessThanOrEqual(clock)
      next.setQueryData(['nobody', 'apps', String(clock)], { value: 'apps' })
      await waitUntil(() => expect(localStorage.getItem('start-up')).toContain(`"${clock}"`))
    }
  })

  const reads = createReadCache()
  const NAME = 'read-["nobody","timetable"]'
  const keeping = async (page: Awaited<ReturnType<typeof visit>>, answer?: string) => {
    const persister = page.createReadPersister<string>(7 * DAY_MS)
    const queryFn = async () => {
      if (answer === undefined) throw new Error('no network')
      return { value: answer }
    }
    const queryKey: readonly (string | number)[] = ['nobody', 'timetable']
    return page.queryClient.fetchQuery({ queryKey, queryFn, persister, retry: false }).then(
      (kept) => kept.value,
      () => 'nothing',
    )
  }
  const cameAt = (page: Awaited<ReturnType<typeof visit>>) =>
    page.queryClient.getQueryState(['nobody', 'timetable'])?.dataUpdatedAt
  const isThere = async () => (await reads.storage.getItem(NAME)) !== undefined

  test('a cached read that has expired only by the phone’s clock is shown with its date, and one that has expired by the campus’s clock is deleted [OFF-08 D-105]', async () => {
    const first = await visit(TODAY)
    first.noteServerTime(TODAY)
    expect(await keeping(first, 'copy')).toBe('copy')
    await waitUntil(async () => expect(await isThere()).toBe(true))
    for (const days of [8, 60, 1_100]) {
      const ahead = await visit(TODAY + days * DAY_MS)
      expect([await keeping(ahead), await isThere()]).toEqual(['copy', true])
      await waitUntil(() => expect(cameAt(ahead)).toBe(TODAY))
    }
    expect(await keeping(await visit(TODAY - 800 * DAY_MS))).toBe('copy')
    const right = await visit(TODAY + DAY_MS)
    expect(await keeping(right)).toBe('copy')
    await waitUntil(() => expect(cameAt(right)).toBe(TODAY))
    // By the campus's clock the copy has expired.
    const late = await visit(TODAY + 8 * DAY_MS)
    late.noteServerTime(TODAY + 8 * DAY_MS)
    expect([await keeping(late), await isThere()]).toEqual(['nothing', false])
  })

  test('a cached read that is on the screen is deleted as soon as the campus’s clock is known and the read has expired by it [D-105]', async () => {
    const first = await visit(TODAY)
    first.noteServerTime(TODAY)
    await keeping(first, 'copy')
    await waitUntil(async () => expect(await isThere()).toBe(true))
    for (const [campusSays, expected] of [
      [TODAY + DAY_MS, 'copy'],
      [TODAY + 8 * DAY_MS, undefined],
    ] as const) {
      const page = await visit(TODAY + 60 * DAY_MS)
      expect(await keeping(page)).toBe('copy')
      await waitUntil(() =>
        expect(page.queryClient.getQueryState(['nobody', 'timetable'])?.fetchStatus).toBe('idle'),
      )
      page.noteServerTime(campusSays)
      await page.queryClient.refetchQueries()
      await waitUntil(() =>
        expect(
          page.queryClient.getQueryData<{ value: string }>(['nobody', 'timetable'])?.value,
        ).toBe(expected),
      )
      await waitUntil(async () => expect(await isThere()).toBe(expected !== undefined))
    }
  })

  test('a read that was cached while the phone’s clock was ahead is dated by the campus’s clock once that is known', async () => {
    const first = await visit(TODAY + 8 * DAY_MS)
    first.noteServerTime(TODAY)
    await keeping(first, 'copy')
    await waitUntil(async () => expect(await isThere()).toBe(true))
    // Before a response of the campus the phone cannot know that its clock was changed.
    localStorage.setItem('clock', JSON.stringify({ ahead: -8 * DAY_MS - 2_000, at: TODAY }))
    const silent = await visit(TODAY + 8 * DAY_MS + 60_000)
    await keeping(silent)
    await waitUntil(() =>
      expect(silent.queryClient.getQueryState(['nobody', 'timetable'])?.dataUpdatedAt).toBe(
        TODAY + 8 * DAY_MS,
      ),
    )
    const right = await visit(TODAY + 2 * DAY_MS)
    right.noteServerTime(TODAY + 2 * DAY_MS)
    expect(await keeping(right)).toBe('copy')
    await waitUntil(() =>
      expect(right.queryClient.getQueryState(['nobody', 'timetable'])?.dataUpdatedAt).toBe(TODAY),
    )
  })
})

test('a change of the phone’s clock while the page is open does not change the server’s time', async () => {
  const page = await visit(TODAY)
  page.noteServerTime(TODAY)
  vi.setSystemTime(TODAY + DAY_MS)
  page.compensatePhoneClockChange(DAY_MS)
  expect(page.serverNow()).toBe(TODAY)
})

test('a moment in another year is formatted with its year in both languages', async () => {
  const page = await visit(TODAY)
  page.noteServerTime(TODAY)
  const ago = (at: string, language: 'zh' | 'en') => page.formatRecentTime(Date.parse(at), language)
  expect(ago('2024-08-20T02:30:00Z', 'zh')).toBe('2024年8月20日 10:30')
  expect(ago('2024-08-20T02:30:00Z', 'en')).toBe('20 Aug 2024 10:30')
  expect(ago('2026-08-20T02:30:00Z', 'zh')).toBe('8月20日 10:30')
})

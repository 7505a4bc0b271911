import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { queryClient, restoreStartUpQueries } from '#app/lib/cache/query-client.ts'
import { timetable } from '#contract/timetable'

const DATABASE = 'baodao-reads'
const ROUND = 20

// A timetable with a full week, about 8 KB as JSON.
const lesson = (at: number) => ({
  courseName: `高等数学 ${at}`,
  classRoomName: `教学楼 A-${at}`,
  teacherName: '孙老师',
  rowSpan: 1,
  isrowSpan: false,
  weekLy: '3',
})
const answer = (at: number) => ({
  code: '0',
  totalWeek: 20,
  yearTerm: '2026-2027-1',
  currentWeek: 5,
  data: Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((period) => [
      String(period),
      [1, 2, 3, 4, 5, 6, 7].map((day) => lesson(at + day)),
    ]),
  ),
  startDate: '2026-09-07',
  sameEveryWeek: '1',
})
const query = (at: number) =>
  cachedQuery({
    name: 'timetable',
    parts: [at],
    entry: timetable.find,
    input: { number: String(at), week: undefined, compact: true },
    maxAge: 30,
  })

let started: Promise<void> | undefined
let asked = 0

/**
 * The ms from the answer to one read until it is stored on the phone, while `kept` other reads are
 * stored.
 */
export async function measureCacheWrite({ kept }: { kept: number }): Promise<number> {
  await fill(kept)
  const rows = await rowsOf()
  let ms = 0
  for (let at = 0; at < ROUND; at++) {
    const number = kept + 1 + at
    const begin = performance.now()
    const { queryKey } = query(number)
    await queryClient.fetchQuery(query(number))
    while ((await rows.count(JSON.stringify(queryKey))) === 0) await rows.breath()
    ms += performance.now() - begin
  }
  rows.close()
  await empty()
  return ms / ROUND
}

/** The ms to restore one read in a page that has just started, while `kept` reads are stored. */
export async function measureCacheRestore({ kept }: { kept: number }): Promise<number> {
  await fill(kept)
  let ms = 0
  for (let at = 0; at < ROUND; at++) {
    queryClient.clear()
    const before = asked
    const begin = performance.now()
    await queryClient.fetchQuery(query((at * 7) % kept))
    ms += performance.now() - begin
    if (asked !== before) throw new Error('it came from the network')
  }
  await empty()
  return ms / ROUND
}

async function fill(count: number): Promise<void> {
  started ??= begin()
  await started
  await empty()
  for (let from = 0; from < count; from += 50) {
    await Promise.all(
      Array.from({ length: Math.min(50, count - from) }, (_, at) =>
        queryClient.fetchQuery(query(from + at)),
      ),
    )
  }
  const rows = await rowsOf()
  while ((await rows.count()) < count) await rows.breath()
  rows.close()
}

// Start as the app does, where the start-up reads observe every change of the query client.
async function begin(): Promise<void> {
  globalThis.fetch = () => {
    asked += 1
    return Promise.resolve(new Response(JSON.stringify(answer(asked))))
  }
  await restoreStartUpQueries()
}

async function empty(): Promise<void> {
  queryClient.clear()
  const rows = await rowsOf()
  await rows.clear()
  rows.close()
}

async function rowsOf() {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE)
    request.onupgradeneeded = () => request.result.createObjectStore('reads')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(new Error('the reads do not open'))
  })
  const ask = <T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> =>
    new Promise((resolve, reject) => {
      const request = work(database.transaction('reads', mode).objectStore('reads'))
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(new Error('the reads do not answer'))
    })
  return {
    /** The number of stored reads, or of those whose key contains this text. */
    count: async (hash?: string) =>
      hash === undefined
        ? ask('readonly', (store) => store.count())
        : ask('readonly', (store) => store.count(`read-${hash}`)),
    clear: () => ask('readwrite', (store) => store.clear()),
    breath: () => new Promise<void>((resolve) => setTimeout(resolve, 0)),
    close: () => database.close(),
  }
}

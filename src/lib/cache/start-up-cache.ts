import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { Query, QueryClient } from '@tanstack/react-query'
import {
  type PersistedClient,
  persistQueryClientRestore,
  persistQueryClientSubscribe,
} from '@tanstack/react-query-persist-client'
import * as v from 'valibot'
import { safeLocalStorage } from '../platform/safe-storage.ts'

/** Grows when the shape of what is kept changes; a build alone never throws cached reads away. */
export const DATA_VERSION = '1'

/** The start-up reads, small enough for localStorage, so that the first paint needs no database. */
const START_UP = ['identity', 'apps']
const KEY = 'start-up'

const keptSchema = v.looseObject({
  buster: v.literal(DATA_VERSION),
  timestamp: v.number(),
  clientState: v.looseObject({
    queries: v.array(
      v.looseObject({
        queryKey: v.array(v.unknown()),
        queryHash: v.string(),
        state: v.looseObject({ data: v.unknown(), dataUpdatedAt: v.number() }),
      }),
    ),
  }),
})

const NOTHING: PersistedClient = {
  buster: DATA_VERSION,
  timestamp: 0,
  clientState: { queries: [], mutations: [] },
}

const options = (queryClient: QueryClient) => ({
  queryClient,
  // oxlint-disable-next-line typescript/no-deprecated -- asked for, and start-up is the one use where synchronous storage is right
  persister: createSyncStoragePersister({
    storage: safeLocalStorage,
    key: KEY,
    throttleTime: 0,
    serialize: serializeStartUpCache,
    deserialize: parseStartUpCache,
  }),
  // Who is bound stays bound: a clock that is wrong at one start must not forget them, and the campus
  // is asked at once.
  maxAge: Number.POSITIVE_INFINITY,
  buster: DATA_VERSION,
  dehydrateOptions: {
    // What was once read stays, whatever became of a later try.
    shouldDehydrateQuery: ({ queryKey, state }: Query) =>
      state.data !== undefined &&
      queryKey.some((part) => typeof part === 'string' && START_UP.includes(part)),
  },
})

/** Put back what an earlier visit has kept. */
export const restoreStartUpCache = (client: QueryClient): Promise<void> =>
  persistQueryClientRestore(options(client))

/** Keep the start-up reads as they change. */
export const persistStartUpCache = (client: QueryClient): (() => void) =>
  persistQueryClientSubscribe(options(client))

// That a later try failed is of this visit only: the next one begins with what was read. What
// another tab has kept, such as who was bound there since this one was opened, stays beside it.
function serializeStartUpCache({ clientState, ...kept }: PersistedClient): string {
  const queries = clientState.queries.map((query) => ({
    ...query,
    state: { ...query.state, status: 'success', error: null, isInvalidated: false },
  }))
  const mine = new Set(queries.map(({ queryHash }) => queryHash))
  // A tab that still shows the one before must not bring their menu back.
  const shared = new Set<unknown>([
    'identity',
    'nobody',
    safeLocalStorage.getItem('stuCode') || safeLocalStorage.getItem('userCode'),
  ])
  const others = parseStartUpCache(safeLocalStorage.getItem(KEY) ?? '').clientState.queries.filter(
    ({ queryKey, queryHash }) => shared.has(queryKey[0]) && !mine.has(queryHash),
  )
  return JSON.stringify({
    ...kept,
    clientState: { ...clientState, queries: [...queries, ...others] },
  })
}

// The library would stop the start over an entry that is broken: it is nothing.
function parseStartUpCache(stored: string): PersistedClient {
  try {
    const kept: PersistedClient = JSON.parse(stored)
    return v.is(keptSchema, kept) ? { ...kept, clientState: clampToNow(kept.clientState) } : NOTHING
  } catch {
    return NOTHING
  }
}

// What came while this phone's clock was ahead would count as new until that day.
function clampToNow({ queries, ...rest }: PersistedClient['clientState']) {
  const now = Date.now()
  return {
    ...rest,
    queries: queries.map((query) => ({
      ...query,
      state: { ...query.state, dataUpdatedAt: Math.min(query.state.dataUpdatedAt, now) },
    })),
  }
}

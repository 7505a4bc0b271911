import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { Query, QueryClient } from '@tanstack/react-query'
import {
  type PersistedClient,
  persistQueryClientRestore,
  persistQueryClientSave,
} from '@tanstack/react-query-persist-client'
import * as v from 'valibot'
import { safeLocalStorage } from '../platform/safe-storage.ts'

/**
 * The version of the stored data; increased when its shape changes. A new build alone never
 * discards cached queries.
 */
export const CACHED_DATA_VERSION = '1'

/**
 * The names of the start-up queries. They are small enough for localStorage, so that the first
 * paint needs no database.
 */
const START_UP = ['identity', 'apps']
const KEY = 'start-up'

const keptSchema = v.looseObject({
  buster: v.literal(CACHED_DATA_VERSION),
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
  buster: CACHED_DATA_VERSION,
  timestamp: 0,
  clientState: { queries: [], mutations: [] },
}

const options = (queryClient: QueryClient) => ({
  queryClient,
  // oxlint-disable-next-line typescript/no-deprecated -- only start-up needs synchronous storage
  persister: createSyncStoragePersister({
    storage: safeLocalStorage,
    key: KEY,
    throttleTime: 0,
    serialize: serializeStartUpCache,
    deserialize: parseStartUpCache,
  }),
  // The age of stored queries is not limited. With a limit, a wrong clock at a single start would
  // delete the stored identity. Every start fetches the queries again anyway.
  maxAge: Number.POSITIVE_INFINITY,
  buster: CACHED_DATA_VERSION,
  dehydrateOptions: {
    // Data that was read once is stored, even if a later fetch failed.
    shouldDehydrateQuery: (query: Query) => query.state.data !== undefined && isStartUpQuery(query),
  },
})

const isStartUpQuery = ({ queryKey }: Query) =>
  queryKey.some((part) => typeof part === 'string' && START_UP.includes(part))

/** Restores the start-up queries of an earlier visit. */
export const restoreStartUpCache = (client: QueryClient): Promise<void> =>
  persistQueryClientRestore(options(client))

/**
 * Stores the start-up queries whenever their data change, or one of them is removed. Events of other
 * queries, of observers and of requests change nothing that is stored. Returns the function that
 * stops it.
 */
export function persistStartUpCache(client: QueryClient): () => void {
  const stored = options(client)
  return client.getQueryCache().subscribe((event) => {
    const isChange =
      event.type === 'removed' ||
      (event.type === 'updated' &&
        (event.action.type === 'success' || event.action.type === 'setState'))
    if (isChange && isStartUpQuery(event.query)) void persistQueryClientSave(stored)
  })
}

// Serialises the start-up queries. The failure of a later fetch is left out, so that the next visit
// starts with the data. The entries of other tabs are kept, for example an identity that was bound
// in another tab since this tab was opened.
function serializeStartUpCache({ clientState, ...kept }: PersistedClient): string {
  const queries = clientState.queries.map((query) => ({
    ...query,
    state: { ...query.state, status: 'success', error: null, isInvalidated: false },
  }))
  const mine = new Set(queries.map(({ queryHash }) => queryHash))
  // A tab that still shows the previous person must not store that person's menu.
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

// A broken entry counts as no entry, because the library would throw at the start.
function parseStartUpCache(stored: string): PersistedClient {
  try {
    const kept: PersistedClient = JSON.parse(stored)
    return v.is(keptSchema, kept) ? { ...kept, clientState: clampToNow(kept.clientState) } : NOTHING
  } catch {
    return NOTHING
  }
}

// The times of data are at most the current time. Data stored while this phone's clock was ahead
// would otherwise count as fresh until that time.
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

import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { onlineManager, type Query, QueryClient } from '@tanstack/react-query'
import { persistQueryClientRestore, persistQueryClientSubscribe } from '@tanstack/react-query-persist-client'
import { onRecovery } from './network.ts'

/** Grows when the shape of what is kept changes; a build alone never throws kept reads away. */
export const DATA_VERSION = '1'

/** The start-up reads, small enough for localStorage, so that the first paint needs no database. */
const START_UP = ['identity', 'apps']
const START_UP_AGE_MS = 30 * 86_400_000

/** So long an answer counts as new, ms. */
export const STALE_MS = 30_000

/** What failed is read again by itself no more often than that, ms. */
const READ_AGAIN_MS = 5_000

/** The one query client. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // With the default, a kept query that is not in memory yet stays paused offline and is never restored.
      networkMode: 'offlineFirst',
      // A retry offline would hang the screen; coming back, looking again and the retry button all ask anew.
      retry: false,
      staleTime: STALE_MS,
      gcTime: Infinity,
    },
    // Online-only writes must not fire later by themselves (OFF-23 to OFF-25).
    mutations: { networkMode: 'always', retry: false },
  },
})

const options = {
  queryClient,
  // oxlint-disable-next-line typescript/no-deprecated -- asked for, and start-up is the one use where synchronous storage is right
  persister: createSyncStoragePersister({ storage: localStorage, key: 'start-up', throttleTime: 0 }),
  maxAge: START_UP_AGE_MS,
  buster: DATA_VERSION,
  dehydrateOptions: {
    shouldDehydrateQuery: ({ queryKey, state }: Query) =>
      state.status === 'success' && queryKey.some((part) => typeof part === 'string' && START_UP.includes(part)),
  },
}

// A read that fails for good takes the network's good name each time, and the next answer gives it back: without a
// pause the two would go on for ever.
const readAgainAt = new WeakMap<Query, number>()
function readAgain() {
  for (const query of queryClient.getQueryCache().findAll({ type: 'active' })) {
    if (query.state.error === null || Date.now() - (readAgainAt.get(query) ?? 0) < READ_AGAIN_MS) continue
    readAgainAt.set(query, Date.now())
    // What is being asked for already, such as the next page of a list, is not broken off.
    void queryClient.refetchQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false })
  }
}

/** Bring the start-up reads back, then keep them up to date. Await it before the first rendering: it is not synchronous. */
export async function restoreStartUp(): Promise<void> {
  // It believes in a network until it hears otherwise, and a page that was opened without one hears nothing.
  onlineManager.setOnline(navigator.onLine)
  // A tunnel often shows no event at all: what could not be read is read when the campus answers again.
  onRecovery(readAgain)
  await persistQueryClientRestore(options)
  persistQueryClientSubscribe(options)
}

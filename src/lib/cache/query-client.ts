import { onlineManager, type Query, QueryClient } from '@tanstack/react-query'
import { exponentialBackoff } from '#offline/utilities/exponential-backoff'
import { getNetworkStatus, onNetworkRecovery } from '../network/network-status.ts'
import { safeLocalStorage } from '../platform/safe-storage.ts'
import { restoreStartUpCache, persistStartUpCache } from './start-up-cache.ts'

/** How long a response counts as fresh, ms. */
export const QUERY_STALE_MS = 30_000

/** The pauses before a failed query is fetched again automatically, ms. */
const PAUSES = { first: 5_000, longest: 80_000 }

/** The query client of the page. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // With the default mode, a persisted query that is not in memory yet stays paused while the
      // phone is offline, and is never restored.
      networkMode: 'offlineFirst',
      // A retry while the phone is offline would block the screen. Instead the query is fetched
      // again when the network returns, when the page becomes visible, and by the retry button.
      retry: false,
      staleTime: QUERY_STALE_MS,
      gcTime: Infinity,
    },
    // Online-only writes must not be sent later by themselves (OFF-23 to OFF-25).
    mutations: { networkMode: 'always', retry: false },
  },
})

/**
 * Whether a query can be fetched without the user looking at it. An inquiry cannot, because it can
 * credit money.
 */
export const isRepeatableQuery = ({ meta }: Pick<Query, 'meta'>): boolean =>
  meta?.['isInquiry'] !== true

// The pauses grow, because otherwise two events would alternate for ever: a query that always fails
// marks the network as weak, and the next response marks it as good again.
const again = new WeakMap<Query, { readonly at: number; readonly times: number }>()
let later: ReturnType<typeof setTimeout> | undefined

function refetchFailed(isRecovery = false) {
  clearTimeout(later)
  for (const query of queryClient.getQueryCache().findAll({ type: 'active' })) {
    const { error, dataUpdatedAt } = query.state
    if (error === null) continue
    // An inquiry is made only for a user who is looking at it. It is fetched once when the network
    // is back, and no timer repeats it.
    const isInquiry = !isRepeatableQuery(query)
    if (isInquiry && (!isRecovery || document.visibilityState === 'hidden')) continue
    const before = again.get(query)
    const times = before === undefined || dataUpdatedAt > before.at ? 0 : before.times
    const pause = times === 0 ? 0 : exponentialBackoff(times, PAUSES)
    const wait = (before?.at ?? 0) + pause - Date.now()
    if (wait > 0) {
      if (isInquiry) continue
      later = setTimeout(() => getNetworkStatus() === 'online' && refetchFailed(), wait)
      continue
    }
    again.set(query, { at: Date.now(), times: times + 1 })
    // A fetch in progress, such as the next page of a list, is not cancelled.
    void queryClient.refetchQueries(
      { queryKey: query.queryKey, exact: true },
      { cancelRefetch: false },
    )
  }
}

/**
 * Restores the start-up queries and keeps their stored copy up to date. It is asynchronous; await
 * it before the first render.
 */
export async function restoreStartUpQueries(): Promise<void> {
  // TanStack's online manager assumes a network until an event says otherwise, but a page that was
  // opened offline gets no such event.
  onlineManager.setOnline(navigator.onLine)
  // The loss of a connection often causes no event, so queries that failed are fetched again when
  // the campus responds.
  onNetworkRecovery(() => refetchFailed(true))
  await restoreStartUpCache(queryClient)
  persistStartUpCache(queryClient)
}

const CHANGED = 'changed'

/**
 * When this phone last changed something at the university, ms since the epoch by the phone's
 * clock. A copy from before that time is fetched again, however recent it is: a page that is loaded
 * later does not know which queries the change has invalidated.
 */
export const getLastChangeTime = (): number => Number(safeLocalStorage.getItem(CHANGED) ?? 0)

/** Records that this phone has changed something at the university. */
export const recordLocalChange = (at = Date.now()): void =>
  safeLocalStorage.setItem(CHANGED, String(at))

/**
 * Invalidates the queries with these names. Those on the screen are fetched again now, the others
 * at their next use.
 */
export function invalidateCachedReads(...names: readonly string[]): Promise<void> {
  recordLocalChange()
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => names.includes(String(queryKey[1])),
  })
}

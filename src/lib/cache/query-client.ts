import { onlineManager, type Query, QueryClient } from '@tanstack/react-query'
import { exponentialBackoff } from '#offline/utilities/exponential-backoff'
import { currentNetwork, onNetworkRecovery } from '../network/network-status.ts'
import { safeLocalStorage } from '../platform/safe-storage.ts'
import { restoreStartUpCache, persistStartUpCache } from './start-up-cache.ts'

/** So long an answer counts as new, ms. */
export const STALE_MS = 30_000

/** What failed is read again by itself, with pauses no shorter than these, ms. */
const PAUSES = { first: 5_000, longest: 80_000 }

/** The one query client. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // With the default, a kept query that is not in memory yet stays paused offline and is never
      // restored.
      networkMode: 'offlineFirst',
      // A retry offline would hang the screen; coming back, looking again and the retry button all
      // ask anew.
      retry: false,
      staleTime: STALE_MS,
      gcTime: Infinity,
    },
    // Online-only writes must not fire later by themselves (OFF-23 to OFF-25).
    mutations: { networkMode: 'always', retry: false },
  },
})

/** May this be asked for without anybody looking? An inquiry may not: it can book money. */
export const isRepeatableQuery = ({ meta }: Pick<Query, 'meta'>): boolean =>
  meta?.['isInquiry'] !== true

// A read that fails for good takes the network's good name each time, and the next answer gives it
// back: without pauses that grow the two would go on for ever.
const again = new WeakMap<Query, { readonly at: number; readonly times: number }>()
let later: ReturnType<typeof setTimeout> | undefined

function refetchFailed(isRecovery = false) {
  clearTimeout(later)
  for (const query of queryClient.getQueryCache().findAll({ type: 'active' })) {
    const { error, dataUpdatedAt } = query.state
    if (error === null) continue
    // An inquiry is made because somebody looks: once when the network is back, and no timer
    // repeats it.
    const isInquiry = !isRepeatableQuery(query)
    if (isInquiry && (!isRecovery || document.visibilityState === 'hidden')) continue
    const before = again.get(query)
    const times = before === undefined || dataUpdatedAt > before.at ? 0 : before.times
    const pause = times === 0 ? 0 : exponentialBackoff(times, PAUSES)
    const wait = (before?.at ?? 0) + pause - Date.now()
    if (wait > 0) {
      if (isInquiry) continue
      later = setTimeout(() => currentNetwork() === 'online' && refetchFailed(), wait)
      continue
    }
    again.set(query, { at: Date.now(), times: times + 1 })
    // What is being asked for already, such as the next page of a list, is not broken off.
    void queryClient.refetchQueries(
      { queryKey: query.queryKey, exact: true },
      { cancelRefetch: false },
    )
  }
}

/**
 * Bring the start-up reads back, then keep them up to date. Await it before the first rendering: it
 * is not synchronous.
 */
export async function restoreStartUpQueries(): Promise<void> {
  // It believes in a network until it hears otherwise, and a page that was opened without one hears
  // nothing.
  onlineManager.setOnline(navigator.onLine)
  // A tunnel often shows no event at all: what could not be read is read when the campus answers
  // again.
  onNetworkRecovery(() => refetchFailed(true))
  await restoreStartUpCache(queryClient)
  persistStartUpCache(queryClient)
}

const CHANGED = 'changed'

/**
 * When this phone last changed something at the university, ms by its clock: a copy from before that is
 * asked for anew, however young it is, since a page that is loaded later knows of no invalidation.
 */
export const changedAt = (): number => Number(safeLocalStorage.getItem(CHANGED) ?? 0)

/** This phone has changed something at the university. */
export const noteChange = (at = Date.now()): void => safeLocalStorage.setItem(CHANGED, String(at))

/**
 * What was read under these names has changed: it is read anew where it is shown, and at the next
 * visit elsewhere.
 */
export function invalidateReads(...names: readonly string[]): Promise<void> {
  noteChange()
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => names.includes(String(queryKey[1])),
  })
}

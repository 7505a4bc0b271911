import { findCachedCopy, type CachedQueryOptions, ReadError } from '#app/lib/cache/cached-query.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { getNetworkStatus } from '#app/lib/network/network-status.ts'

/** A copy older than this, ms, is fetched again when there is a network. */
export const REFETCH_AGE_MS = 86_400_000

/**
 * The time until which data on this phone need not be fetched again, ms since the epoch; it can be
 * past. Undefined if the data are not on this phone.
 */
export type CurrentUntil = number | undefined

/**
 * Ensures that a query has a copy on this phone: fetches it if the copy is missing or older than
 * `oldMs`, a day by default. Resolves to the time at which the copy will be that old. A query that
 * the campus refuses needs no copy.
 */
export async function ensureCached<O>(
  options: CachedQueryOptions<O>,
  oldMs = REFETCH_AGE_MS,
): Promise<CurrentUntil> {
  const { queryKey } = options
  const readAt = await findCachedAt(options)
  const isYoung = readAt !== undefined && Date.now() - readAt < oldMs
  if (isYoung || getNetworkStatus() === 'offline') return readAt && readAt + oldMs
  const isKnown = queryClient.getQueryData(queryKey) !== undefined
  try {
    await queryClient.fetchQuery({ ...options, staleTime: 0 })
    // The first result was the old copy itself, so the query is fetched now.
    if (readAt !== undefined && !isKnown) await queryClient.fetchQuery({ ...options, staleTime: 0 })
  } catch (problem) {
    if (problem instanceof ReadError && problem.outcome.type === 'refused')
      return Date.now() + oldMs
  }
  // The copy is written shortly after the response, so this waits a moment.
  await new Promise((later) => setTimeout(later))
  const fetchedAt = await findCachedAt(options)
  return fetchedAt && fetchedAt + oldMs
}

/** Returns a query's cached value, or fetches it. */
export const readCachedValue = async <O>(options: CachedQueryOptions<O>): Promise<O> =>
  (await queryClient.fetchQuery({ ...options, staleTime: Infinity })).value

// Returns when a query's copy on this phone was fetched. A query without a persister is a start-up
// query: all start-up queries are stored together and restored into the query client.
async function findCachedAt<O>({
  queryKey,
  persister,
}: CachedQueryOptions<O>): Promise<number | undefined> {
  const state =
    persister === undefined
      ? queryClient.getQueryState(queryKey)
      : (await findCachedCopy(queryKey))?.state
  return state?.data === undefined ? undefined : state.dataUpdatedAt
}

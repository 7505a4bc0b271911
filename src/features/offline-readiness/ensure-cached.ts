import { findCachedCopy, type CachedQueryOptions, ReadError } from '#app/lib/cache/cached-query.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { currentNetwork } from '#app/lib/network/network-status.ts'

/** A copy of that age is asked for anew where there is a network, ms. */
const REFETCH_AGE_MS = 86_400_000

/**
 * See that a read has a copy on this phone: looked for in its store, and asked for if it is missing
 * or `oldMs` old, a day if not said. Answers whether it is there; a read that the campus refuses has nothing to keep.
 */
export async function ensureCached<O>(
  options: CachedQueryOptions<O>,
  oldMs = REFETCH_AGE_MS,
): Promise<boolean> {
  const { queryKey } = options
  const readAt = await findCachedAt(options)
  const isYoung = readAt !== undefined && Date.now() - readAt < oldMs
  if (isYoung || currentNetwork() === 'offline') return readAt !== undefined
  const isKnown = queryClient.getQueryData(queryKey) !== undefined
  try {
    await queryClient.fetchQuery({ ...options, staleTime: 0 })
    // The first answer was the copy itself.
    if (readAt !== undefined && !isKnown) await queryClient.fetchQuery({ ...options, staleTime: 0 })
  } catch (problem) {
    if (problem instanceof ReadError && problem.outcome.type === 'refused') return true
  }
  // The copy is written a moment after the answer.
  await new Promise((later) => setTimeout(later))
  return (await findCachedAt(options)) !== undefined
}

/** What a read says by its copy, or else by the campus. */
export const readCachedValue = async <O>(options: CachedQueryOptions<O>): Promise<O> =>
  (await queryClient.fetchQuery({ ...options, staleTime: Infinity })).value

// What has no copy of its own is one of the start-up reads.
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

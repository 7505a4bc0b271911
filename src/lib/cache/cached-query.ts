import {
  type DefaultError,
  hashKey,
  notifyManager,
  type Query,
  type QueryKey,
  type QueryPersister,
  type QueryState,
  queryOptions,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { useState } from 'react'
import type { Call, ReadCall } from '#contract/call'
import type { SignInRequirement } from '#contract/rules'
import { cachedReadTexts } from '#i18n/cached-reads'
import type { ReadFailureReason } from '#i18n/unread-reason'
import { createReadCache } from '#offline/storage/read-cache'
import { withTimeout } from '#offline/utilities/with-timeout'
import { redactIdNumbers } from '../format/id-numbers.ts'
import { currentLanguage } from '../language/language.ts'
import {
  callApi,
  isUnansweredOutcome,
  type CallOutcome,
  describeCallOutcome,
} from '../network/call-api.ts'
import { type NetworkStatus, useNetwork } from '../network/network-status.ts'
import { isServerTimeKnown, getServerTimeOffset, serverNow } from '../platform/server-clock.ts'
import { registerPersonalStore } from '../session/personal-data.ts'
import { currentSession, getSessionToken } from '../session/session.ts'
import { getLastChangeTime, queryClient, QUERY_STALE_MS } from './query-client.ts'
import { CACHED_DATA_VERSION } from './start-up-cache.ts'

/** The result of a query: the value, and its version on the server. */
export interface CachedRead<T> {
  readonly value: T
  readonly etag?: string
  /** True if the value is known to have changed since; a newer response has not arrived yet. */
  readonly isOutdated?: true
}

/** Thrown by a query without a successful response; `outcome` is the reason. */
export class ReadError extends Error {
  readonly outcome: Exclude<CallOutcome<unknown>, { type: 'ok' }>
  constructor(outcome: Exclude<CallOutcome<unknown>, { type: 'ok' }>) {
    super(outcome.type)
    this.outcome = outcome
  }
}

const DAY_MS = 86_400_000
const VERSION = Number(CACHED_DATA_VERSION)
/** How long a loader waits for the cached copy, ms: longer than a phone takes to read one. */
const SOON_MS = 100
/**
 * How long a loader waits for the cached copy while a page snapshot is visible, ms: showing the
 * snapshot longer is better than replacing it by an empty screen.
 */
const SOON_BEHIND_FRAME_MS = 1_000
const readCache = createReadCache()
registerPersonalStore({ reopen: readCache.open, clear: readCache.close })

/**
 * The definition of a cached query. `maxAge` in days (D-105); with 0 the value is in memory only.
 * With `refetchOnStart`, a copy from an earlier visit is always fetched again, however recent it
 * is.
 */
export interface CachedQueryParams<I, O> {
  readonly name: string
  readonly parts?: readonly (string | number)[]
  readonly entry: ReadCall<I, O>
  readonly input: I
  readonly maxAge: number
  readonly refetchOnStart?: boolean
  /**
   * Called with each response of the campus and the time of its request, ms since the epoch. A
   * query of a list uses it to delete the cached details of records that the list no longer
   * contains.
   */
  readonly onAnswer?: (answer: O, askedAt: number) => void
}

/**
 * Calls the server and returns the value with its version. Throws a ReadError if there is no
 * successful response.
 */
export async function fetchFromServer<I, O>(entry: Call<I, O>, input: I): Promise<CachedRead<O>> {
  const outcome = await callApi(entry, input)
  if (outcome.type !== 'ok') throw new ReadError(outcome)
  return { value: outcome.data, ...(outcome.etag !== undefined && { etag: outcome.etag }) }
}

/**
 * The query options of a cached query, keyed by the signed-in subject. Each query is one record in
 * IndexedDB, stored by structured clone.
 */
export function cachedQuery<I, O>({
  name,
  parts = [],
  entry,
  input,
  maxAge,
  refetchOnStart = false,
  onAnswer,
}: CachedQueryParams<I, O>) {
  const kept = entry.offline === 'cached' && maxAge > 0
  return queryOptions<CachedRead<O>, DefaultError, CachedRead<O>, readonly (string | number)[]>({
    queryKey: [currentSession()?.subject ?? 'nobody', name, ...parts],
    queryFn: async ({ queryKey }) => {
      const askedAt = Date.now()
      const answer = await fetchOrForget(entry, input, queryKey)
      onAnswer?.(answer.value, askedAt)
      return answer
    },
    ...(kept && { persister: createReadPersister<O>(maxAge * DAY_MS, refetchOnStart) }),
  })
}

/**
 * Whether the campus says that the record does not exist (404) or no longer exists (410). Both
 * count as an answer.
 */
const isGone = (error: unknown): boolean =>
  error instanceof ReadError &&
  error.outcome.type === 'refused' &&
  (error.outcome.status === 404 || error.outcome.status === 410)

// Fetches a query. Data that the campus has withdrawn is deleted from the phone.
async function fetchOrForget<I, O>(
  entry: Call<I, O>,
  input: I,
  queryKey: QueryKey,
): Promise<CachedRead<O>> {
  try {
    return await fetchFromServer(entry, input)
  } catch (error) {
    if (isGone(error)) await deleteCachedRead(queryKey)
    throw error
  }
}

/** Deletes a query's data from this phone and from memory. */
export async function deleteCachedRead(queryKey: QueryKey): Promise<void> {
  await deleteCachedCopy(queryKey)
  // The copy is deleted after the query has processed the response; otherwise a later failure would
  // show the earlier data.
  notifyManager.schedule(() =>
    queryClient.getQueryCache().find({ queryKey })?.setState({ data: undefined, dataUpdatedAt: 0 }),
  )
}

/**
 * Starts a query without waiting for it, because a screen must not wait for a network that perhaps
 * does not respond.
 */
export const prefetchCachedQuery = <O>(options: CachedQueryOptions<O>): void =>
  void queryClient.prefetchQuery(options)

/**
 * Starts a query in a route's loader. It waits briefly for the copy on this phone, so that the
 * first render can show it. It does not wait for the network.
 */
export const loadCachedQuery = async <O>(options: CachedQueryOptions<O>): Promise<void> => {
  const soon = document.querySelector('.snapshot') === null ? SOON_MS : SOON_BEHIND_FRAME_MS
  await withTimeout(soon, queryClient.prefetchQuery(options), () => {})
}

/** The stored copy of a query. */
interface CachedCopy<T = unknown> {
  readonly state: { -readonly [key in keyof QueryState<T>]: QueryState<T>[key] }
  readonly queryKey: QueryKey
  readonly queryHash: string
  /** Only the first releases read this key; the version is now part of the record's name. */
  readonly buster: string
  /** How far the campus's clock was ahead of this phone's clock when the response arrived, ms. */
  readonly ahead?: number | undefined
}

/**
 * The names of all copies on this phone, as `toCacheKey` derives them from the hashed query keys;
 * empty if they cannot be read.
 */
export const listCachedCopyNames = (): Promise<string[]> => readCache.storage.keys().catch(() => [])

/**
 * Reads a note about the copies. Notes are stored next to the copies, so whatever deletes the copies
 * deletes the notes too. Undefined if there is none.
 */
export const readCacheNote = (name: string): Promise<unknown> =>
  readCache.storage.getItem(`note-${name}`)

/** Stores a note about the copies. */
export const writeCacheNote = (name: string, note: unknown): Promise<void> =>
  readCache.storage.setItem(`note-${name}`, note)

/** Reads the copy of a query on this phone, if there is one; makes no request. */
export const findCachedCopy = <T = unknown>(
  queryKey: QueryKey,
): Promise<CachedCopy<T> | undefined> => readCache.storage.getItem(toCacheKey(hashKey(queryKey)))

/**
 * The name of the record with the copy of a query. Each data version has its own names. So an older
 * app (in a tab that stayed open, or after a rollback) and a newer app do not overwrite each
 * other's copies.
 */
export const toCacheKey = (queryHash: string, version = VERSION) =>
  `read${version === 1 ? '' : version}-${queryHash}`

const deleteOlderCopies = (queryHash: string) =>
  Promise.all(
    Array.from({ length: VERSION - 1 }, (_, at) =>
      readCache.storage.removeItem(toCacheKey(queryHash, at + 1)),
    ),
  )

/** Deletes the copy of a query, including those of older data versions. */
export const deleteCachedCopy = (queryKey: QueryKey): Promise<unknown> =>
  Promise.all([
    readCache.storage.removeItem(toCacheKey(hashKey(queryKey))),
    deleteOlderCopies(hashKey(queryKey)),
  ])

/**
 * Marks a query's data as outdated, in memory and in the stored copy, until the next response
 * replaces it.
 */
export async function markQueryOutdated(queryKey: QueryKey): Promise<void> {
  const { dataUpdatedAt: updatedAt = 0 } = queryClient.getQueryState(queryKey) ?? {}
  const mark = (data: CachedRead<unknown> | undefined) =>
    data && { ...data, isOutdated: true as const }
  queryClient.setQueryData(queryKey, mark, { updatedAt })
  const name = toCacheKey(hashKey(queryKey))
  const copy = await readCache.storage.getItem<CachedCopy<CachedRead<unknown>>>(name)
  if (copy === undefined) return
  copy.state.data = mark(copy.state.data)
  await readCache.storage.setItem(name, copy)
}

/** Stores the value that the query client has under this key. */
export async function persistQuery(queryKey: QueryKey): Promise<void> {
  const query = queryClient.getQueryCache().find({ queryKey })
  if (query !== undefined) await writeCachedCopy(query)
}

/**
 * Whether the query is still in the cache. An unbinding removes the query, and its data must not be
 * stored for the next person.
 */
const isCurrentQuery = (query: Pick<Query, 'queryHash'>) =>
  queryClient.getQueryCache().get(query.queryHash) === query

async function writeCachedCopy({ state, queryKey, queryHash, meta }: Query) {
  // Data that only one sign-in is allowed to read is not stored after that sign-in has ended.
  if (meta?.['token'] !== undefined && meta['token'] !== getSessionToken()) return
  await readCache.storage.setItem(toCacheKey(queryHash), {
    state: redactIdNumbers(state),
    queryKey,
    queryHash,
    buster: CACHED_DATA_VERSION,
    ahead: getServerTimeOffset(),
  } satisfies CachedCopy)
  await deleteOlderCopies(queryHash)
}

/** Whether a query without `parts` is in memory or stored on this phone. */
export const isQueryCached = async (name: string): Promise<boolean> =>
  isQueryInMemory(name) || (await findCachedCopy(keyOf(name))) !== undefined

/** Whether a query without `parts` is in memory. */
export const isQueryInMemory = (name: string): boolean =>
  queryClient.getQueryData(keyOf(name)) !== undefined

const keyOf = (name: string) => [currentSession()?.subject ?? 'nobody', name]

/** The sentence that explains why the last fetch failed; undefined if it succeeded. */
export const describeReadError = (error: Error | null): string | undefined =>
  error instanceof ReadError ? describeCallOutcome(error.outcome) : error?.message

/** Whether the last fetch got no response, or a response from an intermediary. */
export const isUnansweredRead = (error: Error | null): boolean =>
  error instanceof ReadError && isUnansweredOutcome(error.outcome)

/**
 * What the user has to do before the query is allowed; undefined if the query was not refused for
 * that reason.
 */
export const getReadSignInRequirement = (error: Error | null): SignInRequirement | undefined =>
  error instanceof ReadError && error.outcome.type === 'refused' ? error.outcome.lack : undefined

/** Classifies why the last fetch failed. */
export function toReadFailureReason(error: Error | null): ReadFailureReason {
  if (!(error instanceof ReadError) || error.outcome.type !== 'refused') return 'failed'
  if (isGone(error)) return 'not-found'
  if (error.outcome.status === 403) return 'not-allowed'
  return error.outcome.message === '' ? 'failed' : 'refused'
}

/** The options of a cached query. */
export type CachedQueryOptions<O> = UseQueryOptions<
  CachedRead<O>,
  DefaultError,
  CachedRead<O>,
  readonly (string | number)[]
>

/**
 * The state of a cached query for a screen. 'cached': a copy is shown, because there is no network,
 * the network is weak, or the last fetch failed.
 */
export interface CachedQueryState<T> {
  readonly data?: T
  readonly etag?: string
  /**
   * When the server sent the data, by this phone's clock, ms since the epoch. Format it with
   * `formatRecentPhoneTime` only.
   */
  readonly at?: number
  readonly state: 'loading' | 'fresh' | 'cached' | 'failed'
  /** True if the data is known to have changed since. */
  readonly isOutdated?: boolean
  readonly network: NetworkStatus
  readonly problem?: string
  /** Why there is no data; absent if there is data. */
  readonly why?: ReadFailureReason
  /**
   * What the user has to do before the query is allowed, if the last fetch was refused for that
   * reason.
   */
  readonly lack?: SignInRequirement | undefined
  /** True if the last fetch got no response, so the campus did not fail. */
  readonly isUnanswered?: boolean
  readonly retry: () => void
}

/**
 * Subscribes to a cached query. It returns the copy at once, with its age, and later the response
 * in place of the copy.
 */
export function useCachedQuery<T>(options: CachedQueryOptions<T>): CachedQueryState<T> {
  const network = useNetwork()
  const query = useQuery(options)
  const retry = () => void query.refetch()
  const problem = describeReadError(query.error)
  const isSilent = isUnansweredRead(query.error)
  const lack = getReadSignInRequirement(query.error)
  if (isGone(query.error))
    return {
      state: 'failed',
      network,
      why: 'not-found',
      retry,
      ...(problem !== undefined && { problem }),
    }
  if (query.data === undefined) {
    const isNeverRead = network === 'offline' && isSilent && options.persister !== undefined
    return {
      state: query.isFetching || (query.isPending && query.error === null) ? 'loading' : 'failed',
      network,
      isUnanswered: isSilent,
      why: isNeverRead ? 'never-read' : toReadFailureReason(query.error),
      lack,
      retry,
      ...(isNeverRead
        ? { problem: cachedReadTexts.neverRead[currentLanguage()] }
        : problem !== undefined && { problem }),
    }
  }
  return {
    data: query.data.value,
    ...(query.data.etag !== undefined && { etag: query.data.etag }),
    at: query.dataUpdatedAt,
    state: network === 'online' && query.error === null ? 'fresh' : 'cached',
    ...(query.data.isOutdated === true && { isOutdated: true }),
    network,
    lack,
    retry,
    ...(problem !== undefined && { problem }),
  }
}

/**
 * Whether a screen is allowed to act on the data, for example to redirect. True for a response of
 * this visit, and for a copy that no response will replace now. False while a copy is shown that
 * might be outdated and is being fetched again.
 */
export function useIsReadSettled(
  kept: Pick<CachedQueryState<unknown>, 'data' | 'at' | 'state'>,
): boolean {
  const [openedAt] = useState(() => Date.now())
  return (
    kept.data !== undefined &&
    (kept.state === 'cached' || (kept.at ?? 0) > openedAt - QUERY_STALE_MS)
  )
}

// The queries whose copy is shown before the campus's clock is known. The value is the time at
// which the copy was fetched, ms since the epoch by the campus's clock.
const unconfirmed = new WeakMap<Query, number>()

/**
 * Creates the persister of a cached query. With a stored copy it returns the copy, and fetches the
 * query again if the copy is stale. Without a copy it fetches the query and stores the response.
 *
 * `maxAge` (ms) is measured by the campus's clock. Until that clock is known in this visit, a copy
 * that seems too old is shown all the same, because this phone's clock might be wrong. When the
 * campus's clock becomes known, a copy that is too old is deleted. `isNews`: a copy is always
 * fetched again.
 */
export const createReadPersister =
  <O>(
    maxAge: number,
    isNews = false,
  ): QueryPersister<CachedRead<O>, readonly (string | number)[]> =>
  async (queryFn, context, query) => {
    const name = toCacheKey(query.queryHash)
    const copy =
      query.state.data === undefined
        ? await readCache.storage.getItem<CachedCopy<CachedRead<O>>>(name)
        : undefined
    const data = copy?.state.data
    if (copy !== undefined && data !== undefined) {
      const { dataUpdatedAt, errorUpdatedAt } = copy.state
      const cameAt = dataUpdatedAt + (copy.ahead ?? 0)
      const isTooOld = serverNow() - cameAt > maxAge
      if (isTooOld && isServerTimeKnown()) await readCache.storage.removeItem(name)
      else {
        // The time is given by this phone's current clock. Until the campus's clock is known, this
        // phone's clock is assumed to be unchanged since then. The time is never in the future,
        // because data dated in the future would never become stale.
        const ahead = (isServerTimeKnown() ? getServerTimeOffset() : copy.ahead) ?? 0
        const updatedAt = Math.min(cameAt - ahead, Date.now())
        if (!isServerTimeKnown()) unconfirmed.set(query, cameAt)
        // Runs after the query has processed the copy as if it were a current response.
        notifyManager.schedule(() => {
          if (!isCurrentQuery(query)) return
          query.setState({ dataUpdatedAt: updatedAt, errorUpdatedAt })
          if (isNews || query.isStale() || updatedAt <= getLastChangeTime())
            void query.fetch().catch(() => {})
        })
        return data
      }
    }
    try {
      const answer = await queryFn(context)
      unconfirmed.delete(query)
      // Runs after the query has processed the response.
      notifyManager.schedule(() => {
        if (isCurrentQuery(query)) void writeCachedCopy(query)
      })
      return answer
    } catch (error) {
      const cameAt = unconfirmed.get(query)
      if (isServerTimeKnown() && cameAt !== undefined) {
        unconfirmed.delete(query)
        if (serverNow() - cameAt > maxAge) await deleteCachedRead(query.queryKey)
      }
      throw error
    }
  }

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
  /** The value is known to have changed since; a newer response is still to come. */
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
 * The same, ms, while a page snapshot is visible: showing the snapshot longer is better than
 * replacing it by an empty screen.
 */
const SOON_BEHIND_FRAME_MS = 1_000
const readCache = createReadCache()
registerPersonalStore({ reopen: readCache.open, clear: readCache.close })

/**
 * The definition of a cached query. `maxAge` in days (D-105); 0 keeps it in memory only. With
 * `refetchOnStart`, a copy of an earlier visit is fetched again, however recent it is.
 */
export interface CachedQueryParams<I, O> {
  readonly name: string
  readonly parts?: readonly (string | number)[]
  readonly entry: ReadCall<I, O>
  readonly input: I
  readonly maxAge: number
  readonly refetchOnStart?: boolean
  /**
   * Called with each response of the campus and the time of its request, ms since the epoch. A list
   * uses it to delete the cached details that it no longer contains.
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
 * Whether the campus says that the record does not exist (404) or no longer exists (410). That
 * counts as an answer.
 */
const isGone = (error: unknown): boolean =>
  error instanceof ReadError &&
  error.outcome.type === 'refused' &&
  (error.outcome.status === 404 || error.outcome.status === 410)

// Data that the campus has withdrawn is deleted from the phone.
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
  // After the query has processed the response; otherwise a later failure would show the earlier
  // data.
  notifyManager.schedule(() =>
    queryClient.getQueryCache().find({ queryKey })?.setState({ data: undefined, dataUpdatedAt: 0 }),
  )
}

/**
 * Starts a query without waiting for it, because a screen must not wait for a network that may not
 * respond.
 */
export const prefetchCachedQuery = <O>(options: CachedQueryOptions<O>): void =>
  void queryClient.prefetchQuery(options)

/**
 * Starts a query in a route's loader. Waits briefly for the copy on this phone, so that it is there
 * for the first render, and not for the network.
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
  /** Read by the first releases only; the version is part of the record's name. */
  readonly buster: string
  /** How far the campus's clock was ahead of this phone's when the response came, ms. */
  readonly ahead?: number | undefined
}

/**
 * The names of all copies on this phone, as `toCacheKey` derives them from the hashed query keys;
 * empty if they cannot be read.
 */
export const listCachedCopyNames = (): Promise<string[]> => readCache.storage.keys().catch(() => [])

/** Reads the copy of a query on this phone, if there is one; makes no request. */
export const findCachedCopy = (queryKey: QueryKey): Promise<CachedCopy | undefined> =>
  readCache.storage.getItem(toCacheKey(hashKey(queryKey)))

/**
 * The name of the record with the copy of a query. Each data version has its own names: an older
 * app, in a tab that stayed open or after a rollback, keeps its copies next to those of a newer
 * one.
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

/** Stores what the query client has under this key. */
export async function persistQuery(queryKey: QueryKey): Promise<void> {
  const query = queryClient.getQueryCache().find({ queryKey })
  if (query !== undefined) await writeCachedCopy(query)
}

/**
 * Whether the query is still in the cache. An unbinding removes it; its data must not be stored for
 * the next person.
 */
const isCurrentQuery = (query: Pick<Query, 'queryHash'>) =>
  queryClient.getQueryCache().get(query.queryHash) === query

async function writeCachedCopy({ state, queryKey, queryHash, meta }: Query) {
  // Data that only one sign-in may read is not stored after the sign-in has ended.
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
export const isReadCached = async (name: string): Promise<boolean> =>
  isReadInMemory(name) || (await findCachedCopy(keyOf(name))) !== undefined

/** Whether a query without `parts` is in memory. */
export const isReadInMemory = (name: string): boolean =>
  queryClient.getQueryData(keyOf(name)) !== undefined

const keyOf = (name: string) => [currentSession()?.subject ?? 'nobody', name]

/** The sentence that explains why the last fetch failed; undefined if it did not. */
export const describeReadError = (error: Error | null): string | undefined =>
  error instanceof ReadError ? describeCallOutcome(error.outcome) : error?.message

/** Whether the last fetch had no response, or one from an intermediary. */
export const isUnansweredRead = (error: Error | null): boolean =>
  error instanceof ReadError && isUnansweredOutcome(error.outcome)

/** What the user has to do first, if the query was refused for that reason. */
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
   * When the data came from the server, by this phone's clock, ms since the epoch; format it with
   * `formatRecentPhoneTime` only.
   */
  readonly at?: number
  readonly state: 'loading' | 'fresh' | 'cached' | 'failed'
  /** The data is known to have changed since. */
  readonly isOutdated?: boolean
  readonly network: NetworkStatus
  readonly problem?: string
  /** Why there is no data; absent if there is. */
  readonly why?: ReadFailureReason
  /** What the user has to do first, if the last fetch was refused for that reason. */
  readonly lack?: SignInRequirement | undefined
  /** The last fetch had no response: not a failure of the campus. */
  readonly isUnanswered?: boolean
  readonly retry: () => void
}

/**
 * Subscribes to a cached query: returns the copy at once, with its age, then the response in its
 * place.
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
 * Whether a screen may act on the data, for example redirect. True once it is a response of this
 * visit, or a copy that no response will replace now; until then a copy may be outdated and is
 * being fetched again.
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

// The queries whose copy is shown before the campus's clock is known, with the time at which the
// copy was fetched, ms by the campus's clock.
const unconfirmed = new WeakMap<Query, number>()

/**
 * Creates the persister of a cached query. It returns the stored copy first and fetches it again if
 * it is stale; without a copy it fetches and stores the response.
 *
 * `maxAge` (ms) is measured by the campus's clock. Until that clock is known in this visit, a copy
 * that seems too old is shown all the same, since this phone's clock may be wrong. Once it is
 * known, such a copy is deleted. `isNews`: a copy is always fetched again.
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
        // By this phone's current clock, assumed unchanged since then until the campus's clock is
        // known, and never in the future: data dated in the future would never become stale.
        const ahead = (isServerTimeKnown() ? getServerTimeOffset() : copy.ahead) ?? 0
        const updatedAt = Math.min(cameAt - ahead, Date.now())
        if (!isServerTimeKnown()) unconfirmed.set(query, cameAt)
        // After the query has processed the copy as a current response.
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
      // After the query has processed the response.
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

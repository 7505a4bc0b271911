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
import type { Lack } from '#contract/rules'
import { cachedReadTexts } from '#i18n/cached-reads'
import type { UnreadReason } from '#i18n/unread-reason'
import { createReadCache } from '#offline/storage/read-cache'
import { withTimeout } from '#offline/utilities/with-timeout'
import { redactIdNumbers } from '../format/id-numbers.ts'
import { currentLanguage } from '../language/language.ts'
import { callApi, isUnansweredOutcome, type Outcome, outcomeText } from '../network/call-api.ts'
import { type NetworkStatus, useNetwork } from '../network/network-status.ts'
import { isServerTimeKnown, getServerTimeOffset, serverNow } from '../platform/server-clock.ts'
import { registerPersonalStore } from '../session/personal-data.ts'
import { currentSession, getSessionToken } from '../session/session.ts'
import { changedAt, queryClient, STALE_MS } from './query-client.ts'
import { DATA_VERSION } from './start-up-cache.ts'

/** What a read brought: the value, and the version it has on the server. */
export interface CachedRead<T> {
  readonly value: T
  readonly etag?: string
  /** Something is known to have changed it since; an answer from after that is still to come. */
  readonly isOutdated?: true
}

/** Why a read brought nothing. */
export class ReadError extends Error {
  readonly outcome: Exclude<Outcome<unknown>, { type: 'ok' }>
  constructor(outcome: Exclude<Outcome<unknown>, { type: 'ok' }>) {
    super(outcome.type)
    this.outcome = outcome
  }
}

const DAY_MS = 86_400_000
const VERSION = Number(DATA_VERSION)
/** Longer than a phone takes to read a copy. */
const SOON_MS = 100
/** Where the first frame stands already, the copy may take longer than to draw nothing. */
const SOON_BEHIND_FRAME_MS = 1_000
const readCache = createReadCache()
registerPersonalStore({ reopen: readCache.open, clear: readCache.close })

/**
 * How one read is asked for and kept. `maxAge` in days (D-105); 0 keeps it in memory only. Of
 * `refetchOnStart` a copy that an earlier visit left is asked for anew, however young it is.
 */
export interface CachedQueryParams<I, O> {
  readonly name: string
  readonly parts?: readonly (string | number)[]
  readonly entry: ReadCall<I, O>
  readonly input: I
  readonly maxAge: number
  readonly refetchOnStart?: boolean
  /**
   * Called with each answer of the campus, and when it was asked for, ms: a list says what of this
   * phone's copies is not there any more.
   */
  readonly onAnswer?: (answer: O, askedAt: number) => void
}

/** What a call answers now with its version, or the reason why it answers nothing, thrown. */
export async function fetchFromServer<I, O>(entry: Call<I, O>, input: I): Promise<CachedRead<O>> {
  const outcome = await callApi(entry, input)
  if (outcome.type !== 'ok') throw new ReadError(outcome)
  return { value: outcome.data, ...(outcome.etag !== undefined && { etag: outcome.etag }) }
}

/**
 * Query options of a cached read, keyed by who is bound. One record a query in IndexedDB, by
 * structured clone.
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

/** Does the campus say that what was read is not there, or not any more? That is an answer. */
const isGone = (error: unknown): boolean =>
  error instanceof ReadError &&
  error.outcome.type === 'refused' &&
  (error.outcome.status === 404 || error.outcome.status === 410)

// What the campus has taken back stays on no phone.
async function fetchOrForget<I, O>(
  entry: Call<I, O>,
  input: I,
  queryKey: QueryKey,
): Promise<CachedRead<O>> {
  try {
    return await fetchFromServer(entry, input)
  } catch (error) {
    if (isGone(error)) await forgetRead(queryKey)
    throw error
  }
}

/** Take a read off this phone and out of memory. */
export async function forgetRead(queryKey: QueryKey): Promise<void> {
  await deleteCachedCopy(queryKey)
  // After the query has taken the answer: else a later silence would show what it had before.
  notifyManager.schedule(() =>
    queryClient.getQueryCache().find({ queryKey })?.setState({ data: undefined, dataUpdatedAt: 0 }),
  )
}

/** Start a read without waiting for it: a screen never waits for a network that may not answer. */
export const prefetchCachedQuery = <O>(options: CachedQueryOptions<O>): void =>
  void queryClient.prefetchQuery(options)

/**
 * Start a read in a route's loader: a copy on this phone is there when the screen is drawn, the
 * network is not waited for.
 */
export const loadCachedQuery = async <O>(options: CachedQueryOptions<O>): Promise<void> => {
  const soon = document.querySelector('.snapshot') === null ? SOON_MS : SOON_BEHIND_FRAME_MS
  await withTimeout(soon, queryClient.prefetchQuery(options), () => {})
}

/** A read as it lies on this phone. */
interface CachedCopy<T = unknown> {
  readonly state: { -readonly [key in keyof QueryState<T>]: QueryState<T>[key] }
  readonly queryKey: QueryKey
  readonly queryHash: string
  /** Looked at by the first releases only; its name tells the version. */
  readonly buster: string
  /** How far the campus's clock was ahead of this phone's when it came, ms. */
  readonly ahead?: number | undefined
}

/** The names of all copies on this phone, as `copyOf` makes them of their hashed keys. */
export const copyNames = (): Promise<string[]> => readCache.storage.keys().catch(() => [])

/** The copy of a read on this phone, if there is one. Nobody is asked. */
export const findCachedCopy = (queryKey: QueryKey): Promise<CachedCopy | undefined> =>
  readCache.storage.getItem(cacheKeyOf(hashKey(queryKey)))

/**
 * The name under which the copy of a read lies on this phone. Each version has names of its own: an
 * older app, in a tab that stayed open or brought back by the campus, keeps its copies beside those
 * of a newer one.
 */
export const cacheKeyOf = (queryHash: string, version = VERSION) =>
  `read${version === 1 ? '' : version}-${queryHash}`

const deleteOlderCopies = (queryHash: string) =>
  Promise.all(
    Array.from({ length: VERSION - 1 }, (_, at) =>
      readCache.storage.removeItem(cacheKeyOf(queryHash, at + 1)),
    ),
  )

/** Take the copy of a read off this phone, and what older apps have kept of it. */
export const deleteCachedCopy = (queryKey: QueryKey): Promise<unknown> =>
  Promise.all([
    readCache.storage.removeItem(cacheKeyOf(hashKey(queryKey))),
    deleteOlderCopies(hashKey(queryKey)),
  ])

/**
 * Something has changed what was read under this key: what stands in memory and the copy on this phone
 * say so, until the next answer takes their place.
 */
export async function markQueryOutdated(queryKey: QueryKey): Promise<void> {
  const { dataUpdatedAt: updatedAt = 0 } = queryClient.getQueryState(queryKey) ?? {}
  const mark = (data: CachedRead<unknown> | undefined) =>
    data && { ...data, isOutdated: true as const }
  queryClient.setQueryData(queryKey, mark, { updatedAt })
  const name = cacheKeyOf(hashKey(queryKey))
  const copy = await readCache.storage.getItem<CachedCopy<CachedRead<unknown>>>(name)
  if (copy === undefined) return
  copy.state.data = mark(copy.state.data)
  await readCache.storage.setItem(name, copy)
}

/** Keep on this phone what the query client has under this key. */
export async function persistQuery(queryKey: QueryKey): Promise<void> {
  const query = queryClient.getQueryCache().find({ queryKey })
  if (query !== undefined) await writeCachedCopy(query)
}

/** Not taken away meanwhile, with whom it was about: the next one to bind keeps nothing of theirs. */
const isCurrentQuery = (query: Pick<Query, 'queryHash'>) =>
  queryClient.getQueryCache().get(query.queryHash) === query

async function writeCachedCopy({ state, queryKey, queryHash, meta }: Query) {
  // What only one sign-in may read is not kept after its end.
  if (meta?.['token'] !== undefined && meta['token'] !== getSessionToken()) return
  await readCache.storage.setItem(cacheKeyOf(queryHash), {
    state: redactIdNumbers(state),
    queryKey,
    queryHash,
    buster: DATA_VERSION,
    ahead: getServerTimeOffset(),
  } satisfies CachedCopy)
  await deleteOlderCopies(queryHash)
}

/** Is there a copy of a read without parts on this phone? */
export const isReadCached = async (name: string): Promise<boolean> =>
  isReadInMemory(name) || (await findCachedCopy(keyOf(name))) !== undefined

/** Is a read without parts at hand, with nothing to wait for? */
export const isReadInMemory = (name: string): boolean =>
  queryClient.getQueryData(keyOf(name)) !== undefined

const keyOf = (name: string) => [currentSession()?.subject ?? 'nobody', name]

/** Why the last try brought nothing, as a sentence; nothing where it went well. */
export const problemOf = (error: Error | null): string | undefined =>
  error instanceof ReadError ? outcomeText(error.outcome) : error?.message

/** Has nobody answered the last try, or somebody on the way? */
export const isUnanswered = (error: Error | null): boolean =>
  error instanceof ReadError && isUnansweredOutcome(error.outcome)

/** What its reader has yet to do before a read is answered, where that is why it was refused. */
export const lackOf = (error: Error | null): Lack | undefined =>
  error instanceof ReadError && error.outcome.type === 'refused' ? error.outcome.lack : undefined

/** Why the last try brought nothing. */
export function toReadFailureReason(error: Error | null): UnreadReason {
  if (!(error instanceof ReadError) || error.outcome.type !== 'refused') return 'failed'
  if (isGone(error)) return 'not-found'
  if (error.outcome.status === 403) return 'not-allowed'
  return error.outcome.message === '' ? 'failed' : 'refused'
}

/** The options of a cached read. */
export type CachedQueryOptions<O> = UseQueryOptions<
  CachedRead<O>,
  DefaultError,
  CachedRead<O>,
  readonly (string | number)[]
>

/**
 * A cached read on a screen. 'cached': a copy stands, because there is no network, it is weak, or the
 * last try failed.
 */
export interface CachedQueryState<T> {
  readonly data?: T
  readonly etag?: string
  /** When the data came from the server, by this phone's clock, ms: shown with `formatRecentPhoneTime` only. */
  readonly at?: number
  readonly state: 'loading' | 'fresh' | 'cached' | 'failed'
  /** The data is known to have changed since. */
  readonly isOutdated?: boolean
  readonly network: NetworkStatus
  readonly problem?: string
  /** Why there is nothing to show, where nothing is. */
  readonly why?: UnreadReason
  /** What the reader has yet to do first, where that is why the last try was refused. */
  readonly lack?: Lack | undefined
  /** Nobody has answered the last try: no fault of the campus's. */
  readonly isUnanswered?: boolean
  readonly retry: () => void
}

/** Follow a cached read: the copy at once, with its age, then the network's answer in its place. */
export function useCachedQuery<T>(options: CachedQueryOptions<T>): CachedQueryState<T> {
  const network = useNetwork()
  const query = useQuery(options)
  const retry = () => void query.refetch()
  const problem = problemOf(query.error)
  const isSilent = isUnanswered(query.error)
  const lack = lackOf(query.error)
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
 * May a screen act on what a read says, as in sending people away? Yes once it is the campus's
 * answer of this visit, or a copy that no answer will replace now. Until then a copy may be old
 * news that is being asked for again.
 */
export function useIsReadSettled(
  kept: Pick<CachedQueryState<unknown>, 'data' | 'at' | 'state'>,
): boolean {
  const [openedAt] = useState(() => Date.now())
  return (
    kept.data !== undefined && (kept.state === 'cached' || (kept.at ?? 0) > openedAt - STALE_MS)
  )
}

// What is shown before the campus was heard, with the moment at which it came, ms by the campus's clock.
const unconfirmed = new WeakMap<Query, number>()

/**
 * The copy first, and then the network if it is old; without a copy the network, and a copy of that.
 * Its age is by the campus's clock. Until that is heard in this visit a copy that looks too old is
 * shown all the same: this phone's clock may have been set. Once it is heard, such a copy is dropped.
 */
export const createReadPersister =
  <O>(
    maxAge: number,
    isNews = false,
  ): QueryPersister<CachedRead<O>, readonly (string | number)[]> =>
  async (queryFn, context, query) => {
    const name = cacheKeyOf(query.queryHash)
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
        // By this phone's clock of today, which goes as it did then until the campus is heard; and
        // never in its future: that would never be read anew.
        const ahead = (isServerTimeKnown() ? getServerTimeOffset() : copy.ahead) ?? 0
        const updatedAt = Math.min(cameAt - ahead, Date.now())
        if (!isServerTimeKnown()) unconfirmed.set(query, cameAt)
        // After the query has taken it for an answer of now.
        notifyManager.schedule(() => {
          if (!isCurrentQuery(query)) return
          query.setState({ dataUpdatedAt: updatedAt, errorUpdatedAt })
          if (isNews || query.isStale() || updatedAt <= changedAt())
            void query.fetch().catch(() => {})
        })
        return data
      }
    }
    try {
      const answer = await queryFn(context)
      unconfirmed.delete(query)
      // After the query has taken it.
      notifyManager.schedule(() => {
        if (isCurrentQuery(query)) void writeCachedCopy(query)
      })
      return answer
    } catch (error) {
      const cameAt = unconfirmed.get(query)
      if (isServerTimeKnown() && cameAt !== undefined) {
        unconfirmed.delete(query)
        if (serverNow() - cameAt > maxAge) await forgetRead(query.queryKey)
      }
      throw error
    }
  }

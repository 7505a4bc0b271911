import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { ReadCall } from '#contract/call'
import type { ReadFailureReason } from '#i18n/unread-reason'
import { currentSession } from '../session/session.ts'
import { describeReadError, fetchFromServer, toReadFailureReason } from './cached-query.ts'

/**
 * The definition of an online-only query. `refetchInterval`: the interval, in ms, at which the
 * query is fetched again while it is shown; it can depend on the last response.
 */
export interface OnlineQueryParams<I, O> {
  readonly name: string
  readonly entry: ReadCall<I, O>
  readonly input: I
  readonly refetchInterval?: number | ((answer: O | undefined) => number | undefined)
}

/**
 * The query options of a query that is never stored. The query is removed from memory soon after
 * its screen is left.
 */
export const onlineQuery = <I, O>({
  name,
  entry,
  input,
  refetchInterval,
}: OnlineQueryParams<I, O>) =>
  queryOptions({
    queryKey: [currentSession()?.subject ?? 'nobody', name, JSON.stringify(input)],
    queryFn: () => fetchFromServer(entry, input),
    gcTime: 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      (typeof refetchInterval === 'function'
        ? refetchInterval(state.data?.value)
        : refetchInterval) ?? false,
  })

/** The state of an online-only query for a screen. */
export interface OnlineQueryState<T> {
  readonly data?: T
  readonly etag?: string | undefined
  /** When the data arrived, ms since the epoch. */
  readonly at: number
  readonly state: 'loading' | 'fresh' | 'failed'
  /** The query is being fetched; older data might be shown meanwhile. */
  readonly busy: boolean
  readonly problem?: string
  /** Why the last fetch failed. */
  readonly why?: ReadFailureReason
  readonly retry: () => void
}

/** Subscribes to an online-only query: the current response of the campus, or why there is none. */
export function useOnlineQuery<I, O>(read: OnlineQueryParams<I, O>): OnlineQueryState<O> {
  const query = useQuery(onlineQuery(read))
  const problem = describeReadError(query.error)
  return {
    ...(query.data && { data: query.data.value, etag: query.data.etag }),
    at: query.dataUpdatedAt,
    state: query.error === null ? (query.data === undefined ? 'loading' : 'fresh') : 'failed',
    busy: query.isFetching,
    ...(query.error !== null && { why: toReadFailureReason(query.error) }),
    ...(problem !== undefined && { problem }),
    retry: () => void query.refetch(),
  }
}

import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { ReadCall } from '#contract/call'
import type { UnreadReason } from '#i18n/unread-reason'
import { currentSession } from '../session/session.ts'
import { problemOf, fetchFromServer, toReadFailureReason } from './cached-query.ts'

/**
 * How an online-only read is asked for. `every`: ms after which it is asked for again while it is shown; it
 * may depend on what was answered last.
 */
export interface OnlineQueryParams<I, O> {
  readonly name: string
  readonly entry: ReadCall<I, O>
  readonly input: I
  readonly refetchInterval?: number | ((answer: O | undefined) => number | undefined)
}

/** A read that is never kept: it is gone from memory soon after its screen. */
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

/** An online-only read on a screen. */
export interface OnlineQueryState<T> {
  readonly data?: T
  readonly etag?: string | undefined
  /** When the data came, ms. */
  readonly at: number
  readonly state: 'loading' | 'fresh' | 'failed'
  /** It is being asked for anew, while older data may stand. */
  readonly busy: boolean
  readonly problem?: string
  /** Why the last try brought nothing. */
  readonly why?: UnreadReason
  readonly retry: () => void
}

/** Follow an online-only read: what the campus says now, or why it says nothing. */
export function useOnlineQuery<I, O>(read: OnlineQueryParams<I, O>): OnlineQueryState<O> {
  const query = useQuery(onlineQuery(read))
  const problem = problemOf(query.error)
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

import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Read } from '#contract/call'
import type { UnreadReason } from '#i18n/unread-reason'
import { problemOf, readNow, whyOf } from './kept.ts'
import { currentSession } from './session.ts'

/**
 * How a live read is asked for. `every`: ms after which it is asked for again while it is shown; it
 * may depend on what was answered last.
 */
export interface LiveRead<I, O> {
  readonly name: string
  readonly entry: Read<I, O>
  readonly input: I
  readonly every?: number | ((answer: O | undefined) => number | undefined)
}

/** A read that is never kept: it is gone from memory soon after its screen. */
export const liveQuery = <I, O>({ name, entry, input, every }: LiveRead<I, O>) =>
  queryOptions({
    queryKey: [currentSession()?.subject ?? 'nobody', name, JSON.stringify(input)],
    queryFn: () => readNow(entry, input),
    gcTime: 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      (typeof every === 'function' ? every(state.data?.value) : every) ?? false,
  })

/** A live read on a screen. */
export interface LiveState<T> {
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

/** Follow a live read: what the campus says now, or why it says nothing. */
export function useLiveRead<I, O>(read: LiveRead<I, O>): LiveState<O> {
  const query = useQuery(liveQuery(read))
  const problem = problemOf(query.error)
  return {
    ...(query.data && { data: query.data.value, etag: query.data.etag }),
    at: query.dataUpdatedAt,
    state: query.error === null ? (query.data === undefined ? 'loading' : 'fresh') : 'failed',
    busy: query.isFetching,
    ...(query.error !== null && { why: whyOf(query.error) }),
    ...(problem !== undefined && { problem }),
    retry: () => void query.refetch(),
  }
}

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import {
  isUnanswered,
  lackOf,
  problemOf,
  toReadFailureReason,
} from '#app/lib/cache/cached-query.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import type { GreenChannelApplication } from '#contract/green-channel'
import type { ApplicationKind } from '../kinds.ts'
import { type ApplicationFilter, applicationPagesQuery } from '../queries.ts'

/** The applications that were read so far, and more of them. */
export function useApplicationPages(kind: ApplicationKind, filter: ApplicationFilter) {
  const client = useQueryClient()
  const options = applicationPagesQuery(kind, filter)
  const query = useInfiniteQuery(options)
  const { data, error, hasNextPage, isFetching, isFetchingNextPage } = query
  const offline = useNetwork() === 'offline'
  return {
    /**
     * Nothing is shown of what was read before the network went, and a tunnel shows itself as
     * silence (AUD-18).
     */
    isCut: offline || (data === undefined && isUnanswered(error)),
    rows: offline ? undefined : data && unlike(data.pages.flatMap(({ records }) => records)),
    total: data === undefined ? 0 : totalOf(data.pages, filter),
    problem: problemOf(error),
    why: toReadFailureReason(error),
    lack: lackOf(error),
    isReading: isFetching && data === undefined,
    isReadingMore: isFetchingNextPage,
    hasMore: hasNextPage,
    more: () => {
      if (hasNextPage && !isFetching) void query.fetchNextPage()
    },
    retry: () => void query.refetch(),
    /** Write a decision into what is shown, in its place. */
    note: (decided: GreenChannelApplication) =>
      client.setQueryData(
        options.queryKey,
        (read) =>
          read && {
            ...read,
            pages: read.pages.map((page) => ({
              ...page,
              records: page.records.map((one) => (one.id === decided.id ? decided : one)),
            })),
          },
      ),
  }
}

// In a list that is narrowed to a status, a row with another one was decided here: it stays to be
// read, and is counted no more.
function totalOf(
  pages: readonly {
    readonly records: readonly GreenChannelApplication[]
    readonly total: number
  }[],
  { status }: ApplicationFilter,
): number {
  if (status === '') return pages.at(-1)?.total ?? 0
  const rows = unlike(pages.flatMap(({ records }) => records))
  return (pages[0]?.total ?? 0) - rows.filter((row) => row.status !== status).length
}

// Where pages are counted instead of continued, a new application moves all others on.
const unlike = (rows: readonly GreenChannelApplication[]): GreenChannelApplication[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

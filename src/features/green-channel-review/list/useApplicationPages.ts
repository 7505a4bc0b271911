import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import {
  isUnansweredRead,
  getReadSignInRequirement,
  describeReadError,
  toReadFailureReason,
} from '#app/lib/cache/cached-query.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import type { GreenChannelApplication } from '#contract/green-channel'
import type { ApplicationKind } from '../kinds.ts'
import { type ApplicationFilter, applicationPagesQuery } from '../queries.ts'

/** Returns the applications read so far, and a function that reads more. */
export function useApplicationPages(kind: ApplicationKind, filter: ApplicationFilter) {
  const client = useQueryClient()
  const options = applicationPagesQuery(kind, filter)
  const query = useInfiniteQuery(options)
  const { data, error, hasNextPage, isFetching, isFetchingNextPage } = query
  const offline = useNetwork() === 'offline'
  return {
    /**
     * Whether the device is offline or the read got no response (a lost connection first shows as a
     * timeout). Applications that were read before are then hidden (AUD-18).
     */
    isCut: offline || (data === undefined && isUnansweredRead(error)),
    rows: offline ? undefined : data && unlike(data.pages.flatMap(({ records }) => records)),
    total: data === undefined ? 0 : totalOf(data.pages, filter),
    problem: describeReadError(error),
    why: toReadFailureReason(error),
    lack: getReadSignInRequirement(error),
    isReading: isFetching && data === undefined,
    isReadingMore: isFetchingNextPage,
    hasMore: hasNextPage,
    more: () => {
      if (hasNextPage && !isFetching) void query.fetchNextPage()
    },
    retry: () => void query.refetch(),
    /** Updates the shown list with a decision. */
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

// The number of all applications. If the list is filtered by status, a row with another status was
// decided on this page: it stays visible, but is not counted.
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

// Removes duplicates: with numbered pages a new application moves the others down, so a row can
// appear on two pages.
const unlike = (rows: readonly GreenChannelApplication[]): GreenChannelApplication[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import {
  describeReadError,
  fetchFromServer,
  toReadFailureReason,
} from '#app/lib/cache/cached-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { Button } from '#app/ui/Button.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import type { ReadCall } from '#contract/call'
import { officeTexts } from '#i18n/office'

/** How often rows are read again while one of them is unfinished. */
const UNFINISHED_MS = 3000

/**
 * A paged list of the office: the rows so far, and a button for more. The call takes the cursor
 * `after`, and its response contains the next cursor as `next`. When the value of `follows`
 * changes, the rows are read again; while a row is unfinished, they are read again every few
 * seconds.
 */
export function PagedList<I, O extends { readonly next: string }, Row>({
  name,
  entry,
  input,
  rowsOf,
  follows,
  isUnfinished,
  children,
}: {
  name: string
  entry: ReadCall<I & { after: string }, O>
  input: I
  rowsOf: (answer: O) => readonly Row[]
  follows?: unknown
  isUnfinished?: (row: Row) => boolean
  /** Receives the rows so far and the first page's answer. */
  children: (rows: readonly Row[], first: O) => ReactNode
}) {
  const texts = useTexts(officeTexts)
  const list = useInfiniteQuery({
    queryKey: [currentSession()?.subject ?? 'nobody', name, JSON.stringify(input)],
    initialPageParam: '',
    queryFn: async ({ pageParam }) =>
      (await fetchFromServer(entry, { ...input, after: pageParam })).value,
    getNextPageParam: ({ next }) => next || undefined,
    gcTime: 0,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isUnfinished !== undefined && state.data?.pages.flatMap(rowsOf).some(isUnfinished) === true
        ? UNFINISHED_MS
        : false,
  })
  const { isFetching, refetch } = list
  const followed = useRef(follows)
  useEffect(() => {
    // If a page is being loaded, it is not cancelled; the rows are read again afterwards.
    if (followed.current === follows || isFetching) return
    followed.current = follows
    // The first value also causes a read, because the rows might have been requested before that
    // value arrived.
    if (follows !== undefined) void refetch()
  }, [follows, isFetching, refetch])
  if (list.data === undefined)
    return list.error === null ? (
      <Skeleton rows={8} />
    ) : (
      <ErrorState
        text={describeReadError(list.error)}
        why={toReadFailureReason(list.error)}
        onRetry={() => void list.refetch()}
      />
    )
  const [first] = list.data.pages
  return (
    <>
      {first !== undefined && children(list.data.pages.flatMap(rowsOf), first)}
      {list.hasNextPage && (
        <Button
          tone="second"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
    </>
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { problemOf, fetchFromServer, toReadFailureReason } from '#app/lib/cache/cached-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { Button } from '#app/ui/Button.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import type { ReadCall } from '#contract/call'
import { commonTexts } from '#i18n/common'
import { officeTexts } from '#i18n/office'

/**
 * A list of the office that is read part by part: its rows so far, and a button for more. A call
 * for it takes where the part before ended as `after`, and answers where this one does as `next`.
 * `follows`: what the rows belong to; when it becomes another, they are read anew.
 */
export function PagedList<I, O extends { readonly next: string }, Row>({
  name,
  entry,
  input,
  rowsOf,
  follows,
  children,
}: {
  name: string
  entry: ReadCall<I & { after: string }, O>
  input: I
  rowsOf: (answer: O) => readonly Row[]
  follows?: unknown
  /** Is given the rows so far and the answer of the first part. */
  children: (rows: readonly Row[], first: O) => ReactNode
}) {
  const texts = useTexts(officeTexts)
  const common = useTexts(commonTexts)
  const list = useInfiniteQuery({
    queryKey: [currentSession()?.subject ?? 'nobody', name, JSON.stringify(input)],
    initialPageParam: '',
    queryFn: async ({ pageParam }) =>
      (await fetchFromServer(entry, { ...input, after: pageParam })).value,
    getNextPageParam: ({ next }) => next || undefined,
    gcTime: 0,
    staleTime: 0,
  })
  const { isFetching, refetch } = list
  const followed = useRef(follows)
  useEffect(() => {
    // A part that somebody just asked for is not broken off: the rest comes after it.
    if (followed.current === follows || isFetching) return
    followed.current = follows
    // Also the first of them: the rows were asked for before they came, and may be older.
    if (follows !== undefined) void refetch()
  }, [follows, isFetching, refetch])
  if (list.data === undefined)
    return list.error === null ? (
      <Skeleton rows={8} label={common.loading} />
    ) : (
      <ErrorState
        text={problemOf(list.error)}
        why={toReadFailureReason(list.error)}
        retryLabel={texts.retry}
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

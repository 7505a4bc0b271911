import { queryOptions } from '@tanstack/react-query'
import type { InquiryCall } from '#contract/call'
import { callApi } from '../network/call-api.ts'
import { currentSession } from '../session/session.ts'
import {
  type CachedRead,
  type CachedQueryOptions,
  type CachedQueryState,
  ReadError,
  useCachedQuery,
} from './cached-query.ts'
import { queryClient } from './query-client.ts'

/**
 * An inquiry of who is bound, for screens. It has the options of a query inside of it instead of
 * being them, so that nothing that reads ahead or keeps a copy takes it.
 */
export interface InquiryOptions<O> {
  readonly queryOptions: CachedQueryOptions<O>
}

/**
 * The options of an inquiry: its answer is of this visit, and no failed one is made again by
 * itself.
 */
export const inquiryQuery = <I, O>({
  name,
  parts = [],
  entry,
  input,
  onAnswer,
}: {
  name: string
  /** What it asks about, where that is not the same each time. */
  parts?: readonly string[]
  entry: InquiryCall<I, O>
  input: I
  /** Called with each answer before any screen is shown it. */
  onAnswer?: (answer: O) => void
}): InquiryOptions<O> => ({
  queryOptions: queryOptions<CachedRead<O>, Error, CachedRead<O>, readonly (string | number)[]>({
    queryKey: [currentSession()?.subject ?? 'nobody', name, ...parts],
    queryFn: async () => {
      const outcome = await callApi(entry, input)
      if (outcome.type !== 'ok') throw new ReadError(outcome)
      onAnswer?.(outcome.data)
      return { value: outcome.data }
    },
    staleTime: 0,
    refetchOnReconnect: false,
    meta: { isInquiry: true },
  }),
})

/** Inquire because somebody looks at this screen; `enabled` false: only follow what others hear. */
export const useInquiry = <O>(query: InquiryOptions<O>, enabled = true): CachedQueryState<O> =>
  useCachedQuery({ ...query.queryOptions, enabled })

/** Inquire now; undefined when there is no answer. */
export const fetchInquiry = <O>(query: InquiryOptions<O>): Promise<O | undefined> =>
  queryClient.fetchQuery(query.queryOptions).then(
    ({ value }) => value,
    () => undefined,
  )

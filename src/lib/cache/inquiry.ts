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
 * An inquiry of the signed-in person. The query options are nested in this object, so that
 * functions which prefetch or cache queries do not accept it.
 */
export interface InquiryOptions<O> {
  readonly queryOptions: CachedQueryOptions<O>
}

/**
 * Creates an inquiry. Only a response of this visit is shown, and a failed inquiry is not repeated
 * automatically.
 */
export const inquiryQuery = <I, O>({
  name,
  parts = [],
  entry,
  input,
  onAnswer,
}: {
  name: string
  /** What the inquiry is about, if there are several of the same name. */
  parts?: readonly string[]
  entry: InquiryCall<I, O>
  input: I
  /** Called with each response before a screen shows it. */
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

/**
 * Makes an inquiry for this screen. With `enabled` false the hook only subscribes to the responses
 * that other components get.
 */
export const useInquiry = <O>(query: InquiryOptions<O>, enabled = true): CachedQueryState<O> =>
  useCachedQuery({ ...query.queryOptions, enabled })

/** Makes an inquiry now; resolves to undefined if there is no successful response. */
export const fetchInquiry = <O>(query: InquiryOptions<O>): Promise<O | undefined> =>
  queryClient.fetchQuery(query.queryOptions).then(
    ({ value }) => value,
    () => undefined,
  )

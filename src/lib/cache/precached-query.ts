import { notifyManager } from '@tanstack/react-query'
import * as v from 'valibot'
import type { ReadCall } from '#contract/call'
import { appConfig } from '../platform/config.ts'
import { toPhoneTime } from '../platform/server-clock.ts'
import {
  cachedQuery,
  type CachedQueryOptions,
  type CachedQueryParams,
  fetchFromServer,
} from './cached-query.ts'
import { queryClient } from './query-client.ts'

const Content = v.record(v.string(), v.unknown())

/**
 * A cached query whose response the service worker has precached with the app. If the campus does
 * not respond and there is no copy, the precached response is shown with its age.
 */
export function precachedQuery<I, O>(read: CachedQueryParams<I, O>): CachedQueryOptions<O> {
  const options = cachedQuery(read)
  const { queryKey } = options
  return {
    ...options,
    queryFn: async () => {
      try {
        return await fetchFromServer(read.entry, read.input)
      } catch (problem) {
        const isKnown = queryClient.getQueryData(queryKey) !== undefined
        const found = isKnown ? undefined : await broughtAlong(read.entry).catch(() => undefined)
        if (found === undefined) throw problem
        // Runs after the query has processed the precached response as if it were a current one.
        notifyManager.schedule(() =>
          queryClient.getQueryCache().find({ queryKey })?.setState({ dataUpdatedAt: found.at }),
        )
        return { value: found.value }
      }
    },
  }
}

async function broughtAlong<I, O>(
  entry: ReadCall<I, O>,
): Promise<{ value: O; at: number } | undefined> {
  if (appConfig.content === undefined) return undefined
  const answer = await fetch(`${appConfig.base}content/${appConfig.content}.json`)
  if (!answer.ok) return undefined
  const content = v.safeParse(Content, await answer.json())
  const read = v.safeParse(
    entry.output.decode,
    content.success ? content.output[entry.path] : undefined,
  )
  const at = Date.parse(answer.headers.get('date') ?? '')
  // The time is never in the future by this phone's clock, because the response would count as
  // fresh until then.
  const cameAt = Number.isNaN(at) ? 0 : Math.min(toPhoneTime(at), Date.now())
  return read.success ? { value: read.output, at: cameAt } : undefined
}

import { persistQuery } from './cached-query.ts'
import { queryClient } from './query-client.ts'

/** Stores this page's queries once more after the browser has deleted the copies. */
export async function persistAllQueries(): Promise<void> {
  for (const { options, state, queryKey } of queryClient.getQueryCache().getAll())
    if (options.persister !== undefined && state.data !== undefined) await persistQuery(queryKey)
}

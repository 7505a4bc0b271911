import { persistQuery } from './cached-query.ts'
import { queryClient } from './query-client.ts'

/** Keep on this phone once more what this page has read, after the browser took the copies away. */
export async function persistAllQueries(): Promise<void> {
  for (const { options, state, queryKey } of queryClient.getQueryCache().getAll())
    if (options.persister !== undefined && state.data !== undefined) await persistQuery(queryKey)
}

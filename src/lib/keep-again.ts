import { keepCopy } from './kept.ts'
import { queryClient } from './query-client.ts'

/** Keep on this phone once more what this page has read, after the browser took the copies away. */
export async function keepAgain(): Promise<void> {
  for (const { options, state, queryKey } of queryClient.getQueryCache().getAll())
    if (options.persister !== undefined && state.data !== undefined) await keepCopy(queryKey)
}

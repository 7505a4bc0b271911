import { queryClient } from './query-client.ts'

/** What was read under these names has changed: it is read again where it is shown, and at the next look elsewhere. */
export const readAgain = (...names: readonly string[]): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => names.includes(String(queryKey[1])),
  })

import { notifyManager, type QueryPersister } from '@tanstack/react-query'
import { type CachedRead, findCachedCopy } from './cached-query.ts'

type Persister<O> = QueryPersister<CachedRead<O>, readonly (string | number)[]>

/**
 * Extends the persister of a cached query that has got a new name, because the stored form changed.
 * Until there is a copy under the new name, the copy under the `earlier` key is shown with its age,
 * and the query is fetched. The earlier copy stays, for an app that is rolled back.
 */
export const withEarlierCopy =
  <O>(persister: Persister<O>, earlier: readonly (string | number)[]): Persister<O> =>
  async (queryFn, context, query) => {
    const isNew =
      query.state.data === undefined && (await findCachedCopy(query.queryKey)) === undefined
    const copy = isNew ? await findCachedCopy<CachedRead<O>>(earlier) : undefined
    const data = copy?.state.data
    if (copy === undefined || data === undefined) return persister(queryFn, context, query)
    const { dataUpdatedAt } = copy.state
    // Runs after the query has processed the copy as if it were a current response.
    notifyManager.schedule(() => {
      query.setState({ dataUpdatedAt })
      void query.fetch().catch(() => {})
    })
    return data
  }

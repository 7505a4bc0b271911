import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { stations } from '#contract/stations'

/** Reads the stations at which this person scans. */
export const stationsQuery = () =>
  cachedQuery({ name: 'stations', entry: stations.mine, input: {}, maxAge: 7 })

import { checkin } from '#contract/checkin'
import { stations } from '#contract/stations'
import { canUnseal, sealedQuery, useSealedQuery } from '../sealed-storage/sealed-storage.ts'

const DAYS = 7

/** How the roster is read and cached. */
export const ROSTER_READ_PARAMS = { name: 'roster', entry: checkin.roster, input: {}, maxAge: DAYS }
const ARRIVALS_READ = { name: 'arrivals', entry: checkin.arrivals, input: {}, maxAge: DAYS }

const stationReadParams = (station: string) => ({
  name: `station-roster-${station}`,
  entry: stations.roster,
  input: { station },
  maxAge: DAYS,
})

/** The name under which the roster of the dormitory or of a station is stored. */
export const rosterNameOf = (station: string | undefined): string =>
  station === undefined ? ROSTER_READ_PARAMS.name : stationReadParams(station).name

/**
 * Reads the residents of the supervisor's buildings and the keys that verify passes. The copy is
 * sealed, and can be used offline. With `station`, reads the expected students of that station.
 */
export const rosterQuery = (station?: string) =>
  station === undefined ? sealedQuery(ROSTER_READ_PARAMS) : sealedQuery(stationReadParams(station))

/** Reads the latest arrivals, newest first (SCN-03). The copy is sealed. */
export const arrivalsQuery = () => sealedQuery(ARRIVALS_READ)

/** Subscribes to the roster of the dormitory. */
export const useRoster = () => useSealedQuery(ROSTER_READ_PARAMS)

/** Subscribes to the roster of a station. */
export const useStationRoster = (station: string) => useSealedQuery(stationReadParams(station))

/** Subscribes to the latest arrivals. */
export const useArrivals = () => useSealedQuery(ARRIVALS_READ)

/** Whether this phone has a roster that can verify passes for the current sign-in. */
export async function isRosterCached(): Promise<boolean> {
  const { queryKey } = rosterQuery()
  return canUnseal(queryKey)
}

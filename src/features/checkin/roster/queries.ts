import { checkin } from '#contract/checkin'
import { canUnseal, sealedQuery, useSealedQuery } from '../sealed-storage/sealed-storage.ts'

const DAYS = 7

/** How the roster is read and cached. */
export const ROSTER_READ_PARAMS = { name: 'roster', entry: checkin.roster, input: {}, maxAge: DAYS }
const ARRIVALS_READ = { name: 'arrivals', entry: checkin.arrivals, input: {}, maxAge: DAYS }

/**
 * Reads the residents of the supervisor's buildings and the keys that verify passes. The copy is
 * sealed, and can be used offline.
 */
export const rosterQuery = () => sealedQuery(ROSTER_READ_PARAMS)

/** Reads the latest arrivals, newest first (SCN-03). The copy is sealed. */
export const arrivalsQuery = () => sealedQuery(ARRIVALS_READ)

/** Subscribes to the roster. */
export const useRoster = () => useSealedQuery(ROSTER_READ_PARAMS)

/** Subscribes to the latest arrivals. */
export const useArrivals = () => useSealedQuery(ARRIVALS_READ)

/** Whether this phone has a roster that can verify passes for the current sign-in. */
export async function isRosterCached(): Promise<boolean> {
  const { queryKey } = rosterQuery()
  return canUnseal(queryKey)
}

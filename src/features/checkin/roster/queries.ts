import { checkin } from '#contract/checkin'
import { canUnseal, sealedQuery, useSealedQuery } from '../sealed-storage/sealed-storage.ts'

const DAYS = 7

/** How a roster is read and kept. */
export const ROSTER_READ = { name: 'roster', entry: checkin.roster, input: {}, maxAge: DAYS }
const ARRIVALS_READ = { name: 'arrivals', entry: checkin.arrivals, input: {}, maxAge: DAYS }

/**
 * Who lives in the supervisor's buildings, and the keys that passes are checked with; kept for the
 * corridor, sealed.
 */
export const rosterQuery = () => sealedQuery(ROSTER_READ)

/** The latest arrivals, newest first (SCN-03), sealed. */
export const arrivalsQuery = () => sealedQuery(ARRIVALS_READ)

/** Follow the roster. */
export const useRoster = () => useSealedQuery(ROSTER_READ)

/** Follow the latest arrivals. */
export const useArrivals = () => useSealedQuery(ARRIVALS_READ)

/** Is there a roster on this phone with which passes can be checked, for this sign-in? */
export async function isRosterCached(): Promise<boolean> {
  const { queryKey } = rosterQuery()
  return canUnseal(queryKey)
}

import type { Query } from '@tanstack/react-query'
import { getNetworkStatus } from '../network/network-status.ts'
import type { CachedRead } from './cached-query.ts'

/**
 * The interval between two fetches, ms; a visible page shows a decision after this time at the
 * latest.
 */
const EVERY_MS = 5_000

/**
 * The `refetchInterval` of a query that waits for a decision of somebody else: it is fetched every
 * few seconds while its page is visible, the network is online and `isPending` is true for the last
 * response.
 */
export const refetchWhilePending =
  <O>(isPending: (answer: O) => boolean) =>
  ({
    state,
  }: Query<CachedRead<O>, Error, CachedRead<O>, readonly (string | number)[]>): number | false =>
    getNetworkStatus() === 'online' && state.data !== undefined && isPending(state.data.value)
      ? EVERY_MS
      : false

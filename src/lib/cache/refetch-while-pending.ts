import type { Query } from '@tanstack/react-query'
import { currentNetwork } from '../network/network-status.ts'
import type { CachedRead } from './cached-query.ts'

/** How soon a page that is looked at learns of a decision, ms. */
const EVERY_MS = 5_000

/**
 * The `refetchInterval` of a read that somebody else is to change: asked for anew every few seconds
 * while its page is looked at, there is a network, and `isPending` of what was read last.
 */
export const refetchWhilePending =
  <O>(isPending: (answer: O) => boolean) =>
  ({
    state,
  }: Query<CachedRead<O>, Error, CachedRead<O>, readonly (string | number)[]>): number | false =>
    currentNetwork() === 'online' && state.data !== undefined && isPending(state.data.value)
      ? EVERY_MS
      : false

import { measureDrain, measureEnqueue } from './outbox.ts'
import { measureCacheWrite, measureCacheRestore } from './reads.ts'

/**
 * What a pair of measurements took: the shipped code and the bare way, by turns, in ms for all of
 * it.
 */
export interface TimingPair {
  readonly ours: number
  readonly floor: number
}

/** What the driver may ask of this page. */
export const bench = {
  enqueuePair: measureEnqueue,
  drainPair: measureDrain,
  keepOne: measureCacheWrite,
  restoreOne: measureCacheRestore,
}

Object.assign(window, { bench })

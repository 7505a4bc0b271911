import { drainPair, enqueuePair } from './outbox.ts'
import { keepOne, restoreOne } from './reads.ts'

/**
 * What a pair of measurements took: the shipped code and the bare way, by turns, in ms for all of
 * it.
 */
export interface Pair {
  readonly ours: number
  readonly floor: number
}

/** What the driver may ask of this page. */
export const bench = { enqueuePair, drainPair, keepOne, restoreOne }

Object.assign(window, { bench })

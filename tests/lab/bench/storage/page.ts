import { measureDrain, measureEnqueue } from './outbox.ts'
import { measureCacheWrite, measureCacheRestore } from './reads.ts'

/** What the driver may ask of this page. */
export const bench = {
  enqueuePair: measureEnqueue,
  drainPair: measureDrain,
  keepOne: measureCacheWrite,
  restoreOne: measureCacheRestore,
}

Object.assign(window, { bench })

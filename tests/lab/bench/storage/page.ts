import { measureOutboxDrain, measureEnqueue } from './outbox.ts'
import { measureCacheWrite, measureCacheRestore } from './reads.ts'

/** The functions of this page that the driver can call. */
export const bench = {
  enqueuePair: measureEnqueue,
  drainPair: measureOutboxDrain,
  keepOne: measureCacheWrite,
  restoreOne: measureCacheRestore,
}

Object.assign(window, { bench })

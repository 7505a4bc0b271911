import { existsSync, openSync, readSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

/** No request may hold the event loop for longer, ms on a machine that does nothing else. */
export const MAX_BLOCKED_MS = 50

const TRIES = 5
// So long takes the reference work on a quiet core of the machine that the limit is meant for.
const REFERENCE_MS = 10

/**
 * For how long `work` holds the event loop at most, ms of a quiet machine: the least of several
 * tries, each compared with work of a known size, so that neither a collection of garbage nor a busy
 * neighbor is taken for the work's own. Ends with the first try below `enough`.
 */
export async function measureLongestBlockMs(
  work: () => Promise<unknown>,
  enough = MAX_BLOCKED_MS,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && least > enough; tries++) {
    const before = referenceMs()
    const held = await longestTurnMs(work)
    const slowness = Math.max(1, Math.min(before, referenceMs()) / REFERENCE_MS)
    least = Math.min(least, held / slowness)
  }
  return least
}

// For how long this thread has run, ms: a turn that waits for a core that others use holds nobody
// up by itself. Where a system does not say so, the time that has passed.
function createThreadClock(): () => number {
  const path = '/proc/thread-self/schedstat'
  if (!existsSync(path)) return () => performance.now()
  const file = openSync(path, 'r')
  const text = Buffer.alloc(64)
  return () => {
    const length = readSync(file, text, 0, text.length, 0)
    return Number.parseInt(text.toString('latin1', 0, length), 10) / 1e6
  }
}
const threadMs = createThreadClock()

async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let [longest, last, isOver] = [0, threadMs(), false]
  const turn = () => {
    const now = threadMs()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work().finally(() => (isOver = true))
  return longest
}

function referenceMs(): number {
  const start = threadMs()
  let sum = 0
  for (let n = 0; n < REFERENCE_LOOPS; n++) sum = (sum * 31 + n) % 65_521
  if (sum < 0) throw new Error('never')
  return threadMs() - start
}
const REFERENCE_LOOPS = 1_500_000

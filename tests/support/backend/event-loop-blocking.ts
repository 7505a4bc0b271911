import { existsSync, openSync, readSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { GCProfiler, getHeapStatistics } from 'node:v8'

/**
 * No request may block the event loop for longer than this, in ms, measured for an idle machine.
 */
export const MAX_BLOCKED_MS = 50

const TRIES = 5
// The time that the reference work takes on an idle core of the machine for which the limit is
// meant.
const REFERENCE_MS = 10

/**
 * The longest time in ms for which `work` blocks the event loop, converted to an idle machine. It
 * is the smallest result of several runs, each compared with reference work of known size. Neither
 * a garbage collection nor other load on the machine is counted as the work's own. The measurement
 * ends with the first run below `enough`.
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

// How long this thread has run, in ms. The time in which it waits for a core that other processes
// use is not counted, because such a turn of the event loop does not block by itself. Systems that
// do not report this get the elapsed time.
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

/** What a piece of work cost the thread of the event loop. */
export interface LoopCost {
  /** The CPU time of the longest turn, ms; a turn that ended less than 1 ms before is part of it. */
  readonly longestMs: number
  /**
   * The bytes that were allocated, on the heap and outside of it. What was collected meanwhile is
   * counted too, so this is an upper bound of the memory that was occupied at any time.
   */
  readonly allocatedBytes: number
}

/**
 * Measures each piece of work once, which is far cheaper than `measureLongestBlockMs`: the loop
 * does not spin, and nothing is repeated. CPU time is counted, so other processes do not change
 * `longestMs` much; but a garbage collection can. So a cost above a limit is only a suspicion,
 * which `measureLongestBlockMs` confirms or not.
 */
export function openLoopMeter() {
  let [longest, last] = [0, threadMs()]
  const look = () => {
    const now = threadMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  return {
    measure: async (work: () => Promise<unknown>): Promise<LoopCost> => {
      look()
      longest = 0
      const collections = new GCProfiler()
      collections.start()
      let from = usedBytes()
      await work()
      look()
      let allocatedBytes = 0
      for (const { beforeGC, afterGC } of collections.stop().statistics) {
        allocatedBytes += Math.max(0, bytesOf(beforeGC.heapStatistics) - from)
        from = bytesOf(afterGC.heapStatistics)
      }
      allocatedBytes += Math.max(0, usedBytes() - from)
      return { longestMs: longest, allocatedBytes }
    },
    close: () => clearInterval(timer),
  }
}

const bytesOf = (heap: { usedHeapSize: number; externalMemory: number }) =>
  heap.usedHeapSize + heap.externalMemory
const usedBytes = () => {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return used_heap_size + (external_memory ?? 0)
}

function referenceMs(): number {
  const start = threadMs()
  let sum = 0
  for (let n = 0; n < REFERENCE_LOOPS; n++) sum = (sum * 31 + n) % 65_521
  if (sum < 0) throw new Error('never')
  return threadMs() - start
}
const REFERENCE_LOOPS = 1_500_000

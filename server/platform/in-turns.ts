import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

// The time that steps may take before other requests get a turn of the event loop, ms.
const TURN_MS = 8

/** Runs work that is divided into short steps, with turns of the event loop between them. */
export async function runInTurns<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
  let since = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() - since < TURN_MS) continue
    await nextTurn()
    since = performance.now()
  }
}

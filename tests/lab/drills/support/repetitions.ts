import { setTimeout as pause } from 'node:timers/promises'
import { createSeededRandom } from '#server/demo/crowd'
import type { Workspace } from './workspace.ts'

/** The repetitions of a drill. */
export interface Repetitions {
  /**
   * Yields the number of each repetition, from 1, until the number or the time of repetitions is
   * reached.
   */
  readonly rounds: () => Generator<number>
  /** A random number from 0 to 1, by the seed that is printed at the start. */
  readonly random: () => number
  /** Wait for a random time up to this many ms. */
  readonly waitRandomly: (longestMs: number) => Promise<void>
  /** The number of repetitions so far, and of all. */
  readonly progress: () => string
}

/**
 * Read the number of repetitions (`TIMES`), the longest time (`MINUTES`) and the seed (`SEED`), and
 * print them: `SEED=7 TIMES=20 npm run drill -- crash`.
 */
export function createRepetitions(place: Workspace, usualTimes: number): Repetitions {
  const times = whole('TIMES', usualTimes)
  const minutes = whole('MINUTES', 24 * 60)
  const seed = whole('SEED', Date.now() % 1_000_000)
  place.print(`${times} times, at most ${minutes} minutes, seed ${seed}`)
  const random = createSeededRandom(seed)
  const until = Date.now() + minutes * 60_000
  let done = 0
  return {
    *rounds() {
      while (done < times && Date.now() < until) {
        yield done + 1
        done += 1
      }
    },
    random,
    waitRandomly: (longestMs) => pause(random() * longestMs),
    progress: () => `${done} of ${times} times`,
  }
}

function whole(name: string, usual: number): number {
  const said = Number(process.env[name] ?? usual)
  if (!Number.isInteger(said) || said < 1) throw new Error(`${name} is a whole number from 1.`)
  return said
}

import { setTimeout as pause } from 'node:timers/promises'
import { createSeededRandom } from '#server/demo/crowd'
import type { Workspace } from './workspace.ts'

/** What a drill does over and over. */
export interface Repetitions {
  /** Each time, from 1, until it was done often enough or long enough. */
  readonly rounds: () => Generator<number>
  /** A number from 0 to 1, by the seed that was said at the start. */
  readonly random: () => number
  /** Wait for some time up to so long. */
  readonly waitRandomly: (longestMs: number) => Promise<void>
  /** How often it was done so far, of how often. */
  readonly progress: () => string
}

/**
 * Read how often (`TIMES`), for how long at most (`MINUTES`) and by which seed (`SEED`), and say it:
 * `SEED=7 TIMES=20 npm run drill -- crash`.
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

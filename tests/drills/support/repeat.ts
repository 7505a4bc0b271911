import { setTimeout as pause } from 'node:timers/promises'
import { fixedRandom } from '#server/demo/crowd'
import type { Place } from './place.ts'

/** What a drill does over and over. */
export interface Repeated {
  /** How often: `TIMES`, or what the drill does when nothing is said. */
  readonly times: number
  /** A number from 0 to 1, by the seed that was said at the start. */
  readonly random: () => number
  /** Wait for some time up to so long. */
  readonly someTime: (longestMs: number) => Promise<void>
}

/** Read `TIMES` and `SEED`, and say the seed: `SEED=7 TIMES=20 npm run drill -- crash`. */
export function repeated(place: Place, usualTimes: number): Repeated {
  const times = Number(process.env['TIMES'] ?? usualTimes)
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
  if (!Number.isInteger(times) || times < 1 || !Number.isInteger(seed))
    throw new Error('TIMES is a whole number from 1, SEED is one as well.')
  place.say(`${times} times, seed ${seed}`)
  const random = fixedRandom(seed)
  return { times, random, someTime: (longestMs) => pause(random() * longestMs) }
}

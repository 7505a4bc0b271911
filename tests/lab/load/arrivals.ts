import { setTimeout as pause } from 'node:timers/promises'

/** How many come within the hour that is played. */
export const STUDENTS_PER_HOUR = 10_000

const HALVED_AFTER_MINUTES = 20
const DECAY = HALVED_AFTER_MINUTES / Math.LN2

/**
 * How many students a second begin, so many minutes after the opening: most at once, half as many
 * every twenty minutes, ten thousand within the hour.
 */
export const arrivalsPerSecondAt = (minute: number): number =>
  (STUDENTS_PER_HOUR / (DECAY * (1 - Math.exp(-60 / DECAY))) / 60) * Math.exp(-minute / DECAY)

/**
 * Begin work at its time, for so many seconds or so often, whether or not what began before has ended: who comes does not wait for
 * those before. `rate` is how many a second begin at a second; the gaps are random, as of people
 * who do not know each other. Answers when all that began has ended.
 */
export async function runArrivals(
  {
    seconds = Infinity,
    count = Infinity,
    rate,
    random = Math.random,
  }: {
    seconds?: number
    count?: number
    rate: (second: number) => number
    random?: () => number
  },
  work: (due: number) => Promise<unknown>,
): Promise<void> {
  const begun = performance.now()
  const going: Promise<unknown>[] = []
  for (
    let at = gap(rate(0), random);
    at < seconds && going.length < count;
    at += gap(rate(at), random)
  ) {
    const due = begun + at * 1000
    const early = due - performance.now()
    if (early > 1) await pause(early)
    going.push(work(due))
  }
  await Promise.all(going)
}

const gap = (rate: number, random: () => number): number => -Math.log(1 - random()) / rate

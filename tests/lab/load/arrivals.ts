import { setTimeout as pause } from 'node:timers/promises'

/** How many students begin within the simulated hour. */
export const STUDENTS_PER_HOUR = 10_000

const HALVED_AFTER_MINUTES = 20
const DECAY = HALVED_AFTER_MINUTES / Math.LN2

/**
 * How many students begin in a second, this many minutes after the opening: the most at the
 * beginning, half as many after every twenty minutes, ten thousand within the hour.
 */
export const arrivalsPerSecondAt = (minute: number): number =>
  (STUDENTS_PER_HOUR / (DECAY * (1 - Math.exp(-60 / DECAY))) / 60) * Math.exp(-minute / DECAY)

/**
 * Begin work at its time, for this many seconds or this often, whether or not earlier work has
 * ended: a student does not wait for those before. `rate` is how many begin in the given second.
 * The gaps are random, as between people who act independently. Resolves when all work has ended.
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

import { mustLive, startCampus } from './support/campus.ts'
import { startCluster } from './support/cluster.ts'
import { holds, signIn, traffic } from './support/ledger.ts'
import { eventually, type Place } from './support/place.ts'
import { repeated } from './support/repeat.ts'
import { mustBeWhole } from './support/whole.ts'

export const about =
  'All processes of the database are killed (kill -9) at once under 50 students and two processes, 100 times or TIMES; nothing is lost, doubled or half.'

const STUDENTS = 50
const TIMES = 100
const LONGEST_MS = 2000
// A hundred kills lost 37 answers on a busy machine: so many that lose none fall beside the commits.
const ENOUGH_KILLS = 50

/**
 * Answers how many were acknowledged, how many of them only by a repetition, and the longest wait
 * after the database was back.
 */
export async function drill(place: Place): Promise<string> {
  const { rounds, someTime, progress } = repeated(place, TIMES)
  const cluster = await startCluster(place, 'database')
  const first = await startCampus(place, cluster.url())
  const second = await startCampus(place, cluster.url())
  const students = await signIn(first.url, cluster.url(), STUDENTS)
  const writers = traffic([first.url, second.url], students)
  let longest = 0
  let kills = 0
  for (const time of rounds()) {
    await someTime(LONGEST_MS)
    await cluster.end('kill')
    kills += 1
    await cluster.start()
    const back = Date.now()
    await eventually('a submission is acknowledged again', () => writers.lastAt() > back)
    longest = Math.max(longest, writers.lastAt() - back)
    place.say(`kill ${time}: ${writers.acknowledged()} acknowledged so far`)
  }
  const outcome = await writers.settle(cluster.url())
  const figures = holds(outcome)
  // A commit that is on the disk and that nobody heard of is what the keys are for.
  if (kills >= ENOUGH_KILLS && outcome.replayed === 0)
    throw new Error(`no kill fell between a commit and its answer: ${figures}`)
  await mustBeWhole(cluster.url(), writers.newest())
  mustLive([first, second])
  return `killed ${progress()}; ${figures}; again after at most ${longest} ms`
}

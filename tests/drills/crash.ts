import { setTimeout as pause } from 'node:timers/promises'
import { mustLive, startCampus } from './support/campus.ts'
import { startCluster } from './support/cluster.ts'
import { holds, signIn, traffic } from './support/ledger.ts'
import { eventually, type Place } from './support/place.ts'

export const about =
  'The database is killed (kill -9) five times under 50 students and two processes; nothing is lost or doubled.'

const STUDENTS = 50
const TIMES = 5
const BETWEEN_MS = 3000

/** Answers how many were acknowledged, and the longest wait after the database was back. */
export async function drill(place: Place): Promise<string> {
  const cluster = await startCluster(place, 'database')
  const first = await startCampus(place, cluster.url())
  const second = await startCampus(place, cluster.url())
  const students = await signIn(first.url, cluster.url(), STUDENTS)
  const writers = traffic([first.url, second.url], students)
  let longest = 0
  for (let time = 1; time <= TIMES; time++) {
    await pause(BETWEEN_MS)
    await cluster.end('kill')
    await cluster.start()
    const back = Date.now()
    await eventually('a submission is acknowledged again', () => writers.lastAt() > back)
    longest = Math.max(longest, writers.lastAt() - back)
    place.say(`killed ${time} of ${TIMES}: ${writers.acknowledged()} acknowledged so far`)
  }
  const figures = holds(await writers.settle(cluster.url()))
  mustLive([first, second])
  return `${figures}; again after at most ${longest} ms`
}

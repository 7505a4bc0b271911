import { assertAlive, startCampusProcess } from './support/campus-process.ts'
import { assertRecordsIntact } from './support/record-integrity.ts'
import { createRepetitions } from './support/repetitions.ts'
import { startCluster } from './support/test-cluster.ts'
import { waitForResult, type Workspace } from './support/workspace.ts'
import { assertNothingLost, signInStudents, startTraffic } from './support/write-traffic.ts'

export const description =
  'All processes of the database are killed (kill -9) at once while 50 students submit to two server processes, 100 times or TIMES; no submission is lost, stored twice or half stored.'

const STUDENTS = 50
const TIMES = 100
const LONGEST_MS = 2000
// With this number of kills, some answers must have been lost: a hundred kills lost 37 answers on a
// busy machine. Otherwise the kills did not occur near commits.
const ENOUGH_KILLS = 50

/**
 * Returns how many submissions were acknowledged, how many of them only when they were sent again,
 * and the longest wait after the database was back.
 */
export async function drill(place: Workspace): Promise<string> {
  const { rounds, waitRandomly, progress } = createRepetitions(place, TIMES)
  const cluster = await startCluster(place, 'database')
  const first = await startCampusProcess(place, cluster.url())
  const second = await startCampusProcess(place, cluster.url())
  const students = await signInStudents(first.url, cluster.url(), STUDENTS)
  const writers = startTraffic([first.url, second.url], students)
  let longest = 0
  let kills = 0
  for (const time of rounds()) {
    await waitRandomly(LONGEST_MS)
    await cluster.stop('kill')
    kills += 1
    await cluster.start()
    const back = Date.now()
    await waitForResult(
      'a submission is acknowledged again',
      () => writers.lastAcknowledgedAt() > back,
    )
    longest = Math.max(longest, writers.lastAcknowledgedAt() - back)
    place.print(`kill ${time}: ${writers.acknowledged()} acknowledged so far`)
  }
  const outcome = await writers.settle(cluster.url())
  const figures = assertNothingLost(outcome)
  // Idempotency keys are meant for a commit that is on the disk and whose answer was lost.
  if (kills >= ENOUGH_KILLS && outcome.replayed === 0)
    throw new Error(`no kill fell between a commit and its answer: ${figures}`)
  await assertRecordsIntact(cluster.url(), writers.latestRemarks())
  assertAlive([first, second])
  return `killed ${progress()}; ${figures}; again after at most ${longest} ms`
}

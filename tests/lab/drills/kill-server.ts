import { type CampusProcess, assertAlive, startCampusProcess } from './support/campus-process.ts'
import { assertRecordsIntact } from './support/record-integrity.ts'
import { createRepetitions } from './support/repetitions.ts'
import { startCluster } from './support/test-cluster.ts'
import { waitForResult, type Workspace } from './support/workspace.ts'
import { assertNothingLost, signInStudents, startTraffic } from './support/write-traffic.ts'

export const description =
  'Four server processes are killed (kill -9) amid the commits of 16 students, 500 times or TIMES; no submission is lost, stored twice or half stored.'

const PROCESSES = 4
const STUDENTS = 16
const TIMES = 500
const LONGEST_MS = 60
// The students pause between requests, because the starting process needs the CPU time that their
// requests would take.
const THINK_MS = 40
const QUIET = { LOG_LEVEL: 'warn' }

/**
 * Returns how many submissions were acknowledged, and how many of them only when they were sent
 * again.
 */
export async function drill(place: Workspace): Promise<string> {
  const { rounds, waitRandomly, progress } = createRepetitions(place, TIMES)
  const cluster = await startCluster(place, 'database')
  const processes: CampusProcess[] = []
  for (let which = 0; which < PROCESSES; which++)
    processes.push(await startCampusProcess(place, cluster.url(), QUIET))
  const urls = processes.map(({ url }) => url)
  const students = await signInStudents(urls[0] ?? '', cluster.url(), STUDENTS)
  const writers = startTraffic(urls, students, { thinkMs: THINK_MS })
  const turns = rounds()
  const lanes = processes.map(async (first) => {
    let campus = first
    for (const time of turns) {
      const since = Date.now()
      await waitForResult(
        `${campus.url} acknowledges`,
        () => writers.lastAcknowledgedAtOf(campus.url) > since,
        {
          everyMs: 5,
        },
      )
      await waitRandomly(LONGEST_MS)
      await campus.stop('SIGKILL')
      const { port } = new URL(campus.url)
      campus = await startCampusProcess(place, cluster.url(), { ...QUIET, PORT: port })
      if (time % 20 === 0)
        place.print(`kill ${time}: ${writers.acknowledged()} acknowledged so far`)
    }
    return campus
  })
  const last = await Promise.all(lanes)
  const figures = assertNothingLost(await writers.settle(cluster.url()))
  await assertRecordsIntact(cluster.url(), writers.latestRemarks())
  assertAlive(last)
  return `killed ${progress()}; ${figures}; every record whole, with the newest words`
}

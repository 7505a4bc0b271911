import { type Campus, mustLive, startCampus } from './support/campus.ts'
import { startCluster } from './support/cluster.ts'
import { holds, signIn, traffic } from './support/ledger.ts'
import { eventually, type Place } from './support/place.ts'
import { repeated } from './support/repeat.ts'
import { mustBeWhole } from './support/whole.ts'

export const about =
  'Four processes are killed (kill -9) amid the commits of 16 students, 500 times or TIMES; nothing is lost, doubled or half.'

const PROCESSES = 4
const STUDENTS = 16
const TIMES = 500
const LONGEST_MS = 60
// What the students ask for, the process that starts must do without.
const THINK_MS = 40
const QUIET = { LOG_LEVEL: 'warn' }

/** Answers how many were acknowledged, and how many of them only by a repetition. */
export async function drill(place: Place): Promise<string> {
  const { rounds, someTime, progress } = repeated(place, TIMES)
  const cluster = await startCluster(place, 'database')
  const processes: Campus[] = []
  for (let which = 0; which < PROCESSES; which++)
    processes.push(await startCampus(place, cluster.url(), QUIET))
  const urls = processes.map(({ url }) => url)
  const students = await signIn(urls[0] ?? '', cluster.url(), STUDENTS)
  const writers = traffic(urls, students, { thinkMs: THINK_MS })
  const turns = rounds()
  const lanes = processes.map(async (first) => {
    let campus = first
    for (const time of turns) {
      const since = Date.now()
      await eventually(`${campus.url} acknowledges`, () => writers.lastAtOf(campus.url) > since, {
        everyMs: 5,
      })
      await someTime(LONGEST_MS)
      await campus.stop('SIGKILL')
      const { port } = new URL(campus.url)
      campus = await startCampus(place, cluster.url(), { ...QUIET, PORT: port })
      if (time % 20 === 0) place.say(`kill ${time}: ${writers.acknowledged()} acknowledged so far`)
    }
    return campus
  })
  const last = await Promise.all(lanes)
  const figures = holds(await writers.settle(cluster.url()))
  await mustBeWhole(cluster.url(), writers.newest())
  mustLive(last)
  return `killed ${progress()}; ${figures}; every record whole, with the newest words`
}

import { median } from '../bench/measurements.ts'
import { startCampusProcess, type CampusProcess } from '../drills/support/campus-process.ts'
import type { Workspace } from '../drills/support/workspace.ts'
import { createCallCounts } from './call-counts.ts'
import { openLoadTestDatabase, type LoadTestDatabase } from './load-campus.ts'
import { watchUsage } from './process-usage.ts'
import { createRequestSender } from './sender.ts'
import { createSimulatedStudentPhone, playFirstHour } from './student-phone.ts'
import { listLoadTestStudents, type LoadTestStudent } from './students.ts'

/** How builds of the backend are compared. */
export interface TurnsParams {
  /** The folders in which the builds are installed. The first one is the floor of the ratios. */
  readonly folders: readonly string[]
  readonly rounds: number
  /** The load: the requests of the opening hour, or the forms of phones out of a tunnel. */
  readonly load: 'hour' | 'forms'
  /** A folder for CPU profiles of the processes. */
  readonly profile?: string | undefined
}

const AT_ONCE = 32
/** Students in a turn: about 2,000 requests each. */
const STUDENTS = { hour: 40, forms: 800 }
/** Turns of each build before the measured ones, because a process compiles its code first. */
const WARM_ROUNDS = 3

interface TurnCost {
  readonly requests: number
  readonly process: number
  readonly database: number
  readonly statements: number
  readonly faults: number
}

/**
 * Compares builds of the backend by turns: one process of each on the same database, the same number
 * of students in each turn. Prints medians of the CPU time and the statements of a request, and the
 * ratios to the first build in the same round, which other work on the machine hardly moves.
 */
export async function compareByTurns(
  place: Workspace,
  { folders, rounds, load, profile }: TurnsParams,
): Promise<void> {
  const count = folders.length * (rounds + WARM_ROUNDS) * STUDENTS[load]
  const database = await openLoadTestDatabase(place)
  const node = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const builds: CampusProcess[] = []
  for (const cwd of folders)
    builds.push(
      await startCampusProcess(place, database.cluster.url(), database.env, {
        quiet: true,
        node,
        as: { cwd },
      }),
    )
  await database.enrol(count)
  const students = listLoadTestStudents(count)
  let taken = 0
  const takeStudents = () => students.slice(taken, (taken += STUDENTS[load]))
  const costs: TurnCost[][] = folders.map(() => [])
  for (let round = -WARM_ROUNDS; round < rounds; round++)
    for (let turn = 0; turn < folders.length; turn++) {
      // The order changes in each round, since the database grows.
      const at = (turn + Math.max(0, round)) % folders.length
      const campus = builds[at]
      if (campus === undefined) continue
      const cost = await takeTurn(database, campus, takeStudents(), load)
      if (round >= 0) costs[at]?.push(cost)
    }
  printTable(place, folders, costs)
  await Promise.all(builds.map((one) => one.stop()))
}

async function takeTurn(
  { cluster, statements }: LoadTestDatabase,
  { url, child }: CampusProcess,
  students: Iterable<LoadTestStudent>,
  load: TurnsParams['load'],
): Promise<TurnCost> {
  const counts = createCallCounts()
  const sender = createRequestSender([url], counts)
  await statements.begin()
  const watched = watchUsage([
    { name: 'process', pid: child.pid ?? 0 },
    { name: 'database', pid: cluster.pids()[0] ?? 0, includesChildren: true },
  ])
  const begun = performance.now()
  const waiting = students[Symbol.iterator]()
  const lane = async () => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
      const student = next.value
      if (load === 'hour') {
        await playFirstHour(sender, student, async () => {}, { due: performance.now() })
        continue
      }
      const phone = createSimulatedStudentPhone(sender, student)
      phone.wake()
      await phone.save('travel')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  const ms = (performance.now() - begun) / counts.count()
  const [process, database] = watched.read().map(({ cores }) => cores * ms)
  const sent = (await statements.read()) / counts.count()
  await sender.close()
  return {
    requests: counts.count(),
    process: process ?? 0,
    database: database ?? 0,
    statements: sent,
    faults: [...counts.faults().values()].reduce((sum, one) => sum + one, 0),
  }
}

function printTable(
  place: Workspace,
  folders: readonly string[],
  costs: readonly (readonly TurnCost[])[],
): void {
  place.print('ms of processor time a request, medians (and median ratio to the first, range)')
  for (const [at, folder] of folders.entries()) {
    const own = costs[at] ?? []
    const figure = (name: string, of: (cost: TurnCost) => number) => {
      const ratios = own.map((cost, round) => {
        const floor = costs[0]?.[round]
        return floor === undefined ? Number.NaN : of(cost) / of(floor)
      })
      const sorted = ratios.toSorted((a, b) => a - b)
      const range = `${median(ratios).toFixed(3)}, ${sorted[0]?.toFixed(2)}–${sorted.at(-1)?.toFixed(2)}`
      return `${name} ${median(own.map(of)).toFixed(3)} (${range})`
    }
    place.print(
      [
        folder,
        figure('process', (one) => one.process),
        figure('database', (one) => one.database),
        figure('both', (one) => one.process + one.database),
        `statements ${median(own.map((one) => one.statements)).toFixed(2)}`,
        `faults ${own.reduce((sum, one) => sum + one.faults, 0)}`,
      ].join('  '),
    )
  }
}

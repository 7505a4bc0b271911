import { setTimeout as pause } from 'node:timers/promises'
import type { Workspace } from '../drills/support/workspace.ts'
import { arrivalsPerSecondAt, runArrivals } from './arrivals.ts'
import { createCallCounts, type CallCounts } from './call-counts.ts'
import { atLeast, atMost, type GoalResult } from './goals.ts'
import type { LoadTestCampus } from './load-campus.ts'
import { watchUsage } from './process-usage.ts'
import { createRequestSender } from './sender.ts'
import { createSimulatedStudentPhone, playFirstHour } from './student-phone.ts'

const WARM_SECONDS = 5
const PACE = 60
const HOME_VISITS = 200

/**
 * Measure how many requests a second are possible at most, and how long the slowest requests take
 * at the pace of the opening hour. `minutes` of the hour are simulated; with 60, every student
 * pauses as long as real students do.
 */
export async function playOpeningHour(
  place: Workspace,
  campus: LoadTestCampus,
  { minutes, atOnce = 64 }: { minutes: number; atOnce?: number },
): Promise<GoalResult[]> {
  const students = campus.students[Symbol.iterator]()
  const next = () => {
    const { value, done } = students.next()
    if (done === true) throw new Error('there are no students left')
    return value
  }
  await flatOut(campus, { next, atOnce, seconds: WARM_SECONDS })

  const perVisit = await statementsOfHome(campus)
  const seconds = minutes * 60
  const isWhole = minutes >= 60
  const pace = isWhole ? 1 : PACE
  place.print(`${seconds} s at the pace of the ${isWhole ? 'hour' : 'first minute'}`)
  const calm = createCallCounts()
  const calmly = createRequestSender(campus.addresses, calm)
  const calmWatch = watchUsage(campus.processes)
  const begun = performance.now()
  await runArrivals(
    { seconds, rate: (second) => arrivalsPerSecondAt(isWhole ? second / 60 : 0) },
    (due) =>
      playFirstHour(calmly, next(), (wait) => pause((wait * 1000 * (0.5 + Math.random())) / pace), {
        due,
      }),
  )
  const calmRate = (calm.count() / (performance.now() - begun)) * 1000
  await calmly.close()
  printMeasurements(place, calm, calmRate, calmWatch)

  place.print(`as fast as it goes, ${atOnce} phones at once`)
  const rushWatch = watchUsage(campus.processes)
  await campus.statements.begin()
  const before = await bytesOf(campus)
  const rush = await flatOut(campus, { next, atOnce, seconds: Math.min(30, seconds) })
  printMeasurements(place, rush.tally, rush.perSecond, rushWatch)
  const perRequest = (await campus.statements.read()) / rush.tally.count()
  const kilobytes = ((await bytesOf(campus)) - before) / 1024 / rush.students
  place.print(`${Math.round(kilobytes)} KB of the database a student, all forms and no pictures`)
  place.print(`${perRequest.toFixed(2)} statements a request; those that took most of the time:`)
  for (const line of await campus.statements.costliest(12)) place.print(line)

  const faults = [...calm.faults().values(), ...rush.tally.faults().values()]
  return [
    atLeast('requests a second, as fast as it goes', 1500, rush.perSecond),
    atMost(
      `p99 at the pace of the hour (${Math.round(calmRate)}/s)`,
      300,
      calm.percentile(99),
      ' ms',
    ),
    atMost(
      'requests that failed',
      0,
      faults.reduce((sum, one) => sum + one, 0),
    ),
    ...memoryGoals(rushWatch.read()),
    atMost('statements of a look at the home page', 6, perVisit),
  ]
}

/** The goals for the memory of the processes. */
export const memoryGoals = (processes: readonly { name: string; mostMb: number }[]): GoalResult[] =>
  processes
    .filter(({ name }) => name.startsWith('process'))
    .map(({ name, mostMb }) => atMost(`memory of ${name}, at most`, 250, mostMb, ' MB'))

/** Print the measurements of each call. */
export function printMeasurements(
  place: Workspace,
  callCounts: CallCounts,
  perSecond: number,
  watched: ReturnType<typeof watchUsage>,
): void {
  place.print(`${Math.round(perSecond)} requests a second`)
  for (const line of callCounts.lines()) place.print(line)
  for (const [kind, count] of callCounts.faults()) place.print(`${count} × ${kind}`)
  for (const { name, cores, mostMb } of watched.read())
    place.print(
      `${name.padEnd(12)} ${cores.toFixed(2)} of a core, ${((cores * 1000) / perSecond).toFixed(2)} ms a request, at most ${Math.round(mostMb)} MB`,
    )
}

// Each simulated phone sends the requests of the hour without a pause, and then another student
// follows.
async function flatOut(
  campus: LoadTestCampus,
  {
    next,
    atOnce,
    seconds,
  }: { next: () => LoadTestCampus['students'][number]; atOnce: number; seconds: number },
): Promise<{ tally: CallCounts; perSecond: number; students: number }> {
  const callCounts = createCallCounts()
  const sender = createRequestSender(campus.addresses, callCounts)
  const begun = performance.now()
  const end = begun + seconds * 1000
  let students = 0
  const isOver = () => performance.now() >= end
  const lane = async () => {
    for (; !isOver(); students++)
      await playFirstHour(sender, next(), async () => {}, { due: performance.now(), isOver })
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  const perSecond = (callCounts.count() / (performance.now() - begun)) * 1000
  await sender.close()
  return { tally: callCounts, perSecond, students }
}

async function statementsOfHome(campus: LoadTestCampus): Promise<number> {
  const sender = createRequestSender(campus.addresses, createCallCounts())
  await campus.statements.begin()
  for (const student of campus.students.slice(-HOME_VISITS)) {
    const phone = createSimulatedStudentPhone(sender, student)
    phone.wake()
    await phone.look()
  }
  const statements = await campus.statements.read()
  await sender.close()
  return statements / HOME_VISITS
}

async function bytesOf({ cluster }: LoadTestCampus): Promise<number> {
  const [row] = await cluster.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  return Number(row?.bytes)
}

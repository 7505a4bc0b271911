import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { createSeededRandom } from '#server/demo/crowd'
import { runArrivals } from '../../load/arrivals.ts'
import { createCallCounts } from '../../load/call-counts.ts'
import { createRequestSender } from '../../load/sender.ts'
import { createSimulatedStudentPhone } from '../../load/student-phone.ts'
import type { LoadTestStudent } from '../../load/students.ts'
import { lowerPriority } from './process-priority.ts'
import type { RushTask, RushResult } from './rush-process.ts'
import type { Workspace } from './workspace.ts'

const PAIRS = 12
const PHASE_SECONDS = 6
const VISITS_A_SECOND = 12
const RUSHING = 64
const SEED = 7

/** How a rush at one campus affects others. */
export interface RushImpact {
  /** The other campuses' 99th percentile during the rush, divided by that without the rush. */
  readonly ratio: number
  readonly line: string
}

/**
 * Measure visits at the campuses `others`, with and without a rush at the campus of `rushed`. The
 * speed of a busy machine changes by the minute, so phases with and without a rush alternate. Each
 * has the same visits at the same moments, and the median of the phases counts.
 */
export async function measureRushImpact(
  place: Workspace,
  { rushed, others }: { rushed: readonly string[]; others: readonly (readonly string[])[] },
  students: readonly LoadTestStudent[],
): Promise<RushImpact> {
  const crowd = fork(new URL('./rush-process.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
  })
  place.onClose(() => void crowd.kill())
  // Wait until the threads have started.
  await pause(1000)
  lowerPriority(crowd.pid ?? 0)
  const p99 = { calm: [] as number[], rush: [] as number[] }
  const phase = async (kind: 'calm' | 'rush') => {
    const callCounts = await visits(others, students)
    const [fault] = callCounts.faults().keys()
    if (fault !== undefined) throw new Error(`${kind}: ${fault}`)
    p99[kind].push(callCounts.percentile(99))
    place.print(
      `${kind}: ${callCounts.count()} answers elsewhere, p50 ${callCounts.percentile(50).toFixed(1)} ms, p99 ${callCounts.percentile(99).toFixed(1)} ms`,
    )
  }
  const all = { answers: 0, ms: 0 }
  const underRush = async () => {
    const ended = once(crowd, 'message')
    const begun = performance.now()
    const what: RushTask = { urls: rushed, students: students.slice(0, RUSHING) }
    crowd.send(what)
    await pause(500)
    await phase('rush')
    crowd.send('stop')
    const [told]: RushResult[] = await ended
    all.ms += performance.now() - begun
    all.answers += told?.count ?? 0
  }
  await visits(others, students)
  for (let pair = 0; pair < PAIRS; pair++) {
    if (pair % 2 === 1) await underRush()
    await phase('calm')
    if (pair % 2 === 0) await underRush()
  }
  const [calm, rush] = [median(p99.calm), median(p99.rush)]
  const rate = Math.round((all.answers / all.ms) * 1000)
  return {
    ratio: rush / calm,
    line: `p99 elsewhere ${calm.toFixed(1)} ms, and ${rush.toFixed(1)} ms under a rush of ${RUSHING} at once (${rate} answers a second): ${(rush / calm).toFixed(2)} of it`,
  }
}

async function visits(
  campuses: readonly (readonly string[])[],
  students: readonly LoadTestStudent[],
) {
  const callCounts = createCallCounts()
  const senders = campuses.map((urls) => createRequestSender(urls, callCounts))
  let turn = 0
  const requests = {
    seconds: PHASE_SECONDS,
    rate: () => VISITS_A_SECOND,
    random: createSeededRandom(SEED),
  }
  await runArrivals(requests, async () => {
    const sender = senders[turn % senders.length]
    const student = students[turn++ % students.length]
    if (sender === undefined || student === undefined) return
    const phone = createSimulatedStudentPhone(sender, student)
    phone.wake()
    if (turn % 3 === 0) await phone.form('travel', async () => {})
    else await phone.home()
  })
  await Promise.all(senders.map((sender) => sender.close()))
  return callCounts
}

const median = (all: readonly number[]): number =>
  all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? Number.NaN

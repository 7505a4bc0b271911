import type { Workspace } from '../drills/support/workspace.ts'
import { runArrivals } from './arrivals.ts'
import { createCallCounts } from './call-counts.ts'
import type { FormDelivery } from './form-delivery.ts'
import { atMost, type GoalResult } from './goals.ts'
import type { LoadTestCampus } from './load-campus.ts'
import { memoryGoals, printMeasurements } from './opening-hour.ts'
import { watchUsage } from './process-usage.ts'
import { createRequestSender } from './sender.ts'
import { createSimulatedStudentPhone } from './student-phone.ts'

/**
 * Every student binds and saves one form, at a random moment within this many minutes. Afterwards
 * everything that was acknowledged must be stored exactly once.
 */
export async function playTenThousand(
  place: Workspace,
  campus: LoadTestCampus,
  { minutes }: { minutes: number },
): Promise<GoalResult[]> {
  const callCounts = createCallCounts()
  const sender = createRequestSender(campus.addresses, callCounts)
  const watched = watchUsage(campus.processes)
  const begun = performance.now()
  const delivered: FormDelivery[] = []
  let unbound = 0
  const students = campus.students[Symbol.iterator]()
  const count = campus.students.length
  place.print(`${count} students within ${minutes} minutes`)
  await runArrivals({ count, rate: () => count / (minutes * 60) }, async (due) => {
    const { value: student } = students.next()
    if (student === undefined) return
    const phone = createSimulatedStudentPhone(sender, student)
    if (await phone.bind({ due })) delivered.push(await phone.save('travel'))
    else unbound += 1
  })
  const perSecond = (callCounts.count() / (performance.now() - begun)) * 1000
  await sender.close()
  printMeasurements(place, callCounts, perSecond, watched)
  return [
    atMost('students who could not bind', 0, unbound),
    ...(await deliveryGoals(campus, delivered)),
    ...memoryGoals(watched.read()),
  ]
}

/** The goals for the forms: acknowledged, stored, and stored only once. */
export async function deliveryGoals(
  { cluster, students }: LoadTestCampus,
  delivered: readonly FormDelivery[],
): Promise<GoalResult[]> {
  const acknowledged = delivered.filter(({ fault }) => fault === undefined).length
  const [row] = await cluster.query<{ students: string; words: string }>(
    `select count(distinct student_code) as students, count(*) as words from form_history
     where form = 'travel' and student_code like 'L%'`,
  )
  const there = Number(row?.students ?? 0)
  return [
    atMost(
      `forms of ${students.length} that were not acknowledged`,
      0,
      students.length - acknowledged,
    ),
    atMost('acknowledged and lost', 0, Math.max(0, acknowledged - there)),
    atMost('written down twice', 0, Number(row?.words ?? 0) - there),
    atMost(
      'tries that nobody answered',
      0,
      sum(delivered.map(({ unansweredCount }) => unansweredCount)),
    ),
    atMost(
      'phones that were sent away twice',
      0,
      delivered.filter(({ rejectedCount }) => rejectedCount > 1).length,
    ),
  ]
}

const sum = (figures: readonly number[]): number => figures.reduce((all, one) => all + one, 0)

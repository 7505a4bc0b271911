import { setTimeout as pause } from 'node:timers/promises'
import type { Workspace } from '../drills/support/workspace.ts'
import { createCallCounts } from './call-counts.ts'
import { atMost, type GoalResult } from './goals.ts'
import type { LoadTestCampus } from './load-campus.ts'
import { memoryGoals, printMeasurements } from './opening-hour.ts'
import { watchUsage } from './process-usage.ts'
import { createRequestSender } from './sender.ts'
import { createSimulatedStudentPhone } from './student-phone.ts'
import { deliveryGoals } from './ten-thousand.ts'

/** Within this time, phones notice that they have a network again. */
const NOTICED_MS = 2000

/** All phones reconnect at once, each with one waiting form. */
export async function playReconnectRush(
  place: Workspace,
  campus: LoadTestCampus,
): Promise<GoalResult[]> {
  const callCounts = createCallCounts()
  const sender = createRequestSender(campus.addresses, callCounts)
  const watched = watchUsage(campus.processes)
  place.print(`${campus.students.length} phones, each with a form that waits`)
  const begun = performance.now()
  const delivered = await Promise.all(
    campus.students.map(async (student) => {
      await pause(Math.random() * NOTICED_MS)
      const phone = createSimulatedStudentPhone(sender, student)
      phone.wake()
      return phone.save('travel')
    }),
  )
  const seconds = (performance.now() - begun) / 1000
  await sender.close()
  printMeasurements(place, callCounts, callCounts.count() / seconds, watched)
  const once = delivered.filter(({ rejectedCount }) => rejectedCount === 1).length
  place.print(`${once} phones were told once to come later`)
  return [
    atMost('all are delivered after', 20, seconds, ' s'),
    ...(await deliveryGoals(campus, delivered)),
    ...memoryGoals(watched.read()),
  ]
}

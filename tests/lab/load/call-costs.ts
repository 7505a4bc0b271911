import type { Workspace } from '../drills/support/workspace.ts'
import { createCallCounts } from './call-counts.ts'
import type { LoadTestCampus } from './load-campus.ts'
import { watchUsage } from './process-usage.ts'
import { createRequestSender, type RequestSender } from './sender.ts'
import { playFirstHour } from './student-phone.ts'
import type { LoadTestStudent } from './students.ts'

const AT_ONCE = 16

/**
 * Measure each call of the opening hour by itself, in the order of the hour: database statements,
 * and CPU time of the server processes and of the database.
 */
export async function measureCallCosts(place: Workspace, campus: LoadTestCampus): Promise<void> {
  const hours = await Promise.all(campus.students.map(hourOf))
  const kinds = new Set(hours.flatMap((hour) => [...hour.keys()]))
  const row = (name: string, ...figures: string[]) =>
    place.print(name.padEnd(46) + figures.map((one) => one.padStart(13)).join(''))
  row('call', 'statements', 'ms processes', 'ms database', 'faults')
  for (const kind of kinds) {
    const callCounts = createCallCounts()
    const sender = createRequestSender(campus.addresses, callCounts)
    const requests = hours.values()
    await campus.statements.begin()
    const watched = watchUsage(campus.processes)
    const begun = performance.now()
    const lane = async () => {
      for (const hour of requests) await hour.get(kind)?.(sender)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    const perRequest = (performance.now() - begun) / callCounts.count()
    const read = watched.read()
    const ms = (name: string) =>
      read
        .filter((one) => one.name.startsWith(name))
        .reduce((sum, { cores }) => sum + cores * perRequest, 0)
        .toFixed(2)
    const statements = (await campus.statements.read()) / callCounts.count()
    const faults = [...callCounts.faults().values()].reduce((sum, one) => sum + one, 0)
    row(kind, statements.toFixed(2), ms('process'), ms('database'), String(faults))
    await sender.close()
  }
}

type Request = (sender: RequestSender) => Promise<unknown>

// No request is sent. The requests of a student's hour are only recorded, each kind once.
async function hourOf(student: LoadTestStudent): Promise<ReadonlyMap<string, Request>> {
  const requests = new Map<string, Request>()
  const writesDown: RequestSender = {
    send: async (call, input, beside) => {
      const kind = beside?.token === undefined ? `${call.path} (bind)` : call.path
      if (!requests.has(kind)) requests.set(kind, (sender) => sender.send(call, input, beside))
      return {
        status: 200,
        body: { token: student.token },
        fault: undefined,
        retryAfter: undefined,
      }
    },
    close: async () => {},
  }
  await playFirstHour(writesDown, student, async () => {}, { due: 0 })
  return requests
}

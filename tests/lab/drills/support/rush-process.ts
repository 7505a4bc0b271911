import { FORMS_OF_FIRST_DAY } from '../../../support/backend/four-forms.ts'
import { createCallCounts } from '../../load/call-counts.ts'
import { createRequestSender } from '../../load/sender.ts'
import { createSimulatedStudentPhone } from '../../load/student-phone.ts'
import type { LoadTestStudent } from '../../load/students.ts'

/** The students of one campus, who all send requests at once. */
export interface RushTask {
  readonly urls: readonly string[]
  readonly students: readonly LoadTestStudent[]
}

/** The result of the rush. */
export interface RushResult {
  readonly count: number
  readonly faults: Readonly<Record<string, number>>
}

// A separate process, so that the rush does not delay the measurement of the others. Each student
// reads the home page and saves forms repeatedly, until the process is told to stop and reports its
// result.
let going = false
process.on('message', (said: RushTask | 'stop') => {
  going = said !== 'stop'
  if (said !== 'stop') void rush(said).then((rushed) => process.send?.(rushed))
})

async function rush({ urls, students }: RushTask): Promise<RushResult> {
  const callCounts = createCallCounts()
  const sender = createRequestSender(urls, callCounts)
  const lane = async (student: LoadTestStudent) => {
    const phone = createSimulatedStudentPhone(sender, student)
    phone.wake()
    while (going) {
      await phone.home()
      for (const form of FORMS_OF_FIRST_DAY) if (going) await phone.form(form, async () => {})
    }
  }
  await Promise.all(students.map(lane))
  await sender.close()
  return { count: callCounts.count(), faults: Object.fromEntries(callCounts.faults()) }
}

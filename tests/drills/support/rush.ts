import { createPhone } from '../../load/phone.ts'
import { createSender } from '../../load/sender.ts'
import type { Student } from '../../load/students.ts'
import { createTally } from '../../load/tally.ts'
import { FOUR_FORMS } from '../../support/four-forms.ts'

/** Everybody of one campus at once. */
export interface Rush {
  readonly urls: readonly string[]
  readonly students: readonly Student[]
}

/** What came of it. */
export interface Rushed {
  readonly count: number
  readonly faults: Readonly<Record<string, number>>
}

// A process of its own, so that whoever measures the others is not held up by it. Each student
// reads the home page and saves forms, again and again, until it is told to stop; then it tells.
let going = false
process.on('message', (said: Rush | 'stop') => {
  going = said !== 'stop'
  if (said !== 'stop') void rush(said).then((rushed) => process.send?.(rushed))
})

async function rush({ urls, students }: Rush): Promise<Rushed> {
  const tally = createTally()
  const sender = createSender(urls, tally)
  const lane = async (student: Student) => {
    const phone = createPhone(sender, student)
    phone.wake()
    while (going) {
      await phone.home()
      for (const form of FOUR_FORMS) if (going) await phone.form(form, async () => {})
    }
  }
  await Promise.all(students.map(lane))
  await sender.close()
  return { count: tally.count(), faults: Object.fromEntries(tally.faults()) }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Place } from '../drills/support/place.ts'
import type { Loaded } from './campus.ts'
import { atMost, type Goal } from './goals.ts'
import { memoryGoals, tell } from './hour.ts'
import { watch } from './machine.ts'
import { createPhone } from './phone.ts'
import { createSender } from './sender.ts'
import { createTally } from './tally.ts'
import { deliveredGoals } from './ten-thousand.ts'

/** Phones notice within so long that there is a network again. */
const NOTICED_MS = 2000

/** All phones come out of the tunnel at once, each with one form that waits. */
export async function playTunnel(place: Place, campus: Loaded): Promise<Goal[]> {
  const tally = createTally()
  const sender = createSender(campus.addresses, tally)
  const watched = watch(campus.processes)
  place.say(`${campus.students.length} phones, each with a form that waits`)
  const begun = performance.now()
  const delivered = await Promise.all(
    campus.students.map(async (student) => {
      await pause(Math.random() * NOTICED_MS)
      const phone = createPhone(sender, student)
      phone.wake()
      return phone.save('travel')
    }),
  )
  const seconds = (performance.now() - begun) / 1000
  await sender.close()
  tell(place, tally, tally.count() / seconds, watched)
  const once = delivered.filter(({ sentAway }) => sentAway === 1).length
  place.say(`${once} phones were told once to come later`)
  return [
    atMost('all are delivered after', 20, seconds, ' s'),
    ...(await deliveredGoals(campus, delivered)),
    ...memoryGoals(watched.read()),
  ]
}

import type { Place } from '../drills/support/place.ts'
import { arrive } from './arrivals.ts'
import type { Loaded } from './campus.ts'
import { atMost, type Goal } from './goals.ts'
import { memoryGoals, tell } from './hour.ts'
import { watch } from './machine.ts'
import type { Delivered } from './outbox.ts'
import { createPhone } from './phone.ts'
import { createSender } from './sender.ts'
import { createTally } from './tally.ts'

/**
 * Every student binds and saves one form, at random moments within so many minutes. All that was
 * acknowledged is there afterwards, once.
 */
export async function playTenThousand(
  place: Place,
  campus: Loaded,
  { minutes }: { minutes: number },
): Promise<Goal[]> {
  const tally = createTally()
  const sender = createSender(campus.addresses, tally)
  const watched = watch(campus.processes)
  const begun = performance.now()
  const delivered: Delivered[] = []
  let unbound = 0
  const students = campus.students[Symbol.iterator]()
  const count = campus.students.length
  place.say(`${count} students within ${minutes} minutes`)
  await arrive({ count, rate: () => count / (minutes * 60) }, async (due) => {
    const { value: student } = students.next()
    if (student === undefined) return
    const phone = createPhone(sender, student)
    if (await phone.bind({ due })) delivered.push(await phone.save('travel'))
    else unbound += 1
  })
  const perSecond = (tally.count() / (performance.now() - begun)) * 1000
  await sender.close()
  tell(place, tally, perSecond, watched)
  return [
    atMost('students who could not bind', 0, unbound),
    ...(await deliveredGoals(campus, delivered)),
    ...memoryGoals(watched.read()),
  ]
}

/** The goals of what was delivered: acknowledged, there, and there once. */
export async function deliveredGoals(
  { cluster, students }: Loaded,
  delivered: readonly Delivered[],
): Promise<Goal[]> {
  const acknowledged = delivered.filter(({ fault }) => fault === undefined).length
  const [row] = await cluster.ask<{ students: string; words: string }>(
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
    atMost('tries that nobody answered', 0, sum(delivered.map(({ unheard }) => unheard))),
    atMost(
      'phones that were sent away twice',
      0,
      delivered.filter(({ sentAway }) => sentAway > 1).length,
    ),
  ]
}

const sum = (figures: readonly number[]): number => figures.reduce((all, one) => all + one, 0)

import type { Db } from '../../platform/database/db.ts'
import type { MessageChannel } from './channel.ts'
import { findRefusals } from './store.ts'

/**
 * Counts the students whom a message reaches by SMS, because no channel before it in this order knows
 * them. A channel that fails when the message is sent can add some.
 */
export async function countTextMessages(
  db: Db,
  { order, students }: { order: readonly MessageChannel[]; students: readonly string[] },
): Promise<number> {
  const last = order.findIndex(({ name }) => name === 'sms')
  if (last === -1) return 0
  const refusals = await findRefusals(db, students)
  let left = students
  for (const { name, findRecipients } of order.slice(0, last + 1)) {
    const recipients = await findRecipients(db, left)
    const isReached = (student: string) =>
      recipients.has(student) && !refusals.has(`${name} ${student}`)
    if (name === 'sms') return left.filter(isReached).length
    left = left.filter((student) => !isReached(student))
  }
  return 0
}

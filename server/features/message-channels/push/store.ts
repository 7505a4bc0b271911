import { createHash } from 'node:crypto'
import type { CallInput } from '#contract/call'
import type { messageChannels } from '#contract/message-channels'
import type { Db } from '../../../platform/database/db.ts'

/** Finds the subscriptions of these students whose sessions have not ended. */
export const findLivePushSubscriptions = (db: Db, students: readonly string[]) =>
  db
    .selectFrom('push_subscription')
    .innerJoin('session', 'session.token_hash', 'push_subscription.session_hash')
    .where('session.ended_at', 'is', null)
    .where('push_subscription.student_code', '=', (e) => e.fn.any(e.val([...students])))
    .select(['push_subscription.id', 'student_code', 'endpoint', 'p256dh', 'auth'])
    .execute()
/** The subscription of a browser. */
export type PushSubscriptionRow = Awaited<ReturnType<typeof findLivePushSubscriptions>>[number]

/** Stores the subscription of a session's browser; a browser has one, also for another person. */
export async function savePushSubscription(
  db: Db,
  saved: {
    subscription: CallInput<typeof messageChannels.subscribe>
    session: Buffer
    student: string
    now: Date
  },
): Promise<void> {
  const { subscription, session, student, now } = saved
  const id = createHash('sha256').update(subscription.endpoint).digest('base64url')
  await db
    .deleteFrom('push_subscription')
    .where((e) => e.or([e('id', '=', id), e('session_hash', '=', session)]))
    .execute()
  await db
    .insertInto('push_subscription')
    .values({
      id,
      session_hash: session,
      student_code: student,
      ...subscription,
      created_at: now,
    })
    .execute()
}

/** Deletes a subscription that the browser has ended. */
export const deletePushSubscription = (db: Db, id: string) =>
  db.deleteFrom('push_subscription').where('id', '=', id).execute()

/** Whether a session has a subscription. */
export const hasPushSubscription = async (db: Db, session: Buffer): Promise<boolean> =>
  (await db
    .selectFrom('push_subscription')
    .select('id')
    .where('session_hash', '=', session)
    .executeTakeFirst()) !== undefined

/** Deletes the subscription of a session. */
export const deletePushSubscriptionOf = (db: Db, session: Buffer) =>
  db.deleteFrom('push_subscription').where('session_hash', '=', session).execute()

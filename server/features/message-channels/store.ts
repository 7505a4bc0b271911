import { sql } from 'kysely'
import type { AttemptState, MessageChannelName, MessageTopic } from '#contract/message-channels'
import { addSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'

/** A delivery that this process has leased. */
export interface LeasedDelivery {
  readonly notice_id: string
  readonly student_code: string
  readonly created_at: Date
  /** The fencing token. */
  readonly tries: number
  readonly topic: MessageTopic
  readonly important: boolean
  readonly title: string
  readonly title_en: string | null
  readonly content: string
  readonly content_en: string | null
  readonly published_at: Date
  /** Whether the student can still read the notice, and has not read it yet. */
  readonly is_unread: boolean
}

/** What is known of a message on a channel. */
export interface StoredAttempt {
  readonly notice_id: string
  readonly student_code: string
  readonly channel: MessageChannelName
  readonly state: AttemptState
  readonly tries: number
}

/**
 * Leases due deliveries for this process. A delivery whose lease has run out was left by a process
 * that died.
 */
export async function leaseDeliveries(
  db: Db,
  { now, most, leaseSeconds }: { now: Date; most: number; leaseSeconds: number },
): Promise<LeasedDelivery[]> {
  const { rows } = await sql<LeasedDelivery>`
    with due as (
      select notice_id, student_code from message_delivery
      where ended_at is null and next_at <= ${now} and (leased_until is null or leased_until <= ${now})
      order by next_at limit ${most} for update skip locked),
    leased as (
      update message_delivery as one set leased_until = ${addSeconds(now, leaseSeconds)}, tries = tries + 1
      from due where one.notice_id = due.notice_id and one.student_code = due.student_code
      returning one.notice_id, one.student_code, one.created_at, one.tries)
    select leased.*, coalesce(nullif(notice.topic, ''), 'message') as topic, important, title, title_en, content,
      content_en, published_at,
      withdrawn_at is null and status = 'published' and published_at <= ${now}
        and exists (select from student where code = leased.student_code and student.withdrawn_at is null)
        and not exists (select from notice_read as read where read.notice_id = leased.notice_id
          and read.subject = 'student:' || leased.student_code) as is_unread
    from leased join notice on notice.id = leased.notice_id
    order by leased.created_at, leased.notice_id, leased.student_code`.execute(db)
  return rows
}

/** Finds what already happened to these deliveries, on all channels. */
export const findAttempts = (
  db: Db,
  deliveries: readonly Pick<LeasedDelivery, 'notice_id' | 'student_code'>[],
): Promise<StoredAttempt[]> =>
  db
    .selectFrom('message_attempt')
    .select(['notice_id', 'student_code', 'channel', 'state', 'tries'])
    .where(
      sql<boolean>`(notice_id, student_code) in (select * from unnest(
        ${deliveries.map((one) => one.notice_id)}::text[], ${deliveries.map((one) => one.student_code)}::text[]))`,
    )
    .execute()

/** Finds the channels that these students have refused, as `student channel`. */
export async function findRefusedChannels(
  db: Db,
  students: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('message_consent')
    .select(['student_code', 'channel'])
    .where('allowed', '=', false)
    .where('student_code', '=', (e) => e.fn.any(e.val([...students])))
    .execute()
  return new Set(rows.map(({ student_code, channel }) => `${student_code} ${channel}`))
}

/** What is recorded of an attempt. */
export interface AttemptRecord {
  readonly channel: MessageChannelName
  readonly state: AttemptState
  readonly code?: string
  readonly tries: number
  readonly costFen?: number
}

/**
 * Records an attempt, before it is made ('sending') and after it. Returns false if another process
 * has taken the delivery over: then nothing is recorded, and nothing must be sent.
 */
export async function recordAttempt(
  db: Db,
  { notice_id, student_code, tries: lease }: LeasedDelivery,
  { channel, state, code = '', tries, costFen = 0 }: AttemptRecord,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into message_attempt (notice_id, student_code, channel, state, code, tries, cost_fen, at)
    select notice_id, student_code, ${channel}, ${state}, ${code}, ${tries}::int, ${costFen}::int, ${now}::timestamptz
    from message_delivery where notice_id = ${notice_id} and student_code = ${student_code}
      and tries = ${lease} and ended_at is null
    on conflict (notice_id, student_code, channel) do update set state = excluded.state, code = excluded.code,
      tries = excluded.tries, cost_fen = excluded.cost_fen, at = excluded.at
    returning channel`.execute(db)
  return rows.length > 0
}

/** Ends a delivery, or makes it due again at `next`. */
export const releaseDelivery = (
  db: Db,
  { notice_id, student_code, tries }: LeasedDelivery,
  when: { readonly ended: Date } | { readonly next: Date },
) =>
  db
    .updateTable('message_delivery')
    .set({
      leased_until: null,
      ...('ended' in when ? { ended_at: when.ended } : { next_at: when.next }),
    })
    .where('notice_id', '=', notice_id)
    .where('student_code', '=', student_code)
    .where('tries', '=', tries)
    .where('ended_at', 'is', null)
    .execute()

/** Stores what a student allows. */
export const saveConsent = (
  db: Db,
  saved: { student: string; channel: MessageChannelName; allowed: boolean; now: Date },
) => {
  const row = { allowed: saved.allowed, changed_at: saved.now }
  return db
    .insertInto('message_consent')
    .values({ student_code: saved.student, channel: saved.channel, ...row })
    .onConflict((conflict) => conflict.columns(['student_code', 'channel']).doUpdateSet(row))
    .execute()
}

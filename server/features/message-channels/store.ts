import { sql } from 'kysely'
import type { AttemptState, MessageChannelName, MessageTopic } from '#contract/message-channels'
import type { Language } from '#i18n/translate'
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
  /** The language of the phone on which the student has signed in last. */
  readonly language: Language
  /** The channels that the student has refused. */
  readonly refused: readonly MessageChannelName[]
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
          and read.subject = 'student:' || leased.student_code) as is_unread,
      coalesce((select language from session where role = 'student' and code = leased.student_code
        order by ended_at is not null, created_at desc limit 1), 'zh') as language,
      array(select channel from message_consent as consent where consent.student_code = leased.student_code
        and not allowed) as refused
    from leased join notice on notice.id = leased.notice_id
    order by leased.created_at, leased.notice_id, leased.student_code`.execute(db)
  return rows
}

type DeliveryKey = Pick<LeasedDelivery, 'notice_id' | 'student_code'>

/** What is known of a message on a channel. */
export type StoredAttempt = DeliveryKey & {
  readonly channel: MessageChannelName
  readonly state: AttemptState
  readonly tries: number
}

/** Finds what already happened to these deliveries, on all channels. */
export const findAttempts = (
  db: Db,
  deliveries: readonly DeliveryKey[],
): Promise<StoredAttempt[]> =>
  db
    .selectFrom('message_attempt')
    .select(['notice_id', 'student_code', 'channel', 'state', 'tries'])
    .where(
      sql<boolean>`(notice_id, student_code) in (select notice_id, student_code from ${asRows(deliveries)})`,
    )
    .execute()

// The keys of deliveries, with their fencing tokens and `more`, as rows of the alias `given`.
const asRows = (
  deliveries: readonly object[],
  more = sql`channel text`,
) => sql`jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
  as given(notice_id text, student_code text, lease int, ${more})`

/** Finds the channels that a student has refused. */
export async function findRefusedChannels(
  db: Db,
  student: string,
): Promise<ReadonlySet<MessageChannelName>> {
  const rows = await db
    .selectFrom('message_consent')
    .select('channel')
    .where('allowed', '=', false)
    .where('student_code', '=', student)
    .execute()
  return new Set(rows.map(({ channel }) => channel))
}

/** Finds the channels that these students have refused, as `channel student`. */
export async function findRefusals(
  db: Db,
  students: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('message_consent')
    .select(['channel', 'student_code'])
    .where('allowed', '=', false)
    .where('student_code', '=', (e) => e.fn.any(e.val([...students])))
    .execute()
  return new Set(rows.map((row) => `${row.channel} ${row.student_code}`))
}

/** What is recorded of an attempt. */
export interface AttemptRecord {
  readonly one: LeasedDelivery
  readonly state: AttemptState
  readonly code?: string
  readonly tries: number
  readonly costFen?: number
}

/**
 * Records attempts on a channel, before they are made ('sending') and after them. Returns those that
 * are recorded: another process has taken over the other deliveries, so nothing must be sent.
 */
export async function recordAttempts<Attempt extends AttemptRecord>(
  db: Db,
  { channel, attempts, now }: { channel: MessageChannelName; attempts: Attempt[]; now: Date },
): Promise<Attempt[]> {
  if (attempts.length === 0) return []
  const given = attempts.map(({ one, state, code = '', tries, costFen = 0 }) => ({
    ...keyOf(one),
    state,
    code,
    tries,
    cost: costFen,
  }))
  const { rows } = await sql<DeliveryKey>`
    with held as (
      select given.* from ${asRows(given, sql`state text, code text, tries int, cost int`)}
      join message_delivery as one using (notice_id, student_code)
      where one.tries = given.lease and ended_at is null for share of one)
    insert into message_attempt (notice_id, student_code, channel, state, code, tries, cost_fen, at)
    select notice_id, student_code, ${channel}, state, code, tries, cost, ${now}::timestamptz from held
    on conflict (notice_id, student_code, channel) do update set state = excluded.state, code = excluded.code,
      tries = excluded.tries, cost_fen = excluded.cost_fen, at = excluded.at
    returning notice_id, student_code`.execute(db)
  const recorded = new Set(rows.map(nameOf))
  return attempts.filter(({ one }) => recorded.has(nameOf(one)))
}

/** Releases deliveries: each has ended, or is due again at `next`. */
export const releaseDeliveries = (
  db: Db,
  released: readonly { readonly one: LeasedDelivery; readonly next?: Date }[],
  now: Date,
) =>
  sql`
    update message_delivery as one set leased_until = null, next_at = coalesce(given.next, next_at),
      ended_at = case when given.next is null then ${now}::timestamptz end
    from ${asRows(
      released.map(({ one, next }) => ({ ...keyOf(one), next })),
      sql`next timestamptz`,
    )}
    where one.notice_id = given.notice_id and one.student_code = given.student_code
      and one.tries = given.lease and ended_at is null`.execute(db)

const keyOf = ({ notice_id, student_code, tries: lease }: LeasedDelivery) => ({
  notice_id,
  student_code,
  lease,
})

/** The name of a delivery among others. */
export const nameOf = ({ notice_id, student_code }: DeliveryKey): string =>
  `${notice_id} ${student_code}`

/** Finds the accounts of messaging apps that these students have bound, the newest first. */
export const findBoundAccounts = (db: Db, students: readonly string[]) =>
  db
    .selectFrom('binding')
    .select(['code as student', 'open_id as address'])
    .where('role', '=', 'student')
    .where('code', '=', (e) => e.fn.any(e.val([...students])))
    .orderBy('bound_at', 'desc')
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

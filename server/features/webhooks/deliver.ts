import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { addSeconds, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { startPeriodicJob, type BackgroundJob } from '../../platform/periodic-job.ts'
import type { Sealer } from '../../platform/sessions/sealer.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { isPermittedUrl } from './permitted-url.ts'

const EVERY_MS = 2000
// For each endpoint, so that one that refuses everything does not delay the others.
const AT_ONCE = 20
const ANSWER_MS = 10_000
// Longer than the time-out of a delivery. After this time another process takes over.
const LEASE_SECONDS = 60
const FIRST_PAUSE_SECONDS = 10
const LONGEST_PAUSE_SECONDS = 3600
const LONGEST_OUTAGE_PAUSE_SECONDS = 300

interface LeasedDelivery {
  readonly endpoint_id: string
  readonly event_id: string
  readonly tries: number
  readonly give_up_at: Date
  readonly url: string
  readonly sealed: Buffer
  readonly failures: number
  readonly message_id: string
  readonly type: string
  readonly at: Date
  readonly data: Record<string, unknown>
  readonly number: string | null
  readonly exam_number: string | null
}

interface Delivering {
  readonly db: Db
  readonly clock: Clock
  readonly sealer: Sealer
  readonly settings: Pick<Settings, 'webhookHosts'>
}

/** Delivers due events every 2 s until it is stopped. */
export const startWebhookDelivery = (
  delivering: Delivering,
  onError: (error: unknown) => void,
): BackgroundJob => startPeriodicJob(() => deliverDueEvents(delivering), EVERY_MS, onError)

/**
 * Attempts to deliver each due event once; returns the number of events. Of the events of one
 * student, an endpoint gets the next one only when the one before was delivered or given up. Several
 * processes can deliver; a lease ensures that only one of them delivers each event.
 */
export async function deliverDueEvents(delivering: Delivering): Promise<number> {
  const { db, clock } = delivering
  const due = await leaseDueDeliveries(db, clock.now())
  await Promise.all(
    due.map(async (one) => recordResult(db, one, await post(delivering, one), clock.now())),
  )
  return due.length
}

// An event is due only when every transaction that began to write before its own has ended, since
// such a transaction might still add an earlier event of the same student. The number of a
// transaction that this server has not reached comes from a restored database.
async function leaseDueDeliveries(db: Db, now: Date): Promise<LeasedDelivery[]> {
  const { rows } = await sql<LeasedDelivery>`
    with snapshot as (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint as newest),
    due as (
      select one.endpoint_id, one.event_id from webhook_endpoint as endpoint
      cross join snapshot
      cross join lateral (
        select endpoint_id, event_id from webhook_delivery as next
        where next.endpoint_id = endpoint.id and next.state = 'waiting' and next.next_at <= ${now}
          and (next.leased_until is null or next.leased_until <= ${now})
          and (next.tx < oldest or next.tx >= newest)
          and not exists (select from webhook_delivery as earlier
            where earlier.endpoint_id = next.endpoint_id and earlier.student_code = next.student_code
              and earlier.state = 'waiting' and (earlier.tx, earlier.event_id) < (next.tx, next.event_id))
        order by next.tx, next.event_id limit ${AT_ONCE} for update skip locked) as one
      where endpoint.paused_until is null or endpoint.paused_until <= ${now}),
    leased as (
      update webhook_delivery as one
      set leased_until = ${addSeconds(now, LEASE_SECONDS)}, tries = tries + 1 from due
      where one.endpoint_id = due.endpoint_id and one.event_id = due.event_id
      returning one.endpoint_id, one.event_id, one.tries, one.give_up_at)
    select leased.*, endpoint.url, endpoint.sealed, endpoint.failures, event.message_id, event.type,
      event.at, event.data, student.number, student.exam_number
    from leased join webhook_endpoint as endpoint on endpoint.id = leased.endpoint_id
    join webhook_event as event on event.id = leased.event_id
    join student on student.code = event.student_code`.execute(db)
  return rows
}

/** The signature of Standard Webhooks: HMAC-SHA-256 over id, Unix seconds and body. */
export function signWebhook(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

// The status of the answer; 0 if there was none.
async function post(
  { clock, sealer, settings }: Delivering,
  { endpoint_id, url, sealed, message_id, type, at, data, number, exam_number }: LeasedDelivery,
): Promise<number> {
  const secret = sealer.open(sealed, endpoint_id)
  // The operator might have changed the key, or the permitted hosts, since the endpoint was made.
  if (secret === undefined || !isPermittedUrl(url, settings.webhookHosts)) return 0
  const body = JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: { studentNumber: number, examNumber: exam_number, ...data },
  })
  const timestamp = String(Math.floor(clock.now().getTime() / 1000))
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': message_id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signWebhook(secret, message_id, timestamp, body),
      },
      body,
      // A redirect could lead to a host that the operator has not permitted.
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return 0
  }
}

// The attempt number is a fencing token: a process whose lease was taken over changes nothing.
async function recordResult(
  db: Db,
  { endpoint_id, event_id, tries, give_up_at, failures }: LeasedDelivery,
  status: number,
  now: Date,
): Promise<void> {
  const isDelivered = status >= 200 && status < 300
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (tries - 1), LONGEST_PAUSE_SECONDS)
  const next = addSeconds(now, pause)
  const isOver = isDelivered || next > give_up_at
  const { numUpdatedRows } = await db
    .updateTable('webhook_delivery')
    .set({
      status,
      leased_until: null,
      ...(isOver
        ? { state: isDelivered ? ('delivered' as const) : ('given up' as const), ended_at: now }
        : { next_at: next }),
    })
    .where('endpoint_id', '=', endpoint_id)
    .where('event_id', '=', event_id)
    .where('tries', '=', tries)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  // An endpoint that does not work at all is asked rarely; one that refuses an event is not paused.
  const isOutage = status === 0 || status === 429 || status >= 500
  if (!isDelivered && !isOutage) return
  const outage = Math.min(5 * 2 ** Math.min(failures, 10), LONGEST_OUTAGE_PAUSE_SECONDS)
  await db
    .updateTable('webhook_endpoint')
    .set(
      isDelivered
        ? { failures: 0, paused_until: null, delivered_at: now }
        : { failures: failures + 1, paused_until: addSeconds(now, outage) },
    )
    .where('id', '=', endpoint_id)
    .execute()
}

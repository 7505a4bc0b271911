import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { toE164 } from '#contract/phones'
import { addSeconds, type Clock } from '../clock.ts'
import type { Db } from '../database/db.ts'
import { startPeriodicJob, type BackgroundJob } from '../periodic-job.ts'
import { type ServiceAnswer, answerOfError, answerOfStatus } from '../service-answer.ts'
import type { SmsWebhook } from '../settings/settings.ts'

const EVERY_MS = 2000
const AT_ONCE = 20
const ANSWER_MS = 10_000
// How long a process keeps a message for itself. It is longer than the time-out of a delivery.
// After this time another process takes over the messages of a process that has died.
const LEASE_SECONDS = 60
/** The pause after each failed attempt. After the last attempt the message is given up. */
const RETRY_PAUSES_SECONDS = [10, 30, 120, 600, 1800, 3600, 7200] as const
const RETRIABLE_STATUSES: ReadonlySet<number> = new Set([408, 425, 429])

interface LeasedMessage {
  readonly id: string
  readonly phone: string
  readonly text: string
  readonly created_at: Date
  readonly good_until: Date
  readonly tries: number
}

/** The signature of a webhook request: HMAC-SHA-256 over `timestamp` (Unix seconds) and body. */
export const signWebhookBody = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

/** Delivers SMS messages. */
export interface SmsDeliveryWorker {
  /** Attempts to deliver each due message once. Returns the number of messages. */
  readonly deliverDue: () => Promise<number>
}

/**
 * Creates a worker that delivers due messages to the campus's own service. Several processes can
 * run such workers; a lease ensures that only one of them delivers each message.
 */
export const createSmsDeliveryWorker = ({
  db,
  clock,
  webhook,
}: {
  db: Db
  clock: Clock
  webhook: SmsWebhook
}): SmsDeliveryWorker => ({
  deliverDue: async () => {
    const taken = await leaseDueMessages(db, clock.now())
    await Promise.all(
      taken.map(async (one) => {
        const said =
          one.good_until <= clock.now()
            ? 'too late'
            : resultOf(await post(webhook, one, clock.now()))
        await recordDelivery(db, one, said, clock.now())
      }),
    )
    return taken.length
  },
})

/**
 * Delivers one message at once and once only. The message is recorded like the others; one with the
 * same `id`, which the service is told as the idempotency key, is the same message. Do not call it inside a transaction, because the service may be slow.
 */
export async function deliverSmsNow(
  { db, clock, webhook }: { db: Db; clock: Clock; webhook: SmsWebhook },
  { id = randomUUID(), phone, text }: { id?: string; phone: string; text: string },
): Promise<ServiceAnswer> {
  const now = clock.now()
  const message = {
    id,
    phone,
    text,
    created_at: now,
    // Earlier than the first repetition.
    good_until: addSeconds(now, ANSWER_MS / 1000),
    tries: 1,
  }
  const leased = { next_at: now, leased_until: addSeconds(now, LEASE_SECONDS), ended_at: null }
  const row = { ...message, ...leased, state: 'waiting' } as const
  await db
    .insertInto('message_out')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  const answer = await post(webhook, message, now)
  await recordDelivery(db, message, resultOf(answer), clock.now())
  return answer
}

/** Delivers due messages every 2 s until it is stopped. */
export const startSmsDelivery = (
  courier: SmsDeliveryWorker,
  onError: (error: unknown) => void,
): BackgroundJob => startPeriodicJob(courier.deliverDue, EVERY_MS, onError)

async function leaseDueMessages(db: Db, now: Date): Promise<LeasedMessage[]> {
  const { rows } = await sql<LeasedMessage>`
    update message_out set leased_until = ${addSeconds(now, LEASE_SECONDS)}, tries = tries + 1
    where id in (
      select id from message_out
      where state = 'waiting' and next_at <= ${now} and (leased_until is null or leased_until <= ${now})
      order by next_at limit ${AT_ONCE} for update skip locked)
    returning id, phone, text, created_at, good_until, tries`.execute(db)
  return rows
}

type SmsDeliveryResult = 'sent' | 'refused' | 'too late' | 'away'

async function post(
  { url, secret }: SmsWebhook,
  { id, phone, text, created_at }: LeasedMessage,
  now: Date,
): Promise<ServiceAnswer> {
  const body = JSON.stringify({
    id,
    phone,
    e164: toE164(phone),
    text,
    createdAt: created_at.toISOString(),
  })
  const timestamp = String(Math.floor(now.getTime() / 1000))
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        'x-campus-timestamp': timestamp,
        'x-campus-signature': signWebhookBody(secret, timestamp, body),
      },
      body,
      // Redirects are not followed, because they could send messages to an address outside the
      // settings.
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return answerOfStatus(response)
  } catch (error) {
    return answerOfError(error)
  }
}

function resultOf({ ok, code }: ServiceAnswer): SmsDeliveryResult {
  if (ok) return 'sent'
  const status = Number(/^HTTP (\d+)$/.exec(code)?.[1])
  return status >= 400 && status < 500 && !RETRIABLE_STATUSES.has(status) ? 'refused' : 'away'
}

// Records the result of a delivery. The attempt number is a fencing token: a process whose lease
// was taken over changes nothing.
async function recordDelivery(
  db: Db,
  one: LeasedMessage,
  said: SmsDeliveryResult,
  now: Date,
): Promise<void> {
  const pause = RETRY_PAUSES_SECONDS[one.tries - 1]
  const again = said === 'away' && pause !== undefined ? addSeconds(now, pause) : undefined
  const row = db.updateTable('message_out').where('id', '=', one.id).where('tries', '=', one.tries)
  if (again !== undefined && again < one.good_until)
    await row.set({ next_at: again, leased_until: null, fault: said }).execute()
  else
    await row
      .set({
        state: said === 'sent' ? 'sent' : 'given up',
        fault: said === 'sent' ? '' : said,
        ended_at: now,
        leased_until: null,
        // The text of a finished message is deleted.
        text: '',
        phone: one.phone.replace(/.(?=.{4})/g, '*'),
      })
      .execute()
}

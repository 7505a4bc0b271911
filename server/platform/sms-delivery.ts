import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { after, type Clock } from './clock.ts'
import type { Db } from './database/database.ts'
import { repeat, type Work } from './repeat.ts'

/** The campus's own service. */
export interface Webhook {
  readonly url: string
  readonly secret: string
}

const EVERY_MS = 2000
const AT_ONCE = 20
const ANSWER_MS = 10_000
// Longer than an answer is waited for: what a process took that died is taken up by another.
const LEASE_SECONDS = 60
/** How long is waited after each try; after the last one it is given up. */
const PAUSES = [10, 30, 120, 600, 1800, 3600, 7200] as const
const AGAIN: ReadonlySet<number> = new Set([408, 425, 429])

interface Taken {
  readonly id: string
  readonly phone: string
  readonly text: string
  readonly created_at: Date
  readonly good_until: Date
  readonly tries: number
}

/** The signature that stands in a request: HMAC-SHA-256 over the second it was made in and its body. */
export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

/** Delivers texts. */
export interface Courier {
  /** Try what is due, each once. Answers how many there were. */
  readonly round: () => Promise<number>
}

/** Deliver what is due to the campus's own service; of several processes each text is one's. */
export const createCourier = ({
  db,
  clock,
  webhook,
}: {
  db: Db
  clock: Clock
  webhook: Webhook
}): Courier => ({
  round: async () => {
    const taken = await take(db, clock.now())
    await Promise.all(
      taken.map(async (one) => {
        const said =
          one.good_until <= clock.now() ? 'too late' : await post(webhook, one, clock.now())
        await end(db, one, said, clock.now())
      }),
    )
    return taken.length
  },
})

/** Deliver as long as the server runs. */
export const startDelivering = (courier: Courier, onError: (error: unknown) => void): Work =>
  repeat(courier.round, EVERY_MS, onError)

async function take(db: Db, now: Date): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    update message_out set leased_until = ${after(now, LEASE_SECONDS)}, tries = tries + 1
    where id in (
      select id from message_out
      where state = 'waiting' and next_at <= ${now} and (leased_until is null or leased_until <= ${now})
      order by next_at limit ${AT_ONCE} for update skip locked)
    returning id, phone, text, created_at, good_until, tries`.execute(db)
  return rows
}

type Said = 'sent' | 'refused' | 'too late' | 'away'

async function post(
  { url, secret }: Webhook,
  { id, phone, text, created_at }: Taken,
  now: Date,
): Promise<Said> {
  const body = JSON.stringify({ id, phone, text, createdAt: created_at.toISOString() })
  const timestamp = String(Math.floor(now.getTime() / 1000))
  try {
    const { status, ok } = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        'x-campus-timestamp': timestamp,
        'x-campus-signature': signatureOf(secret, timestamp, body),
      },
      body,
      // A service that has moved is told to us by its people, not by whoever answers.
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    if (ok) return 'sent'
    return status >= 400 && status < 500 && !AGAIN.has(status) ? 'refused' : 'away'
  } catch {
    return 'away'
  }
}

// The number of the try is the fence: whoever was too slow, and was robbed of it, changes nothing.
async function end(db: Db, one: Taken, said: Said, now: Date): Promise<void> {
  const pause = PAUSES[one.tries - 1]
  const again = said === 'away' && pause !== undefined ? after(now, pause) : undefined
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
        // What has come, or never will, is nobody's business any more.
        text: '',
        phone: one.phone.replace(/.(?=.{4})/g, '*'),
      })
      .execute()
}

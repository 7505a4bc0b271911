import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type pg from 'pg'
import type { Db } from './database.ts'
import { hashOf } from './secrets.ts'

/** How often something may be done; counted in the database, so that all processes count together. */
export interface Limit {
  /** Count one use. Answers how many seconds to wait when there are none left. */
  readonly use: (key: string) => Promise<number | undefined>
}

/** How often somebody may be wrong. */
export interface WrongTries {
  /**
   * Begin a try. `narrow` keys (a number, an openId) are counted before the outcome is known, so that tries made at once
   * cannot slip through; `wide` ones (an address that a whole campus may share) only when the try was wrong, and more
   * generously. Where a wide key must wait, nothing is counted for the narrow ones: the person has tried nothing yet.
   */
  readonly begin: (keys: { narrow: readonly string[]; wide: readonly string[] }) => Promise<Try>
}

/** A try that may go on, or the seconds until the next. */
export type Try = { type: 'wait'; seconds: number } | { type: 'go'; right: () => Promise<void>; wrong: () => Promise<void> }

/** Everything that is limited. */
export interface Limits {
  /** A brake against floods, counted by each process for itself: it must cost nothing. */
  readonly requests: Limit
  /** Wrong tries to sign in, in 10 minutes: 5 a person (D-15), 300 an address. */
  readonly signIn: WrongTries
  /** Looking for fellow travellers: other people's telephone numbers. */
  readonly peers: Limit
  /** Codes that the messaging app does not know, in 10 minutes: 600 an address. Good ones are not counted. */
  readonly codes: WrongTries
  /** Codes by SMS: one a minute, ten a day. */
  readonly sms: Limit
  /** Images that are sent to be stored: each costs a decoder's work. */
  readonly images: Limit
  /** 5 wrong tries to prove who one is to one's own account, in 10 minutes (D-95). */
  readonly proofs: WrongTries
  /** Complaints and suggestions. */
  readonly advice: Limit
  /** Asking for customer service. */
  readonly service: Limit
  /** Ordering and giving up: each has the payment service asked, which serves the whole campus. */
  readonly payments: Limit
}

/** The limits, counted in the database. */
export const createLimits = (pool: pg.Pool, { requestsPerMinute }: { requestsPerMinute: number }): Limits => ({
  requests: requestsPerMinute === 0 ? unlimited : limit(new RateLimiterMemory({ points: requestsPerMinute, duration: 60 })),
  signIn: wrongTries(
    counter(pool, { name: 'sign-in', points: 5, seconds: 600 }),
    counter(pool, { name: 'sign-in-address', points: 300, seconds: 600 }),
  ),
  peers: limit(counter(pool, { name: 'peers', points: 60, seconds: 600 })),
  codes: wrongTries(counter(pool, { name: 'codes', points: 600, seconds: 600 })),
  sms: all(
    limit(counter(pool, { name: 'sms', points: 1, seconds: 60 })),
    limit(counter(pool, { name: 'sms-day', points: 10, seconds: 24 * 3600 })),
  ),
  images: limit(counter(pool, { name: 'images', points: 30, seconds: 600 })),
  proofs: wrongTries(counter(pool, { name: 'proofs', points: 5, seconds: 600 })),
  advice: limit(counter(pool, { name: 'advice', points: 10, seconds: 3600 })),
  service: limit(counter(pool, { name: 'service', points: 10, seconds: 600 })),
  payments: limit(counter(pool, { name: 'payments', points: 60, seconds: 600 })),
})

const counter = (pool: pg.Pool, { name, points, seconds }: { name: string; points: number; seconds: number }) =>
  new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  })

const unlimited: Limit = { use: async () => undefined }

const limit = (counter: RateLimiterAbstract): Limit => ({ use: (key) => take(counter, key) })

// One after the other: what the first refuses does not count for the second.
const all = (first: Limit, second: Limit): Limit => ({ use: async (key) => (await first.use(key)) ?? second.use(key) })

const wrongTries = (narrowly: RateLimiterPostgres, widely = narrowly): WrongTries => ({
  begin: async ({ narrow, wide }) => {
    const before = longest(await Promise.all(wide.map((key) => look(widely, key))))
    if (before > 0) return { type: 'wait', seconds: before }
    const seconds = longest(await Promise.all(narrow.map((key) => take(narrowly, key))))
    if (seconds > 0) return { type: 'wait', seconds }
    return {
      type: 'go',
      right: async () => void (await Promise.all(narrow.map((key) => narrowly.reward(stored(key))))),
      wrong: async () => void (await Promise.all(wide.map((key) => widely.penalty(stored(key))))),
    }
  },
})

const longest = (waits: readonly (number | undefined)[]): number => Math.max(0, ...waits.map((wait) => wait ?? 0))

// A key names a person or an address, so only its hash is stored.
const stored = (key: string) => hashOf(key).toString('base64url')

const take = (counter: RateLimiterAbstract, key: string) => counter.consume(stored(key)).then(() => undefined, secondsLeft)

async function look(counter: RateLimiterPostgres, key: string): Promise<number | undefined> {
  const used = await counter.get(stored(key))
  return used !== null && used.consumedPoints >= counter.points ? secondsLeft(used) : undefined
}

function secondsLeft(refused: unknown): number {
  if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
  throw refused
}

/** Forget counts that have run out. */
export const pruneLimits = (db: Db) => db.deleteFrom('rate_limit').where('expire', '<', String(Date.now())).execute()

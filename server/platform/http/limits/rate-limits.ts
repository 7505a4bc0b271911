import type pg from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
} from 'rate-limiter-flexible'
import { addSeconds, DAY_SECONDS } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import type { Db } from '../../database/db.ts'
import type { Settings } from '../../settings/settings.ts'
import {
  retryAfterSecondsOf,
  hashLimitKey,
  type AttemptLimiter,
  createAttemptLimiter,
} from './attempt-limiter.ts'

/**
 * How often something may be done; counted in the database, so that all processes count together.
 */
export interface RateLimit {
  /** Count one use. Answers how many seconds to wait when there are none left. */
  readonly consume: (key: string) => Promise<number | undefined>
}

/** Everything that is limited. */
export interface RateLimits {
  /** A brake against floods, counted by each process for itself: it must cost nothing. */
  readonly requests: RateLimit
  /** The same for requests of nobody in particular, an address; `IN_PROCESS` is not counted. */
  readonly anonymousRequests: RateLimit
  /**
   * Wrong tries to sign in: 5 a person, then a pause that grows, 10 a day (D-15); 300 an address in
   * 10 minutes.
   */
  readonly signIn: AttemptLimiter
  /** Looking for fellow travellers: other people's telephone numbers. */
  readonly peerSearches: RateLimit
  /** Looking at a whole number of somebody else, of a member of staff: 60 in 10 minutes. */
  readonly reveals: RateLimit
  /** Searching people by what is typed, of a member of staff: 300 in 10 minutes. */
  readonly searches: RateLimit
  /**
   * Codes that the messaging app does not know, in 10 minutes: 600 an address. Good ones are given
   * back.
   */
  readonly messagingAppCodes: AttemptLimiter
  /** Codes by SMS that a person asks for: one a minute, ten a day. */
  readonly smsToPerson: RateLimit
  /** The same to one telephone, whoever asks for them. */
  readonly smsToPhone: RateLimit
  /** Codes by SMS that are asked for from one network: 300 an hour. */
  readonly smsFromNetwork: RateLimit
  /** Images that are sent to be stored: each costs a decoder's work. */
  readonly images: RateLimit
  /**
   * Wrong tries to prove who one is to one's own account: 5, then a pause that grows, 10 a day
   * (D-95).
   */
  readonly identityProofs: AttemptLimiter
  /** ID numbers of nobody that a supervisor asks about: 5, then a pause that grows, 10 a day. */
  readonly idCardLookups: AttemptLimiter
  /** Complaints and suggestions. */
  readonly complaints: RateLimit
  /** Asking for customer service. */
  readonly customerService: RateLimit
  /** Telling of errors that the app has met, of an address: a broken version is told by many. */
  readonly errorReports: RateLimit
  /** Beginning a sign-in through the university, of an address: each is remembered for a while. */
  readonly universitySignIn: RateLimit
  /** Ordering and giving up: each has the payment service asked, which serves the whole campus. */
  readonly payments: RateLimit
}

/**
 * The limits, counted in the database over connections of the pool: from inside a transaction none
 * of them may be used, since its connection may be the last one.
 */
export const createRateLimits = (
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  {
    requestsPerMinute,
    anonymousPerMinute,
  }: Pick<Settings, 'requestsPerMinute' | 'anonymousPerMinute'>,
): RateLimits => ({
  requests: perMinute(requestsPerMinute),
  anonymousRequests: except(IN_PROCESS_ADDRESS, perMinute(anonymousPerMinute)),
  signIn: createAttemptLimiter({
    db,
    name: 'sign-in',
    widely: { name: 'sign-in-address', points: 300, seconds: 600 },
  }),
  peerSearches: limit(counter(pool, { name: 'peers', points: 60, seconds: 600 })),
  reveals: limit(counter(pool, { name: 'reveals', points: 60, seconds: 600 })),
  searches: limit(counter(pool, { name: 'searches', points: 300, seconds: 600 })),
  messagingAppCodes: createAttemptLimiter({
    db,
    name: 'codes',
    widely: { name: 'codes', points: 600, seconds: 600 },
  }),
  smsToPerson: all(
    limit(counter(pool, { name: 'sms', points: 1, seconds: 60 })),
    limit(counter(pool, { name: 'sms-day', points: 10, seconds: DAY_SECONDS })),
  ),
  smsToPhone: all(
    limit(counter(pool, { name: 'sms-phone', points: 1, seconds: 60 })),
    limit(counter(pool, { name: 'sms-phone-day', points: 10, seconds: DAY_SECONDS })),
  ),
  smsFromNetwork: limit(counter(pool, { name: 'sms-network', points: 300, seconds: 3600 })),
  images: limit(counter(pool, { name: 'images', points: 30, seconds: 600 })),
  identityProofs: createAttemptLimiter({ db, name: 'proofs' }),
  idCardLookups: createAttemptLimiter({ db, name: 'id-cards' }),
  complaints: limit(counter(pool, { name: 'advice', points: 10, seconds: 3600 })),
  customerService: limit(counter(pool, { name: 'service', points: 10, seconds: 600 })),
  errorReports: limit(counter(pool, { name: 'troubles', points: 300, seconds: 600 })),
  universitySignIn: limit(counter(pool, { name: 'university', points: 600, seconds: 600 })),
  payments: limit(counter(pool, { name: 'payments', points: 60, seconds: 600 })),
})

const counter = (
  pool: pg.Pool,
  { name, points, seconds }: { name: string; points: number; seconds: number },
) =>
  new RateLimiterPostgres({
    storeClient: unnamed(pool),
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  })

// The library names its statements, which nobody keeps behind a pooler; they are cheap to read anew.
const unnamed = (pool: pg.Pool) => ({
  query: ({ text, values = [] }: pg.QueryConfig) => pool.query({ text, values }),
})

/** The address of a request that this process makes of itself, as when it draws a page. */
export const IN_PROCESS_ADDRESS = 'in process'

const unlimited: RateLimit = { consume: async () => undefined }

const perMinute = (points: number): RateLimit =>
  points === 0 ? unlimited : inMemory(new RateLimiterMemory({ points, duration: 60 }))

const except = (free: string, limit: RateLimit): RateLimit => ({
  consume: async (key) => (key === free ? undefined : limit.consume(key)),
})

// What is stored nowhere needs no hash.
const inMemory = (counter: RateLimiterMemory): RateLimit => ({
  consume: (key) => take(counter, key),
})

const limit = (counter: RateLimiterAbstract): RateLimit => ({
  consume: (key) => take(counter, hashLimitKey(key)),
})

// One after the other: what the first refuses does not count for the second.
const all = (first: RateLimit, second: RateLimit): RateLimit => ({
  consume: async (key) => (await first.consume(key)) ?? second.consume(key),
})

const take = (counter: RateLimiterAbstract, key: string) =>
  counter.consume(key).then(() => undefined, retryAfterSecondsOf)

/** Forget counts that have run out. */
export async function pruneRateLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limit').where('expire', '<', String(Date.now())).execute()
  await db
    .deleteFrom('wrong_try')
    .where('since', '<', addSeconds(now, -DAY_SECONDS))
    .where('free_at', '<', now)
    .execute()
}

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

/** A rate limit. It is counted in the database, so it applies to all processes together. */
export interface RateLimit {
  /** Counts one use. Resolves to the seconds to wait if the limit is used up. */
  readonly consume: (key: string) => Promise<number | undefined>
}

/** All limits of the server. */
export interface RateLimits {
  /**
   * All requests of a person. Each process counts them in memory, because counting must be cheap.
   */
  readonly requests: RateLimit
  /** All requests of a service account, with the account's own limit; counted in memory. */
  readonly serviceRequests: {
    readonly consume: (key: string, perMinute: number) => Promise<number | undefined>
  }
  /**
   * All anonymous requests of a network. Requests from `IN_PROCESS_CLIENT_ADDRESS` are not counted.
   */
  readonly anonymousRequests: RateLimit
  /**
   * Failed sign-ins. A person has 5 attempts, then a growing pause, and 10 a day (D-15). A network
   * has 300 in 10 minutes.
   */
  readonly signIn: AttemptLimiter
  /** Searches for fellow travellers, which return other students' phone numbers. */
  readonly peerSearches: RateLimit
  /** Numbers of other people that a staff member reveals: 60 in 10 minutes. */
  readonly reveals: RateLimit
  /** Searches for people by text that a staff member makes: 300 in 10 minutes. */
  readonly searches: RateLimit
  /**
   * Codes that the messaging app rejects: 600 for each network in 10 minutes. Valid codes are
   * refunded.
   */
  readonly messagingAppCodes: AttemptLimiter
  /** SMS codes for each person: one a minute, ten a day. */
  readonly smsToPerson: RateLimit
  /** SMS codes for each phone number, from all people together. */
  readonly smsToPhone: RateLimit
  /** SMS codes for each network: 300 an hour. */
  readonly smsFromNetwork: RateLimit
  /** Uploaded images; they are limited because decoding is expensive. */
  readonly images: RateLimit
  /** Failed proofs of identity of a signed-in person: 5, then a growing pause, 10 a day (D-95). */
  readonly identityProofs: AttemptLimiter
  /** A supervisor's look-ups of unknown ID numbers: 5, then a growing pause, 10 a day. */
  readonly idCardLookups: AttemptLimiter
  /** Complaints and suggestions. */
  readonly complaints: RateLimit
  /** Requests for customer service. */
  readonly customerService: RateLimit
  /** Error reports of the app for each network; many phones report a broken version. */
  readonly errorReports: RateLimit
  /**
   * Sign-ins through the university that are started from one network: 600 in 10 minutes. They are
   * limited because each started sign-in is stored for a while.
   */
  readonly universitySignIn: RateLimit
  /**
   * Creating and cancelling orders; each calls the payment gateway, which the whole campus uses.
   */
  readonly payments: RateLimit
}

/**
 * Creates the limits. They use connections of the pool, so do not use them inside a transaction,
 * whose connection might be the last free one.
 */
export const createRateLimits = (
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  {
    requestsPerMinute,
    anonymousPerMinute,
  }: Pick<Settings, 'requestsPerMinute' | 'anonymousPerMinute'>,
): RateLimits => ({
  requests: perMinute(requestsPerMinute),
  serviceRequests: servicesPerMinute(),
  anonymousRequests: except(IN_PROCESS_CLIENT_ADDRESS, perMinute(anonymousPerMinute)),
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

// Removes the names of the library's statements: a connection pooler does not support named
// statements, and parsing these statements again is cheap.
const unnamed = (pool: pg.Pool) => ({
  query: ({ text, values = [] }: pg.QueryConfig) => pool.query({ text, values }),
})

/**
 * The address of a request that this process makes to itself, for example when it renders a page.
 */
export const IN_PROCESS_CLIENT_ADDRESS = 'in process'

const unlimited: RateLimit = { consume: async () => undefined }

const perMinute = (points: number): RateLimit =>
  points === 0 ? unlimited : inMemory(new RateLimiterMemory({ points, duration: 60 }))

// One counter for limits that differ by key: a request costs more points if its limit is lower.
const SERVICE_POINTS = 60_000
function servicesPerMinute(): RateLimits['serviceRequests'] {
  const counter = new RateLimiterMemory({ points: SERVICE_POINTS, duration: 60 })
  return {
    consume: (key, perMinute) =>
      counter
        .consume(key, Math.floor(SERVICE_POINTS / perMinute))
        .then(() => undefined, retryAfterSecondsOf),
  }
}

const except = (free: string, limit: RateLimit): RateLimit => ({
  consume: async (key) => (key === free ? undefined : limit.consume(key)),
})

// Counts in memory, where keys need no hash.
const inMemory = (counter: RateLimiterMemory): RateLimit => ({
  consume: (key) => take(counter, key),
})

const limit = (counter: RateLimiterAbstract): RateLimit => ({
  consume: (key) => take(counter, hashLimitKey(key)),
})

// Consumes the limits in order. If the first limit refuses a use, the second does not count it.
const all = (first: RateLimit, second: RateLimit): RateLimit => ({
  consume: async (key) => (await first.consume(key)) ?? second.consume(key),
})

const take = (counter: RateLimiterAbstract, key: string) =>
  counter.consume(key).then(() => undefined, retryAfterSecondsOf)

/** Deletes the expired counts of rate limits. */
export async function pruneRateLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limit').where('expire', '<', String(Date.now())).execute()
  await db
    .deleteFrom('wrong_try')
    .where('since', '<', addSeconds(now, -DAY_SECONDS))
    .where('free_at', '<', now)
    .execute()
}

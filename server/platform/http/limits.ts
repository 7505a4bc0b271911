import type pg from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
} from 'rate-limiter-flexible'
import { after, DAY_SECONDS } from '../clock.ts'
import type { Database, Db } from '../database/database.ts'
import type { Settings } from '../settings/settings.ts'
import { secondsLeft, stored, type WrongTries, wrongTries } from './wrong-tries.ts'

/**
 * How often something may be done; counted in the database, so that all processes count together.
 */
export interface Limit {
  /** Count one use. Answers how many seconds to wait when there are none left. */
  readonly use: (key: string) => Promise<number | undefined>
}

/** Everything that is limited. */
export interface Limits {
  /** A brake against floods, counted by each process for itself: it must cost nothing. */
  readonly requests: Limit
  /** The same for requests of nobody in particular, an address; `IN_PROCESS` is not counted. */
  readonly anonymousRequests: Limit
  /**
   * Wrong tries to sign in: 5 a person, then a pause that grows, 10 a day (D-15); 300 an address in
   * 10 minutes.
   */
  readonly signIn: WrongTries
  /** Looking for fellow travellers: other people's telephone numbers. */
  readonly peers: Limit
  /** Looking at a whole number of somebody else, of a member of staff: 60 in 10 minutes. */
  readonly reveals: Limit
  /** Searching people by what is typed, of a member of staff: 300 in 10 minutes. */
  readonly searches: Limit
  /**
   * Codes that the messaging app does not know, in 10 minutes: 600 an address. Good ones are given
   * back.
   */
  readonly codes: WrongTries
  /** Codes by SMS that a person asks for: one a minute, ten a day. */
  readonly sms: Limit
  /** The same to one telephone, whoever asks for them. */
  readonly smsToPhone: Limit
  /** Codes by SMS that are asked for from one network: 300 an hour. */
  readonly smsFromNetwork: Limit
  /** Images that are sent to be stored: each costs a decoder's work. */
  readonly images: Limit
  /**
   * Wrong tries to prove who one is to one's own account: 5, then a pause that grows, 10 a day
   * (D-95).
   */
  readonly proofs: WrongTries
  /** ID numbers of nobody that a supervisor asks about: 5, then a pause that grows, 10 a day. */
  readonly idCards: WrongTries
  /** Complaints and suggestions. */
  readonly advice: Limit
  /** Asking for customer service. */
  readonly service: Limit
  /** Telling of errors that the app has met, of an address: a broken version is told by many. */
  readonly troubles: Limit
  /** Beginning a sign-in through the university, of an address: each is remembered for a while. */
  readonly university: Limit
  /** Ordering and giving up: each has the payment service asked, which serves the whole campus. */
  readonly payments: Limit
}

/**
 * The limits, counted in the database over connections of the pool: from inside a transaction none
 * of them may be used, since its connection may be the last one.
 */
export const createLimits = (
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  {
    requestsPerMinute,
    anonymousPerMinute,
  }: Pick<Settings, 'requestsPerMinute' | 'anonymousPerMinute'>,
): Limits => ({
  requests: perMinute(requestsPerMinute),
  anonymousRequests: except(IN_PROCESS, perMinute(anonymousPerMinute)),
  signIn: wrongTries({
    db,
    name: 'sign-in',
    widely: { name: 'sign-in-address', points: 300, seconds: 600 },
  }),
  peers: limit(counter(pool, { name: 'peers', points: 60, seconds: 600 })),
  reveals: limit(counter(pool, { name: 'reveals', points: 60, seconds: 600 })),
  searches: limit(counter(pool, { name: 'searches', points: 300, seconds: 600 })),
  codes: wrongTries({
    db,
    name: 'codes',
    widely: { name: 'codes', points: 600, seconds: 600 },
  }),
  sms: all(
    limit(counter(pool, { name: 'sms', points: 1, seconds: 60 })),
    limit(counter(pool, { name: 'sms-day', points: 10, seconds: DAY_SECONDS })),
  ),
  smsToPhone: all(
    limit(counter(pool, { name: 'sms-phone', points: 1, seconds: 60 })),
    limit(counter(pool, { name: 'sms-phone-day', points: 10, seconds: DAY_SECONDS })),
  ),
  smsFromNetwork: limit(counter(pool, { name: 'sms-network', points: 300, seconds: 3600 })),
  images: limit(counter(pool, { name: 'images', points: 30, seconds: 600 })),
  proofs: wrongTries({ db, name: 'proofs' }),
  idCards: wrongTries({ db, name: 'id-cards' }),
  advice: limit(counter(pool, { name: 'advice', points: 10, seconds: 3600 })),
  service: limit(counter(pool, { name: 'service', points: 10, seconds: 600 })),
  troubles: limit(counter(pool, { name: 'troubles', points: 300, seconds: 600 })),
  university: limit(counter(pool, { name: 'university', points: 600, seconds: 600 })),
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
export const IN_PROCESS = 'in process'

const unlimited: Limit = { use: async () => undefined }

const perMinute = (points: number): Limit =>
  points === 0 ? unlimited : inMemory(new RateLimiterMemory({ points, duration: 60 }))

const except = (free: string, limit: Limit): Limit => ({
  use: async (key) => (key === free ? undefined : limit.use(key)),
})

// What is stored nowhere needs no hash.
const inMemory = (counter: RateLimiterMemory): Limit => ({ use: (key) => take(counter, key) })

const limit = (counter: RateLimiterAbstract): Limit => ({
  use: (key) => take(counter, stored(key)),
})

// One after the other: what the first refuses does not count for the second.
const all = (first: Limit, second: Limit): Limit => ({
  use: async (key) => (await first.use(key)) ?? second.use(key),
})

const take = (counter: RateLimiterAbstract, key: string) =>
  counter.consume(key).then(() => undefined, secondsLeft)

/** Forget counts that have run out. */
export async function pruneLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limit').where('expire', '<', String(Date.now())).execute()
  await db
    .deleteFrom('wrong_try')
    .where('since', '<', after(now, -DAY_SECONDS))
    .where('free_at', '<', now)
    .execute()
}

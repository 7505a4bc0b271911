import { RateLimiterRes } from 'rate-limiter-flexible'
import { addSeconds, DAY_SECONDS } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { prepareStatement } from '../../database/driver/prepared-statement.ts'
import { hashSecret } from '../../sessions/secrets.ts'

// After five attempts in a row there is a pause, which doubles after each further attempt; ten
// attempts a day are allowed. Guessing the last digits of an ID number then takes months.
const FREE_ATTEMPTS = 5
const MAX_ATTEMPTS_PER_DAY = 10
const FIRST_PAUSE_SECONDS = 600

/** The number of failed attempts from which they are treated as guessing. */
export const SUSPICIOUS_ATTEMPT_COUNT = FREE_ATTEMPTS

/** Limits failed attempts. */
export interface AttemptLimiter {
  /**
   * Counts an attempt before its outcome is known, so that concurrent attempts are also counted. A
   * success is refunded.
   *
   * `narrow` keys name the account and the person who tries. The `wide` key is a network, which a
   * whole campus might use. If the limit of the network is used up, an attempt is allowed only if
   * its narrow keys have no failures, and its failure is answered with `retryAfterSeconds`.
   *
   * `nobody`: the account does not exist, so the attempt cannot succeed. Over the network's limit
   * such an attempt is blocked and not stored, because invented numbers would fill the table.
   */
  readonly beginAttempt: (keys: {
    narrow: readonly string[]
    wide?: string
    nobody?: boolean
    now: Date
  }) => Promise<AttemptResult>
  /**
   * The latest time until which one of these narrow keys is blocked; undefined if none is blocked.
   */
  readonly blockedUntil: (db: Db, narrow: readonly string[], now: Date) => Promise<Date | undefined>
  /**
   * Adds `points` failures to a wide key, for an attempt that is worse than an ordinary failure.
   */
  readonly addFailures: (wide: string, points: number) => Promise<unknown>
  /** Resets the counts of these narrow keys. */
  readonly reset: (db: Db, narrow: readonly string[]) => Promise<unknown>
}

/** An allowed attempt, or the seconds until the next attempt is allowed. */
export type AttemptResult = { type: 'blocked'; seconds: number } | AllowedAttempt

/** An attempt that is allowed. */
export interface AllowedAttempt {
  readonly type: 'allowed'
  /** The attempts of the first narrow key within a day, including this one. */
  readonly attemptsToday: number
  /**
   * Set if the limit of the network is used up: the time to wait if this attempt fails, seconds.
   */
  readonly retryAfterSeconds?: number
  readonly refund: () => Promise<void>
}

/** The limit of a network for all accounts together: `points` failures in `seconds`. */
export interface NetworkAttemptLimit {
  readonly name: string
  readonly points: number
  readonly seconds: number
}

interface AttemptLimiterParams {
  readonly db: Db
  readonly name: string
  /** The limit of the wide keys. */
  readonly widely?: NetworkAttemptLimit
}

/**
 * Creates a limiter for one kind of attempt, such as sign-ins. The attempts are counted in the
 * database.
 */
export const createAttemptLimiter = ({
  db: countingDb,
  name,
  widely,
}: AttemptLimiterParams): AttemptLimiter => ({
  beginAttempt: async ({ narrow, wide, nobody = false, now }) => {
    const address =
      widely === undefined || wide === undefined ? null : `${widely.name}:${hashLimitKey(wide)}`
    const keys = [...new Set(keysOf(name, narrow))]
    const { late, tries } = await count(countingDb, { address, widely, keys, nobody, now })
    const giveBack = () => restore(countingDb, { address, tries, now })
    if (nobody && late !== undefined) return { type: 'blocked', seconds: late }
    const refused = keys.filter((key) => !tries.has(key))
    if (refused.length > 0) {
      const [seconds] = await Promise.all([secondsUntilFree(countingDb, refused, now), giveBack()])
      return { type: 'blocked', seconds: Math.max(seconds, late ?? 0) }
    }
    const first = tries.get(keys[0] ?? '') ?? 0
    return {
      type: 'allowed',
      attemptsToday: first,
      ...(late !== undefined && { retryAfterSeconds: late }),
      refund: giveBack,
    }
  },
  blockedUntil: async (db, narrow, now) => {
    const { until } = await db
      .selectFrom('wrong_try')
      .select(({ fn }) => fn.max<Date | null>('free_at').as('until'))
      .where('key', 'in', keysOf(name, narrow))
      .where('free_at', '>', now)
      .where('tries', '>', 0)
      .executeTakeFirstOrThrow()
    return until ?? undefined
  },
  addFailures: async (wide, points) =>
    widely &&
    countingDb
      .updateTable('rate_limit')
      .set((e) => ({ points: e('points', '+', points) }))
      .where('key', '=', `${widely.name}:${hashLimitKey(wide)}`)
      .where('expire', '>', String(Date.now()))
      .execute(),
  reset: (db, narrow) =>
    db.deleteFrom('wrong_try').where('key', 'in', keysOf(name, narrow)).execute(),
})

const keysOf = (name: string, narrow: readonly string[]) =>
  narrow.map((key) => hashLimitKey(`${name} ${key}`))

/** Runs `find`, the check of an attempt. If it throws, the attempt is refunded. */
export async function refundOnError<T>(
  { refund }: AllowedAttempt,
  find: () => Promise<T>,
): Promise<T> {
  try {
    return await find()
  } catch (error) {
    await refund()
    throw error
  }
}

/** The hash of a key. Only hashes are stored, because keys name people or network addresses. */
export const hashLimitKey = (key: string): string => hashSecret(key).toString('base64url')

/** The seconds to wait after the rate limiter has refused; throws any other error. */
export function retryAfterSecondsOf(refused: unknown): number {
  if (refused instanceof RateLimiterRes) return secondsIn(refused.msBeforeNext)
  throw refused
}

// Counts an attempt in one statement, so that concurrent attempts see each other, and so that
// callers of one network wait for each other only at the row of their network. synchronous_commit
// is off, so a crash of the database loses the attempts of its last moment. A key that is not
// blocked has a `free_at` one day in the past, because two requests can be counted in the reverse
// order of their times. A key with 0 tries is never blocked, even if the clock was set back.
const countAttempt = prepareStatement<{
  ms: string | null
  key: string | null
  tries: number | null
}>(
  'count a try',
  `with soon as (select set_config('synchronous_commit', 'off', true)),
  wide as (
    insert into rate_limit as earlier (key, points, expire)
    select $1::text, 1, $2::bigint + $3::bigint from soon where $1::text is not null
    on conflict (key) do update set
      points = case when earlier.expire <= $2 then 1 else earlier.points + 1 end,
      expire = case when earlier.expire <= $2 then $2 + $3 else earlier.expire end
    returning points > $4::int as is_late, expire - $2 as ms),
  address as (
    select coalesce(bool_or(is_late), false) as is_late, max(ms) filter (where is_late) as ms from wide),
  narrow as (
    insert into wrong_try as earlier (key, tries, since, free_at)
    select said.key, 1, $6::timestamptz, $7::timestamptz from address, unnest($5::text[]) as said (key)
    where not (is_late and $8::boolean) order by said.key
    on conflict (key) do update set
      tries = case when earlier.since <= $7 then 1 else earlier.tries + 1 end,
      since = case when earlier.since <= $7 then $6 else earlier.since end,
      free_at = case
        when earlier.since <= $7 or earlier.tries + 1 < ${FREE_ATTEMPTS} then $7
        when earlier.tries + 1 >= ${MAX_ATTEMPTS_PER_DAY} then earlier.since + interval '${DAY_SECONDS} seconds'
        else $6 + interval '${FIRST_PAUSE_SECONDS} seconds' * 2 ^ (earlier.tries + 1 - ${FREE_ATTEMPTS}) end
    where (earlier.tries = 0 or earlier.free_at <= $6)
      and (not (select is_late from address) or earlier.tries = 0 or earlier.since <= $7)
    returning key, tries)
  select address.ms, narrow.key, narrow.tries from address left join narrow on true`,
)

interface AttemptCountParams {
  readonly address: string | null
  readonly widely: NetworkAttemptLimit | undefined
  readonly keys: readonly string[]
  readonly nobody: boolean
  readonly now: Date
}

// Counts an attempt. `tries` has an entry for each narrow key that is not blocked: the number of
// attempts of this key within a day, including this attempt. `late` is set if the limit of the
// network is used up: the seconds until the count of the network starts again.
async function count(
  db: Db,
  { address, widely, keys, nobody, now }: AttemptCountParams,
): Promise<{ late?: number; tries: ReadonlyMap<string, number> }> {
  const { rows } = await countAttempt.run(db, [
    address,
    Date.now(),
    (widely?.seconds ?? 0) * 1000,
    widely?.points ?? 0,
    keys,
    now,
    addSeconds(now, -DAY_SECONDS),
    nobody,
  ])
  const ms = rows[0]?.ms ?? null
  return {
    ...(ms !== null && { late: secondsIn(Number(ms)) }),
    tries: new Map(rows.map(({ key, tries }) => [key ?? '', tries ?? 0])),
  }
}

const findFreeAt = prepareStatement<{ until: Date | null }>(
  'until a try is free',
  'select max(free_at) as until from wrong_try where key = any($1)',
)

async function secondsUntilFree(db: Db, keys: readonly string[], now: Date): Promise<number> {
  const { rows } = await findFreeAt.run(db, [keys])
  return secondsIn((rows[0]?.until?.getTime() ?? 0) - now.getTime())
}

// Ends a pause that this attempt has begun; a pause that other attempts have begun stays. The rows
// are locked in the order in which they were counted, to avoid deadlocks.
const refundAttempt = prepareStatement<never>(
  'give back a try',
  `with soon as (select set_config('synchronous_commit', 'off', true)),
  wide as (
    update rate_limit set points = greatest(points - 1, 0) from soon
    where key = $1::text and expire > $2::bigint returning 1),
  narrow as (
    select earlier.key, said.tries from wrong_try as earlier
    join unnest($3::text[], $4::int[]) as said (key, tries) on said.key = earlier.key
    where (select count(*) from wide) >= 0 order by earlier.key for update of earlier)
  update wrong_try as earlier set tries = greatest(earlier.tries - 1, 0),
    free_at = case when earlier.tries = narrow.tries or earlier.tries <= ${FREE_ATTEMPTS}
      then least(earlier.free_at, $5::timestamptz) else earlier.free_at end
  from narrow where narrow.key = earlier.key`,
)

async function restore(
  db: Db,
  {
    address,
    tries,
    now,
  }: { address: string | null; tries: ReadonlyMap<string, number>; now: Date },
): Promise<void> {
  await refundAttempt.run(db, [address, Date.now(), [...tries.keys()], [...tries.values()], now])
}

const secondsIn = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))

import { RateLimiterRes } from 'rate-limiter-flexible'
import { addSeconds, DAY_SECONDS } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { prepareStatement } from '../../database/driver/prepared-statement.ts'
import { hashSecret } from '../../sessions/secrets.ts'

// Five in a row, then a pause that doubles, and ten a day: who knows all but the last digits of an
// ID card needs months.
const FREE_ATTEMPTS = 5
const MAX_ATTEMPTS_PER_DAY = 10
const FIRST_PAUSE_SECONDS = 600

/** From this many wrong tries on, they count as somebody guessing. */
export const SUSPICIOUS_ATTEMPTS = FREE_ATTEMPTS

/** How often somebody may be wrong. */
export interface AttemptLimiter {
  /**
   * Count a try before its outcome is known, so that tries made at once cannot slip through; who
   * was right gives it back. `narrow` keys name who is tried and who tries; `wide` one an address,
   * which a whole campus may share. Where the address has used up its own, only who was not wrong
   * before may still try, and may only be right; `nobody` cannot be right, and is told to wait with
   * nothing stored: made-up numbers would fill the table without end.
   */
  readonly beginAttempt: (keys: {
    narrow: readonly string[]
    wide?: string
    nobody?: boolean
    now: Date
  }) => Promise<AttemptResult>
  /** Until when one of these narrow keys may not try, if any may not. */
  readonly blockedUntil: (db: Db, narrow: readonly string[], now: Date) => Promise<Date | undefined>
  /** Count so many more wrong tries of a wide key: for one that did more harm than a try does. */
  readonly addFailures: (wide: string, points: number) => Promise<unknown>
  /** Begin to count these narrow keys anew. */
  readonly reset: (db: Db, narrow: readonly string[]) => Promise<unknown>
}

/** A try that may go on, or the seconds until the next. */
export type AttemptResult = { type: 'blocked'; seconds: number } | AllowedAttempt

/** A try that may go on. */
export interface AllowedAttempt {
  readonly type: 'allowed'
  /** Tries at the first of the narrow keys within a day, this one among them. */
  readonly attemptsToday: number
  /** Set where the address may be wrong no more: who is wrong is told to wait so long. */
  readonly retryAfterSeconds?: number
  readonly refund: () => Promise<void>
}

/** What an address may be wrong, whoever is tried from there: so often in so many seconds. */
export interface NetworkLimit {
  readonly name: string
  readonly points: number
  readonly seconds: number
}

interface AttemptLimiterParams {
  readonly db: Db
  readonly name: string
  /** Counts the wide keys. */
  readonly widely?: NetworkLimit
}

/** Wrong tries of one kind, counted in the database. */
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

/**
 * Find out whether a try is right. Where that fails nobody was wrong: it is given back, and what
 * failed is thrown on.
 */
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

/** A key names a person or an address, so only its hash is stored. */
export const hashLimitKey = (key: string): string => hashSecret(key).toString('base64url')

/** The seconds until more may be used; whatever else went wrong is thrown on. */
export function retryAfterSecondsOf(refused: unknown): number {
  if (refused instanceof RateLimiterRes) return secondsIn(refused.msBeforeNext)
  throw refused
}

// One statement, so that of many at once each sees the ones before it, and nobody who stands behind
// the same address waits for more than that. It is not waited for until it is on the disk: where a
// database dies the tries of its last moment are forgotten. Free is said with a moment that lies
// back: of two requests the one that came later may be counted first. Who has none against them
// waits for nothing, whichever way a clock was set.
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
  readonly widely: NetworkLimit | undefined
  readonly keys: readonly string[]
  readonly nobody: boolean
  readonly now: Date
}

// What was counted: the tries of each narrow key that may try, and the seconds for which the
// address may be wrong no more.
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

// A pause that would not be without this try ends with it; one that others began stays. In the order
// in which they were counted, so that nobody waits for somebody who waits (deadlock).
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

import type pg from 'pg'
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { after } from '../clock.ts'
import type { Db } from '../database/database.ts'
import { hashOf } from '../sessions/secrets.ts'

const DAY_SECONDS = 24 * 3600
// Five in a row, then a pause that doubles, and ten a day: who knows all but the last digits of an
// ID card needs months.
const FREE = 5
const MOST = 10
const FIRST_PAUSE_SECONDS = 600

/** From this many wrong tries on, they count as somebody guessing. */
export const SUSPICIOUS = FREE

/** How often somebody may be wrong. */
export interface WrongTries {
  /**
   * Count a try before its outcome is known, so that tries made at once cannot slip through; who
   * was right gives it back. `narrow` keys name who is tried and who tries; `wide` one an address,
   * which a whole campus may share. Where the address has used up its own, only who was not wrong
   * before may still try, and may only be right; `nobody` cannot be right, and is told to wait with
   * nothing stored: made-up numbers would fill the table without end.
   */
  readonly begin: (keys: {
    narrow: readonly string[]
    wide?: string
    nobody?: boolean
    now: Date
  }) => Promise<Try>
  /** Until when one of these narrow keys may not try, if any may not. */
  readonly blockedUntil: (db: Db, narrow: readonly string[], now: Date) => Promise<Date | undefined>
  /** Begin to count these narrow keys anew. */
  readonly forgive: (db: Db, narrow: readonly string[]) => Promise<unknown>
}

/** A try that may go on, or the seconds until the next. */
export type Try = { type: 'wait'; seconds: number } | Going

/** A try that may go on. */
export interface Going {
  readonly type: 'go'
  /** Tries at the first of the narrow keys within a day, this one among them. */
  readonly tries: number
  /** Set where the address may be wrong no more: who is wrong is told to wait so long. */
  readonly late?: number
  readonly giveBack: () => Promise<void>
}

interface Means {
  readonly pool: pg.Pool
  readonly name: string
  /** Counts the wide keys. */
  readonly widely?: RateLimiterPostgres
}

/** Wrong tries of one kind, counted in the database. */
export const wrongTries = ({ pool, name, widely }: Means): WrongTries => ({
  begin: async ({ narrow, wide, nobody = false, now }) => {
    const address =
      wide === undefined || widely === undefined ? undefined : await counted(widely, wide)
    if (nobody && address?.late !== undefined) return { type: 'wait', seconds: address.late }
    const done: Counted[] = []
    const giveBack = async () => {
      await Promise.all([address?.giveBack(), ...done.map((one) => restore(pool, one, now))])
    }
    for (const key of narrow) {
      const one = await count(pool, {
        key: stored(`${name} ${key}`),
        now,
        onlyFresh: address?.late !== undefined,
      })
      if (one.type === 'wait') {
        await giveBack()
        return { type: 'wait', seconds: Math.max(one.seconds, address?.late ?? 0) }
      }
      done.push(one)
    }
    const late = address?.late
    return { type: 'go', tries: done[0]?.tries ?? 0, ...(late !== undefined && { late }), giveBack }
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
  forgive: (db, narrow) =>
    db.deleteFrom('wrong_try').where('key', 'in', keysOf(name, narrow)).execute(),
})

const keysOf = (name: string, narrow: readonly string[]) =>
  narrow.map((key) => stored(`${name} ${key}`))

/**
 * Find out whether a try is right. Where that fails nobody was wrong: it is given back, and what
 * failed is thrown on.
 */
export async function orGivenBack<T>({ giveBack }: Going, find: () => Promise<T>): Promise<T> {
  try {
    return await find()
  } catch (error) {
    await giveBack()
    throw error
  }
}

/** A key names a person or an address, so only its hash is stored. */
export const stored = (key: string): string => hashOf(key).toString('base64url')

/** The seconds until more may be used; whatever else went wrong is thrown on. */
export function secondsLeft(refused: unknown): number {
  if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
  throw refused
}

async function counted(
  counter: RateLimiterPostgres,
  key: string,
): Promise<{ late?: number; giveBack: () => Promise<unknown> }> {
  const giveBack = () => counter.reward(stored(key))
  const late = await counter.consume(stored(key)).then(() => undefined, secondsLeft)
  return { ...(late !== undefined && { late }), giveBack }
}

interface Counted {
  readonly type: 'counted'
  readonly key: string
  readonly tries: number
}

// One statement, so that of many at once each sees the ones before it. Free is said with a moment
// that lies back: of two requests the one that came later may be counted first. Who has none
// against them waits for nothing, whichever way a clock was set.
const COUNT = `
  insert into wrong_try as earlier (key, tries, since, free_at) values ($1, 1, $2, $3)
  on conflict (key) do update set
    tries = case when earlier.since <= $3 then 1 else earlier.tries + 1 end,
    since = case when earlier.since <= $3 then $2 else earlier.since end,
    free_at = case
      when earlier.since <= $3 or earlier.tries + 1 < ${FREE} then $3
      when earlier.tries + 1 >= ${MOST} then earlier.since + interval '${DAY_SECONDS} seconds'
      else $2 + interval '${FIRST_PAUSE_SECONDS} seconds' * 2 ^ (earlier.tries + 1 - ${FREE}) end
  where (earlier.tries = 0 or earlier.free_at <= $2) and (not $4 or earlier.tries = 0 or earlier.since <= $3)
  returning tries`

async function count(
  pool: pg.Pool,
  { key, now, onlyFresh }: { key: string; now: Date; onlyFresh: boolean },
): Promise<Counted | { type: 'wait'; seconds: number }> {
  const { rows } = await pool.query<{ tries: number }>(COUNT, [
    key,
    now,
    after(now, -DAY_SECONDS),
    onlyFresh,
  ])
  if (rows[0] !== undefined) return { type: 'counted', key, tries: rows[0].tries }
  const known = await pool.query<{ free_at: Date }>(
    'select free_at from wrong_try where key = $1',
    [key],
  )
  const seconds = ((known.rows[0]?.free_at.getTime() ?? 0) - now.getTime()) / 1000
  return { type: 'wait', seconds: Math.max(1, Math.ceil(seconds)) }
}

// A pause that would not be without this try ends with it; one that others began stays.
const RESTORE = `
  update wrong_try set tries = greatest(tries - 1, 0),
    free_at = case when tries = $2 or tries <= ${FREE} then least(free_at, $3) else free_at end
  where key = $1`

const restore = (pool: pg.Pool, { key, tries }: Counted, now: Date) =>
  pool.query(RESTORE, [key, tries, now])

import { RateLimiterRes } from 'rate-limiter-flexible'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/platform/database/database'
import {
  type AllowedAttempt,
  refundOnError,
  retryAfterSecondsOf,
  type AttemptResult,
  type AttemptLimiter,
  createAttemptLimiter,
} from '#server/platform/http/limits/attempt-limiter'
import {
  createRateLimits,
  type RateLimits,
  pruneRateLimits,
} from '#server/platform/http/limits/rate-limits'
import { type FreshDatabase, createFreshDatabase } from '../../../support/database/test-postgres.ts'

let own: FreshDatabase
let database: Database
let tries: AttemptLimiter
let made: RateLimits | undefined
const limits = () =>
  (made ??= createRateLimits(database, { requestsPerMinute: 3, anonymousPerMinute: 3 }))
beforeAll(async () => {
  own = await createFreshDatabase()
  database = openDatabase({ connectionString: own.connectionString, onError: () => {} })
  tries = createAttemptLimiter({
    db: database.db,
    name: 'test',
    widely: { name: 'address', points: 2, seconds: 100 },
  })
})
afterAll(async () => {
  await database.close()
  await own.drop()
})
afterEach(async () => {
  await database.db.deleteFrom('wrong_try').execute()
  await database.db.deleteFrom('rate_limit').execute()
})

const MINUTE = 60
const DAY = 24 * 60 * MINUTE
const NOON = new Date('2026-09-01T04:00:00Z')
const at = (seconds: number) => new Date(NOON.getTime() + seconds * 1000)
const begin = (
  key: string | readonly string[],
  { seconds = 0, wide, nobody }: { seconds?: number; wide?: string; nobody?: boolean } = {},
) =>
  tries.beginAttempt({
    narrow: [key].flat(),
    now: at(seconds),
    ...(wide !== undefined && { wide }),
    ...(nobody !== undefined && { nobody }),
  })
function going(one: AttemptResult): AllowedAttempt {
  if (one.type !== 'allowed') throw new Error(`has to wait ${one.seconds} s`)
  return one
}
/**
 * The result of each of these attempts: the number of attempts so far, or the negative waiting
 * time.
 */
async function row(count: number, seconds = 0): Promise<number[]> {
  const said: number[] = []
  for (let n = 0; n < count; n++) {
    const one = await begin('a', { seconds })
    said.push(one.type === 'allowed' ? one.attemptsToday : -one.seconds)
  }
  return said
}
const points = async () =>
  (await database.db.selectFrom('rate_limit').select('points').execute()).map((one) => one.points)

describe('failed attempts [D-15]', () => {
  test('five failed attempts are allowed at once, and then the pause between attempts doubles', async () => {
    expect(await row(7)).toEqual([1, 2, 3, 4, 5, -10 * MINUTE, -10 * MINUTE])
    expect(await row(1, 10 * MINUTE - 1)).toEqual([-1])
    expect(await row(2, 10 * MINUTE)).toEqual([6, -20 * MINUTE])
    // Half a second of waiting is rounded up.
    expect(await row(1, 30 * MINUTE - 0.5)).toEqual([-1])
    expect(await row(2, 30 * MINUTE)).toEqual([7, -40 * MINUTE])
  })

  test('ten failed attempts are allowed within a day of the first one, and then ten more', async () => {
    expect(await row(5)).toHaveLength(5)
    let now = 0
    for (const pause of [10, 20, 40, 80, 160]) await row(1, (now += pause * MINUTE))
    expect(await row(1, now)).toEqual([-(DAY - now)])
    expect(await row(1, DAY - 1)).toEqual([-1])
    expect(await row(2, DAY)).toEqual([1, 2])
  })

  test('failed attempts are counted for each key, and a repeated key counts once', async () => {
    expect(going(await begin(['a', 'a'])).attemptsToday).toBe(1)
    expect(going(await begin(['b', 'a'])).attemptsToday).toBe(1)
    expect(going(await begin(['a', 'b'])).attemptsToday).toBe(3)
    const other = createAttemptLimiter({ db: database.db, name: 'other' })
    expect(going(await other.beginAttempt({ narrow: ['a'], now: NOON })).attemptsToday).toBe(1)
    expect(going(await begin([])).attemptsToday).toBe(0)
  })

  test('a successful attempt is given back once, together with the pause that it began', async () => {
    for (let n = 0; n < 4; n++) await begin('a')
    const fifth = going(await begin('a'))
    expect(await row(1)).toEqual([-10 * MINUTE])
    await fifth.refund()
    expect(await row(2)).toEqual([5, -10 * MINUTE])
    // The longer pause that this attempt began is given back as well, but no pause of another
    // attempt.
    const sixth = going(await begin('a', { seconds: 10 * MINUTE }))
    await sixth.refund()
    const again = going(await begin('a', { seconds: 10 * MINUTE }))
    expect(again.attemptsToday).toBe(6)
    expect(await row(1, 30 * MINUTE)).toEqual([7])
    await again.refund()
    expect(await row(1, 30 * MINUTE)).toEqual([-40 * MINUTE])
  })

  test('an attempt blocked by one of its two keys is not counted for the other key', async () => {
    expect(await row(5)).toHaveLength(5)
    expect(await begin(['b', 'a'])).toEqual({ type: 'blocked', seconds: 10 * MINUTE })
    expect(going(await begin('b')).attemptsToday).toBe(1)
  })

  test('after failed attempts the limiter says until when to wait, and the attempts of a key can be reset', async () => {
    const blocked = (seconds: number, ...keys: string[]) =>
      tries.blockedUntil(database.db, keys, at(seconds))
    await row(4)
    expect(await blocked(0, 'a')).toBeUndefined()
    await row(1)
    expect(await blocked(0, 'b', 'a')).toEqual(at(10 * MINUTE))
    expect(await blocked(10 * MINUTE - 1, 'a')).toEqual(at(10 * MINUTE))
    expect(await blocked(10 * MINUTE, 'a')).toBeUndefined()
    expect(await blocked(0, 'b')).toBeUndefined()
    await begin('b')
    for (let n = 0; n < 5; n++) await begin('c', { seconds: MINUTE })
    expect(await blocked(0, 'a', 'c')).toEqual(at(11 * MINUTE))
    await tries.reset(database.db, ['a'])
    expect(await blocked(0, 'a')).toBeUndefined()
    expect(await row(1)).toEqual([1])
    expect(going(await begin('b')).attemptsToday).toBe(2)
  })

  test('an address with many failed attempts is limited: a key without failures gets one attempt and a waiting time, and other keys are blocked', async () => {
    const wide = '10.0.0.1'
    expect(going(await begin('a', { wide })).retryAfterSeconds).toBeUndefined()
    expect(going(await begin('b', { wide })).retryAfterSeconds).toBeUndefined()
    const third = going(await begin('c', { wide }))
    expect(third.retryAfterSeconds).toBeGreaterThan(90)
    expect(third.retryAfterSeconds).toBeLessThanOrEqual(100)
    expect(await points()).toEqual([3])
    // A key with earlier failures waits for the address's limit, although its own pause is shorter.
    const again = await begin('a', { wide })
    expect(again).toMatchObject({ type: 'blocked' })
    expect(again.type === 'blocked' && again.seconds).toBeGreaterThan(90)
    expect(await points()).toEqual([3])
    const known = (await database.db.selectFrom('wrong_try').select('key').execute()).length
    expect(await begin('d', { wide, nobody: true })).toMatchObject({ type: 'blocked' })
    expect(await database.db.selectFrom('wrong_try').select('key').execute()).toHaveLength(known)
    // Another address has its own count, and an attempt without an address is not counted for any
    // address.
    expect(
      going(await begin('e', { wide: '10.0.0.2', nobody: true })).retryAfterSeconds,
    ).toBeUndefined()
    expect(going(await begin('f')).retryAfterSeconds).toBeUndefined()
    await third.refund()
    expect((await points()).toSorted()).toEqual([1, 3])
  })

  test('a limiter without a limit for addresses counts attempts for no address', async () => {
    const narrowly = createAttemptLimiter({ db: database.db, name: 'test' })
    await narrowly.beginAttempt({ narrow: ['a'], wide: '10.0.0.1', now: NOON })
    expect(await points()).toEqual([])
  })

  test('an attempt whose correctness could not be checked is given back', async () => {
    const failed = new Error('away')
    const one = going(await begin('a'))
    await expect(refundOnError(one, () => Promise.reject(failed))).rejects.toBe(failed)
    expect(await row(1)).toEqual([1])
    const two = going(await begin('b'))
    expect(await refundOnError(two, async () => 'wrong')).toBe('wrong')
    expect(going(await begin('b')).attemptsToday).toBe(2)
  })

  test('failed attempts are forgotten after a day, unless their pause lasts longer', async () => {
    await row(5)
    const left = async (seconds: number) => {
      await pruneRateLimits(database.db, at(seconds))
      return (await database.db.selectFrom('wrong_try').select('tries').execute()).length
    }
    expect([await left(DAY - 1), await left(DAY + 1)]).toEqual([1, 0])
    await row(1)
    const late = { free_at: at(2 * DAY) }
    await database.db.updateTable('wrong_try').set(late).execute()
    expect([await left(DAY + 1), await left(2 * DAY + 1)]).toEqual([1, 0])
  })
})

describe('rate limits [security 12]', () => {
  const EACH = {
    peerSearches: [60, 600],
    reveals: [60, 600],
    searches: [300, 600],
    images: [30, 600],
    complaints: [10, 3600],
    customerService: [10, 600],
    errorReports: [300, 600],
    universitySignIn: [600, 600],
    payments: [60, 600],
  } as const
  test.each(Object.entries(EACH))('the rate limit %s allows %o', async (name, [most, seconds]) => {
    const limit = limits()[name as keyof typeof EACH]
    expect(await limit.consume('a')).toBeUndefined()
    await database.db
      .updateTable('rate_limit')
      .set({ points: most - 1 })
      .execute()
    expect(await limit.consume('a')).toBeUndefined()
    const wait = await limit.consume('a')
    expect(wait).toBeGreaterThan(seconds - 60)
    expect(wait).toBeLessThanOrEqual(seconds)
    expect(await limit.consume('b')).toBeUndefined()
  })

  test('one SMS code a minute and ten a day are allowed, and a code refused by the minute’s limit does not count for the day', async () => {
    expect(await limits().smsToPerson.consume('a')).toBeUndefined()
    expect(await limits().smsToPerson.consume('a')).toBeLessThanOrEqual(60)
    expect(await limits().smsToPerson.consume('a')).toBeGreaterThan(30)
    const counted = await database.db.selectFrom('rate_limit').select(['key', 'points']).execute()
    expect(counted.find(({ key }) => key.startsWith('sms-day:'))?.points).toBe(1)
    await database.db.deleteFrom('rate_limit').where('key', 'like', 'sms:%').execute()
    await database.db.updateTable('rate_limit').set({ points: 10 }).execute()
    const wait = await limits().smsToPerson.consume('a')
    expect(wait).toBeGreaterThan(23 * 3600)
    expect(wait).toBeLessThanOrEqual(24 * 3600)
  })

  test('wrong sign-ins and unknown codes are limited for each address within ten minutes', async () => {
    for (const [name, most] of [
      ['signIn', 300],
      ['messagingAppCodes', 600],
    ] as const) {
      const use = () => limits()[name].beginAttempt({ narrow: [], wide: 'w', now: NOON })
      await use()
      await database.db
        .updateTable('rate_limit')
        .set({ points: most - 1 })
        .execute()
      expect([name, going(await use()).retryAfterSeconds]).toEqual([name, undefined])
      const late = going(await use()).retryAfterSeconds
      expect(late).toBeGreaterThan(540)
      expect(late).toBeLessThanOrEqual(600)
      await database.db.deleteFrom('rate_limit').execute()
    }
    // The identity check is limited for a signed-in person, whatever the address.
    await limits().identityProofs.beginAttempt({ narrow: ['a'], wide: 'w', now: NOON })
    expect(await points()).toEqual([])
  })

  test('the request limit is counted by each process, and can be disabled', async () => {
    for (let n = 0; n < 3; n++) expect(await limits().requests.consume('a')).toBeUndefined()
    expect(await limits().requests.consume('a')).toBeGreaterThan(30)
    expect(await limits().requests.consume('a')).toBeLessThanOrEqual(60)
    expect(await limits().requests.consume('b')).toBeUndefined()
    expect(await points()).toEqual([])
    const none = createRateLimits(database, { requestsPerMinute: 0, anonymousPerMinute: 0 })
    for (let n = 0; n < 9; n++) expect(await none.requests.consume('a')).toBeUndefined()
  })

  test('the row of a limit has a hash instead of the person’s name', async () => {
    await limits().peerSearches.consume('student:S990001')
    await begin('student:S990001', { wide: '10.0.0.1' })
    const stored = JSON.stringify([
      await database.db.selectFrom('rate_limit').selectAll().execute(),
      await database.db.selectFrom('wrong_try').selectAll().execute(),
    ])
    expect(stored).not.toMatch(/S990001|10\.0\.0\.1/)
  })

  test('an expired limit is removed', async () => {
    await limits().peerSearches.consume('a')
    await limits().complaints.consume('a')
    await database.db
      .updateTable('rate_limit')
      .set({ expire: String(Date.now() - 1) })
      .where('key', 'like', 'peers:%')
      .execute()
    await pruneRateLimits(database.db, NOON)
    const kept = await database.db.selectFrom('rate_limit').select('key').execute()
    expect(kept.map(({ key }) => key.split(':')[0])).toEqual(['advice'])
  })

  test('a limit that could not be checked answers without a waiting time', () => {
    const failed = new Error('away')
    expect(() => retryAfterSecondsOf(failed)).toThrow(failed)
    const seconds = (ms: number) => retryAfterSecondsOf(new RateLimiterRes(0, ms))
    expect([seconds(0), seconds(1), seconds(1000), seconds(1001), seconds(60_000)]).toEqual([
      1, 1, 1, 2, 60,
    ])
  })
})

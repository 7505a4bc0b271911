import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addSeconds } from '#server/platform/clock'
import type { Database } from '#server/platform/database/database'
import { hashSecret } from '#server/platform/sessions/secrets'
import {
  type Caller,
  findCallerByCookie,
  findCallerByToken,
  cookieValueFor,
  endSessionsOf,
  endAbandonedSession,
  endOtherSessions,
  recordSecondFactor,
  pruneSessions,
  revokeStaffDevice,
  signIn,
  signOut,
  readBearerToken,
  findSessionEndReason,
} from '#server/platform/sessions/session'
import { openFreshDatabase } from '../../../support/database/fresh-database.ts'

// These tests check to the second how long a session lives, and what ends it. The calls that begin
// and end sessions are tested in identity.test.ts, devices.test.ts and session-cookie.test.ts.

let database: Database
const db = () => database.db
const now = new Date('2026-09-01T08:00:00Z')
const DAY = 24 * 3600

beforeAll(async () => {
  database = await openFreshDatabase()
})
beforeEach(async () => {
  await db().deleteFrom('session').execute()
  await db().deleteFrom('binding').execute()
})
afterAll(() => database.close())

const begin = (
  code: string,
  { openId = null, at = now }: { openId?: string | null; at?: Date } = {},
) =>
  signIn(db(), {
    role: code.startsWith('S') ? 'student' : 'staff',
    code,
    openId,
    language: 'zh',
    now: at,
  })
const bound = (openId: string, code: string) =>
  db()
    .insertInto('binding')
    .values({
      open_id: openId,
      role: code.startsWith('S') ? 'student' : 'staff',
      code,
      bound_at: now,
    })
    .execute()
const bindings = async () =>
  (await db().selectFrom('binding').select('open_id').orderBy('open_id').execute()).map(
    (one) => one.open_id,
  )
const who = async (token: string, at = now) => (await findCallerByToken(db(), token, at))?.role
const caller = async (token: string): Promise<Exclude<Caller, { role: 'nobody' }>> => {
  const found = await findCallerByToken(db(), token, now)
  if (found === undefined || found.role === 'nobody') throw new Error('not signed in')
  return found
}

describe('the person of a token', () => {
  test('a token is accepted bare or after the keyword Bearer [D-09]', () => {
    expect(
      ['abc', 'Bearer abc', 'bearer   abc ', '', undefined, 'Bearer '].map(readBearerToken),
    ).toEqual(['abc', 'abc', 'abc', undefined, undefined, undefined])
  })

  test('a token identifies a student, with the timestamps of the student’s record', async () => {
    const token = await begin('S880001', { openId: 'o1' })
    await db()
      .updateTable('student')
      .set({ checked_in_at: now, withdrawn_at: null })
      .where('code', '=', 'S880001')
      .execute()
    expect(await caller(token)).toMatchObject({
      role: 'student',
      subject: 'student:S880001',
      student: { code: 'S880001', checked_in_at: now, withdrawn_at: null },
      session: {
        hash: hashSecret(token),
        openId: 'o1',
        createdAt: now,
        isSecondFactorVerified: false,
      },
    })
    await db()
      .updateTable('student')
      .set({ checked_in_at: null, withdrawn_at: now })
      .where('code', '=', 'S880001')
      .execute()
    expect(await caller(token)).toMatchObject({
      student: { checked_in_at: null, withdrawn_at: now },
    })
    await db()
      .updateTable('student')
      .set({ withdrawn_at: null })
      .where('code', '=', 'S880001')
      .execute()
  })

  test('a token identifies a staff member with their granted roles, and nobody once the account is closed', async () => {
    const token = await begin('T4001')
    await db()
      .updateTable('staff')
      .set({ first_password_until: now })
      .where('code', '=', 'T4001')
      .execute()
    expect(await caller(token)).toMatchObject({
      role: 'staff',
      subject: 'staff:T4001',
      staff: { code: 'T4001', first_password_until: now, closed_at: null },
      hasFactor: false,
    })
    await db()
      .updateTable('staff')
      .set({ first_password_until: null, closed_at: now })
      .where('code', '=', 'T4001')
      .execute()
    expect(await who(token)).toBeUndefined()
    await db().updateTable('staff').set({ closed_at: null }).where('code', '=', 'T4001').execute()
    expect(await caller(token)).toMatchObject({ staff: { first_password_until: null } })
  })

  test('several tokens that are looked up together each identify their own person, and an unknown token nobody', async () => {
    const tokens = [await begin('S880001'), await begin('S990001'), 'strange', await begin('T1001')]
    const found = await Promise.all(
      tokens.map(async (token) => findCallerByToken(db(), token, now)),
    )
    expect(found.map((one) => one !== undefined && one.role !== 'nobody' && one.subject)).toEqual([
      'student:S880001',
      'student:S990001',
      false,
      'staff:T1001',
    ])
  })

  test('the cookie of a session identifies the same person, and is not accepted as a token', async () => {
    const token = await begin('S880001')
    const cookie = cookieValueFor(token)
    expect((await findCallerByCookie(db(), cookie, now))?.role).toBe('student')
    expect(await findCallerByCookie(db(), token, now)).toBeUndefined()
    expect(await who(cookie)).toBeUndefined()
  })
})

describe('the lifetime of a session', () => {
  const usedAt = async () =>
    (await db().selectFrom('session').select('used_at').executeTakeFirstOrThrow()).used_at

  test('a session lasts thirty days without use, to the second, and its use is recorded once an hour [D-09]', async () => {
    const token = await begin('S880001')
    expect(await who(token, addSeconds(now, 3600))).toBe('student')
    expect(await usedAt()).toEqual(now)
    const later = addSeconds(now, 3601)
    expect(await who(token, later)).toBe('student')
    expect(await usedAt()).toEqual(later)
    expect(await who(token, addSeconds(later, 30 * DAY))).toBeUndefined()
    expect(await findSessionEndReason(db(), token, addSeconds(later, 30 * DAY))).toBe('unused')
    expect(await findSessionEndReason(db(), token, addSeconds(later, 30 * DAY - 1))).toBe('')
    expect(await who(token, addSeconds(later, 30 * DAY - 1))).toBe('student')
  })

  test('a session that was not used for longer is deleted', async () => {
    const token = await begin('S880001')
    await pruneSessions(db(), addSeconds(now, 30 * DAY))
    expect(await who(token)).toBe('student')
    await pruneSessions(db(), addSeconds(now, 30 * DAY + 1))
    expect(await who(token)).toBeUndefined()
    expect(await findSessionEndReason(db(), token, now)).toBe('')
  })

  test('a verified second factor lasts twelve hours', async () => {
    const token = await begin('T4001')
    await recordSecondFactor(db(), (await caller(token)).session, now)
    const isProven = async (at: Date) => {
      const found = await findCallerByToken(db(), token, at)
      return found?.role === 'staff' && found.session.isSecondFactorVerified
    }
    expect([
      await isProven(addSeconds(now, 12 * 3600 - 1)),
      await isProven(addSeconds(now, 12 * 3600)),
    ]).toEqual([true, false])
  })
})

describe('the end of a session', () => {
  test('signing in again on a phone ends the phone’s previous session only, and no session that had already ended', async () => {
    const [former, other, nameless] = [
      await begin('S880001', { openId: 'o1' }),
      await begin('S880001', { openId: 'o2' }),
      await begin('S880001'),
    ]
    const gone = await begin('S990001', { openId: 'o1' })
    expect(await findSessionEndReason(db(), former, now)).toBe('elsewhere')
    await signOut(db(), (await caller(gone)).session, now)
    await begin('S990001', { openId: 'o1' })
    await begin('S990001')
    expect(await findSessionEndReason(db(), gone, now)).toBe('')
    expect([await who(former), await who(other), await who(nameless), await who(gone)]).toEqual([
      undefined,
      'student',
      'student',
      undefined,
    ])
  })

  test('a request with a cookie alone ends the cookie’s session only, and not in the session’s first minute', async () => {
    const [token, other] = [await begin('S880001'), await begin('S880001')]
    const cookie = cookieValueFor(token)
    expect(await endAbandonedSession(db(), cookie, addSeconds(now, 59))).toBe('begins')
    expect(await who(token)).toBe('student')
    expect(await endAbandonedSession(db(), cookie, addSeconds(now, 60))).toBe('ended')
    expect([await who(token), await who(other)]).toEqual([undefined, 'student'])
    expect(await endAbandonedSession(db(), cookie, now)).toBe('ended')
    expect(await endAbandonedSession(db(), 'strange', now)).toBe('ended')
  })

  test('a person can end all sessions on other phones, with the linked accounts and calendar addresses that sign in by themselves [D-95]', async () => {
    for (const [openId, code] of [
      ['o1', 'S880001'],
      ['o2', 'S880001'],
      ['o3', 'S990001'],
    ] as const)
      await bound(openId, code)
    const [own, other, stranger] = [
      await begin('S880001', { openId: 'o1' }),
      await begin('S880001', { openId: 'o2' }),
      await begin('S990001', { openId: 'o3' }),
    ]
    const keys = ['S880001', 'S990001'].map((code) => ({
      key_hash: hashSecret(code),
      student_code: code,
      created_at: now,
    }))
    await db().insertInto('calendar_key').values(keys).execute()
    await endOtherSessions(db(), await caller(own), now)
    expect([await who(own), await who(other), await who(stranger)]).toEqual([
      'student',
      undefined,
      'student',
    ])
    expect(await findSessionEndReason(db(), other, now)).toBe('password')
    expect(await bindings()).toEqual(['o1', 'o3'])
    const left = await db().selectFrom('calendar_key').select('student_code').execute()
    expect(left).toEqual([{ student_code: 'S990001' }])
    await db().deleteFrom('calendar_key').execute()
  })

  test('a person without a messaging account ends all accounts linked to them, and staff have no calendar to end', async () => {
    for (const [openId, code] of [
      ['o1', 'T1001'],
      ['o2', 'T2001'],
    ] as const)
      await bound(openId, code)
    const keys = [{ key_hash: hashSecret('x'), student_code: 'S880001', created_at: now }]
    await db().insertInto('calendar_key').values(keys).execute()
    const [own, other] = [await begin('T1001'), await begin('T1001', { openId: 'o1' })]
    const ended = await begin('T1001')
    await signOut(db(), (await caller(ended)).session, now)
    await endOtherSessions(db(), await caller(own), now)
    expect([await who(own), await who(other)]).toEqual(['staff', undefined])
    // The session ended by its own phone keeps its reason.
    expect(await findSessionEndReason(db(), ended, now)).toBe('')
    expect(await bindings()).toEqual(['o2'])
    expect(await db().selectFrom('calendar_key').select('student_code').execute()).toHaveLength(1)
    await db().deleteFrom('calendar_key').execute()
  })

  test('the office ends all sessions of a person, with the linked accounts', async () => {
    for (const [openId, code] of [
      ['o1', 'S880001'],
      ['o2', 'S990001'],
    ] as const)
      await bound(openId, code)
    const [one, other, stranger] = [
      await begin('S880001'),
      await begin('S880001', { openId: 'o1' }),
      await begin('S990001'),
    ]
    await endSessionsOf(db(), { role: 'staff', code: 'S880001', now })
    expect(await who(one)).toBe('student')
    await endSessionsOf(db(), { role: 'student', code: 'S880001', now })
    expect([await who(one), await who(other), await who(stranger)]).toEqual([
      undefined,
      undefined,
      'student',
    ])
    expect(await findSessionEndReason(db(), one, now)).toBe('office')
    expect(await bindings()).toEqual(['o2'])
  })

  test('the office can end one device of a staff member once, and no device of a student', async () => {
    await bound('o1', 'T2001')
    await bound('o2', 'T1001')
    const [token, other, student] = [
      await begin('T2001', { openId: 'o1' }),
      await begin('T2001'),
      await begin('S880001'),
    ]
    const deviceOf = async (one: string) =>
      (
        await db()
          .selectFrom('session')
          .select('device_id')
          .where('token_hash', '=', hashSecret(one))
          .executeTakeFirstOrThrow()
      ).device_id
    expect(await revokeStaffDevice(db(), await deviceOf(token), now)).toBe('T2001')
    expect(await revokeStaffDevice(db(), await deviceOf(token), now)).toBeUndefined()
    expect(await revokeStaffDevice(db(), await deviceOf(student), now)).toBeUndefined()
    expect([await who(token), await who(other), await who(student)]).toEqual([
      undefined,
      'staff',
      'student',
    ])
    expect(await findSessionEndReason(db(), token, now)).toBe('office')
    expect(await bindings()).toEqual(['o2'])
    expect(await revokeStaffDevice(db(), await deviceOf(other), now)).toBe('T2001')
    expect(await bindings()).toEqual(['o2'])
  })

  test('an ended session keeps its reason, however long ago it ended', async () => {
    const token = await begin('S880001')
    await endSessionsOf(db(), { role: 'student', code: 'S880001', now })
    expect(await findSessionEndReason(db(), token, addSeconds(now, 40 * DAY))).toBe('office')
    expect(await findSessionEndReason(db(), 'strange', now)).toBe('')
  })
})

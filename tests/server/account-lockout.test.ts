import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, startBackend } from '../support/backend/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend({ env: { PROXY_HOPS: '1' } })
})
afterAll(() => backend.close())

const STAFF = '/api/sys/login'
const STUDENT = '/api/binding/findstu'
const owner = { 'x-forwarded-for': '203.0.113.1' }
const attacker = { 'x-forwarded-for': '198.51.100.9' }

const deviceIn = (headers: Headers) =>
  headers
    .getSetCookie()
    .find((line) => line.startsWith('device='))
    ?.split(';')[0] ?? ''

const asStaff = (userCode: string, password: string, headers: Record<string, string>) =>
  backend.post(STAFF, { userCode, password, openId: '' }, headers)
const asStudent = (idCard: string, headers: Record<string, string>) =>
  backend.post(STUDENT, { stuNumber: '990001', idCard, openId: '' }, headers)

test.each([
  [
    'staff',
    (right: boolean, headers: Record<string, string>) =>
      asStaff('T2001', right ? 'campus-T2001' : 'guessed-wrong', headers),
  ],
  [
    'students',
    (right: boolean, headers: Record<string, string>) =>
      asStudent(right ? '110101200801010015' : '110101200801010023', headers),
  ],
] as const)(
  'wrong sign-ins from other networks do not lock %s out of a browser in which they have signed in before [security 15]',
  async (_who, signIn) => {
    const first = await signIn(true, owner)
    expect(first.body.token).toMatch(/./)
    const cookie = deviceIn(first.headers)
    expect(cookie).toMatch(/^device=[\w-]{43}$/)
    for (let n = 0; n < 5; n++) expect((await signIn(false, attacker)).status).toBe(200)
    expect((await signIn(true, attacker)).status).toBe(429)
    expect((await signIn(true, owner)).status).toBe(429)
    const again = await signIn(true, { ...owner, cookie })
    expect(again.body.token).toMatch(/./)
    // The reply keeps the same device cookie.
    expect(deviceIn(again.headers)).toBe(cookie)
    // A client with another browser's device cookie, or an invented one, is counted together with
    // all clients without one.
    const made = { ...attacker, cookie: `device=${'A'.repeat(43)}` }
    expect((await signIn(true, made)).status).toBe(429)
  },
)

test('five wrong sign-ins in a known browser pause sign-ins in that browser only [security 15]', async () => {
  const said = await asStaff('T3001', 'campus-T3001', owner)
  const known = { ...owner, cookie: deviceIn(said.headers) }
  for (let n = 0; n < 5; n++) expect((await asStaff('T3001', 'wrong', known)).status).toBe(200)
  expect((await asStaff('T3001', 'campus-T3001', known)).status).toBe(429)
  // The wrong sign-ins in the known browser do not count against people who sign in elsewhere.
  expect((await asStaff('T3001', 'campus-T3001', attacker)).body.token).toMatch(/./)
  // A browser known for one account is not known for another account.
  const other = { ...known, 'x-forwarded-for': '203.0.113.8' }
  for (let n = 0; n < 5; n++) await asStaff('T5001', 'wrong', attacker)
  expect((await asStaff('T5001', 'campus-T5001', other)).status).toBe(429)
})

test('one network can pause the sign-in of about a dozen accounts at most [security 15]', async () => {
  const from = { 'x-forwarded-for': '192.0.2.77' }
  const row = await backend.db
    .selectFrom('staff')
    .selectAll()
    .where('code', '=', 'T1001')
    .executeTakeFirstOrThrow()
  const codes = Array.from({ length: 20 }, (_, n) => `T8${String(n).padStart(3, '0')}`)
  await backend.db
    .insertInto('staff')
    .values(codes.map((one) => ({ ...row, code: one, id: `U${one}` })))
    .execute()
  for (const one of codes) for (let n = 0; n < 5; n++) await asStaff(one, 'wrong', from)
  const paused = await backend.db
    .selectFrom('guessing')
    .select('code')
    .where('code', 'in', codes)
    .execute()
  expect(paused.length).toBeGreaterThanOrEqual(10)
  expect(paused.length).toBeLessThanOrEqual(13)
})

test('the office unblocks a staff member’s sign-in, and the audit log has the reason [security 15]', async () => {
  const office = await backend.signInAs('T4001')
  const unlock = (code: string) =>
    office.post('/api/manage/staff/unlock', { code, reason: '本人来电' })
  expect((await unlock('T6001')).body.msg).toBe('该账号的登录没有被锁定')
  for (let n = 0; n < 5; n++) await asStaff('T6001', 'wrong', { 'x-forwarded-for': '192.0.2.5' })
  expect((await asStaff('T6001', 'campus-T6001', owner)).status).toBe(429)
  expect((await unlock('t6001')).body.code).toBe('0')
  expect((await asStaff('T6001', 'campus-T6001', owner)).body.token).toMatch(/./)
  const noted = await backend.db
    .selectFrom('office_log')
    .select(['staff_code', 'about', 'reason'])
    .where('action', '=', 'staff.unlock')
    .execute()
  expect(noted).toEqual([{ staff_code: 'T4001', about: 'staff:T6001', reason: '本人来电' }])
})

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createHosts } from '#server/create-hosts'
import { OverloadedError } from '#server/platform/concurrency'
import { pruneRateLimits } from '#server/platform/http/limits/rate-limits'
import { type Backend, startBackend } from '../../../support/backend/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend({ env: { PROXY_HOPS: '1' } })
})
afterAll(() => backend.close())
afterEach(async () => {
  backend.clock.set(new Date())
  await backend.db.deleteFrom('wrong_try').execute()
  await backend.db.deleteFrom('rate_limit').execute()
  await backend.db.deleteFrom('guessing').execute()
})

const FIND = '/api/binding/findstu'
const WRONG_CARD = '110101200601019999'
const CARD = '110101200601010019'
const find = (stuNumber: string, idCard = WRONG_CARD, { from = '10.0.0.1', openId = '' } = {}) =>
  backend.post(FIND, { stuNumber, idCard, openId }, { 'x-forwarded-for': from })
const login = (userCode: string, password: string, from = '10.0.0.1') =>
  backend.post('/api/sys/login', { userCode, openId: '', password }, { 'x-forwarded-for': from })
const MINUTE = 60
const HOUR = 60 * MINUTE

/** Make attempts at this interval for this time. Returns how many of them were checked. */
async function looked(
  seconds: number,
  each: number,
  ask: () => Promise<{ status: number }>,
): Promise<number> {
  let count = 0
  for (let gone = 0; gone < seconds; gone += each) {
    if ((await ask()).status === 200) count++
    backend.clock.advance(each)
  }
  return count
}

test('a rejected secret is logged without the account and the address [security 2]', async () => {
  const before = backend.logLines.length
  await find('880001')
  await find('880001', WRONG_CARD, { from: '10.0.0.2' })
  await login('T1001', 'not the password')
  for (let n = 0; n < 4; n++) await find('880001')
  const lines = backend.logLines
    .slice(before)
    .filter((line) => line.includes('"failed-attempt"'))
    .map((line): Record<string, string> => JSON.parse(line))
  expect(lines.map(({ what, outcome }) => [what, outcome])).toEqual([
    ...Array.from({ length: 6 }, () => ['sign-in', 'wrong']),
    ['sign-in', 'paused'],
  ])
  const [first, second, staff] = lines
  expect(first?.['account']).toMatch(/^[\w-]{8}$/)
  expect(second?.['account']).toBe(first?.['account'])
  expect(second?.['network']).not.toBe(first?.['network'])
  expect(staff?.['account']).not.toBe(first?.['account'])
  expect(staff?.['network']).toBe(first?.['network'])
  for (const known of ['880001', 'T1001', WRONG_CARD, 'not the password', '10.0.0.'])
    expect(JSON.stringify(lines)).not.toContain(known)
})

describe('guessing the secret of one student [D-15 security 2]', () => {
  test('ten attempts a day to guess a student’s secret are checked, whatever the address, and the pause between them grows', async () => {
    let n = 0
    const from = () => ({ from: `10.1.${n % 200}.${n++ % 7}` })
    const ask = () => find('880001', WRONG_CARD, from())
    expect(
      await Promise.all(Array.from({ length: 9 }, ask)).then((all) =>
        all.filter(({ status }) => status === 200),
      ),
    ).toHaveLength(5)
    expect(await looked(24 * HOUR, HOUR, ask)).toBe(5)
    expect(await looked(24 * HOUR, 2 * HOUR, ask)).toBeLessThanOrEqual(10)
  })

  test('five failed attempts are checked at once; the pauses after that are 10, 20, 40, 80 and 160 minutes, and then the rest of the day', async () => {
    for (let n = 0; n < 5; n++) expect((await find('880001')).status).toBe(200)
    const waits: number[] = []
    for (let n = 0; n < 6; n++) {
      const { status, headers } = await find('880001')
      expect(status).toBe(429)
      waits.push(Number(headers.get('retry-after')))
      backend.clock.advance((waits.at(-1) ?? 0) + 1)
      if (n < 5) expect((await find('880001')).status).toBe(200)
    }
    const minutes = waits.map((wait) => Math.round(wait / MINUTE))
    expect(minutes.slice(0, 5)).toEqual([10, 20, 40, 80, 160])
    // The day ends 24 hours after the first attempt, and 310 minutes have passed.
    expect(minutes[5]).toBe(24 * 60 - 310)
  })

  test('attempts with either number of a student count for one account', async () => {
    await backend.db
      .updateTable('student')
      .set({ exam_number: '770001' })
      .where('code', '=', 'S880001')
      .execute()
    const said = await Promise.all(
      Array.from({ length: 12 }, (_, n) => find(n % 2 === 0 ? '880001' : '770001')),
    )
    expect(said.filter(({ status }) => status === 200)).toHaveLength(5)
    expect((await find('770001', CARD)).status).toBe(429)
    expect((await find('880001', CARD)).status).toBe(429)
    // The limit also applies to binding, which checks the same secret.
    const bind = await backend.post('/api/binding/bindOpenId', {
      idCard: CARD,
      openId: 'o',
      examNumber: '770001',
    })
    expect(bind.status).toBe(429)
  })

  test('a successful attempt is given back with the pause that it began, and other attempts are not', async () => {
    for (let n = 0; n < 4; n++) await find('880001')
    for (let n = 0; n < 3; n++) expect((await find('880001', CARD)).status).toBe(200)
    expect((await find('880001')).status).toBe(200)
    expect((await find('880001', CARD)).status).toBe(429)
    backend.clock.advance(601)
    expect((await find('880001', CARD)).status).toBe(200)
    expect((await find('880001')).status).toBe(200)
    expect((await find('880001', CARD)).status).toBe(429)
  })

  test('guessing a staff password is limited like guessing a student’s secret', async () => {
    for (let n = 0; n < 4; n++) await login('T2001', 'campus-T2002')
    expect(await looked(24 * HOUR, HOUR, () => login('T2001', 'campus-T2002'))).toBe(6)
  })

  test('guessing the ID number or the old password while signed in is limited like guessing at a sign-in [D-95]', async () => {
    const student = await backend.signInAs('880002')
    for (const [name, body] of [
      ['checkIdCard', { idCard: WRONG_CARD }],
      ['updatePassword', { oldPassword: 'wrong', newPassword: 'abc123' }],
    ] as const) {
      const ask = () => student.post(`/api/userSafe/${name}`, { stuCode: '', ...body })
      for (let n = 0; n < 4; n++) await ask()
      expect([name, await looked(24 * HOUR, HOUR, ask)]).toEqual([name, 6])
      backend.clock.set(new Date())
    }
  })
})

test('an old password that could not be compared does not count as wrong [D-95]', async () => {
  const staff = await backend.signInAs('T2001')
  const { password_hash: good } = await backend.db
    .selectFrom('staff')
    .select('password_hash')
    .where('code', '=', staff.code)
    .executeTakeFirstOrThrow()
  const store = (hash: string) =>
    backend.db
      .updateTable('staff')
      .set({ password_hash: hash })
      .where('code', '=', staff.code)
      .execute()
  await store('not a hash')
  const said = await staff.post('/api/userSafe/updatePassword', {
    stuCode: '',
    oldPassword: 'x',
    newPassword: 'a long phrase',
  })
  await store(good)
  const counted = await backend.db
    .selectFrom('wrong_try')
    .select('tries')
    .where('tries', '>', 0)
    .execute()
  expect([said.status, counted]).toEqual([500, []])
})

describe('notice of guessing [security 2]', () => {
  const told = async (token: string) =>
    (await backend.post(FIND, { stuNumber: '', idCard: '', openId: '' }, { authorization: token }))
      .body.guessedAt

  test('a student whose secret somebody tries to guess is told for a week, on the phones bound before; the log says so without a name', async () => {
    const { token } = await backend.signInAs('880001')
    backend.clock.advance(5)
    for (let n = 0; n < 4; n++) await find('880001')
    expect(await told(token)).toBeUndefined()
    await find('880001')
    expect(Date.parse(await told(token))).toBeGreaterThan(0)
    backend.clock.advance(6 * 24 * HOUR)
    expect(Date.parse(await told(token))).toBeGreaterThan(0)
    backend.clock.advance(2 * 24 * HOUR)
    expect(await told(token)).toBeUndefined()
    const { id } = await backend.db
      .selectFrom('guessing')
      .selectAll()
      .where('code', '=', 'S880001')
      .executeTakeFirstOrThrow()
    const lines = backend.logLines.filter((line) => line.includes('"guessing"'))
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      level: 40,
      guessing: id,
      role: 'student',
      tries: 5,
    })
    expect(lines.join('')).not.toContain('880001')
  })

  test('a phone bound after the guessing is not told of it', async () => {
    for (let n = 0; n < 5; n++) await find('880003')
    backend.clock.advance(601)
    const { token } = await backend.signInAs('880003')
    expect(await told(token)).toBeUndefined()
  })

  test('guessing at an unknown number creates no notice', async () => {
    for (let n = 0; n < 8; n++) await find('000000')
    expect(await backend.db.selectFrom('guessing').selectAll().execute()).toEqual([])
  })
})

describe('limits for one address [D-15 security 12]', () => {
  test('of 400 simultaneous wrong attempts at many accounts from one address, 300 are checked', async () => {
    const all = await Promise.all(Array.from({ length: 400 }, (_, n) => find(`N${n}`)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(300)
    expect(all.filter(({ status }) => status === 429)).toHaveLength(100)
  })

  test('attempts from one address do not lock out people who never failed, and reveal nothing more', async () => {
    for (let n = 0; n < 320; n += 40)
      await Promise.all(Array.from({ length: 40 }, (_, more) => find(`N${n + more}`)))
    for (let n = 0; n < 3; n++)
      expect((await find('880001', CARD)).body.results?.stuCode).toBe('S880001')
    expect((await login('T2001', 'campus-T2001')).body.code).toBe('0')
    // An account with a failed attempt from there has had its only attempt, and must wait.
    expect((await find('880002')).status).toBe(429)
    const card = '110101200601010027'
    expect((await find('880002', card)).status).toBe(429)
    expect((await find('880002', card, { from: '10.0.0.2' })).body.results?.stuCode).toBe('S880002')
  })

  test('once an address has used up its limit, attempts with unknown numbers store nothing', async () => {
    await Promise.all(Array.from({ length: 300 }, (_, n) => find(`N${n}`)))
    const kept = async () =>
      (await backend.db.selectFrom('wrong_try').select('key').execute()).length
    const before = await kept()
    const all = await Promise.all([
      ...Array.from({ length: 10 }, (_, n) => find(`M${n}`, WRONG_CARD, { openId: `m-${n}` })),
      ...Array.from({ length: 10 }, (_, n) => login(`M${n}`, 'x')),
    ])
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([429]))
    expect(Number(all[0]?.headers.get('retry-after'))).toBeGreaterThan(60)
    expect([before, await kept()]).toEqual([300, 300])
  })

  test('a WeChat code that could not be checked counts for no limit', async () => {
    const crowded = createHosts(backend.settings).all.map((host) => ({
      ...host,
      exchangeCode: () => Promise.reject(new OverloadedError()),
    }))
    const own = await startBackend({ sharing: backend, hosts: crowded })
    const said = await own.post('/wx/code/getCode', { code: 'code-1', appid: '', state: 's' })
    await own.close()
    expect(said.status).toBe(503)
    expect(await backend.db.selectFrom('rate_limit').select('points').execute()).toEqual([
      { points: 0 },
    ])
  })

  test('successful attempts count for no limit, even many at once', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => find('880001', CARD)))
    // At most five attempts of one student are checked at the same time.
    expect(all.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(5)
    expect((await find('880001', CARD)).status).toBe(200)
    const [address] = await backend.db.selectFrom('rate_limit').select('points').execute()
    expect(address?.points).toBe(0)
  })
})

describe('limits on expensive work [security 12]', () => {
  test('each request of a flood of wrong passwords is answered', async () => {
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, n) => login(`T9${n}`, 'x', `10.2.0.${n}`)),
    )
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
  })
})

test('expired counts are deleted, and other counts stay', async () => {
  for (let n = 0; n < 5; n++) await find('880001')
  await pruneRateLimits(backend.db, new Date(Date.now() + 23 * HOUR * 1000))
  expect(await backend.db.selectFrom('wrong_try').select('tries').execute()).toEqual([{ tries: 5 }])
  await pruneRateLimits(backend.db, new Date(Date.now() + 25 * HOUR * 1000))
  expect(await backend.db.selectFrom('wrong_try').selectAll().execute()).toEqual([])
})

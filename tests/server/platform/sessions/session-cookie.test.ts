import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls, allFileCalls, allUploads } from '#contract/index'
import { demoPeople } from '#server/demo/demo-people'
import { type Backend, startBackend } from '../../../support/backend/backend.ts'

let backend: Backend
beforeAll(async () => void (backend = await startBackend()))
afterAll(() => backend.close())

const FIND = '/api/binding/findstu'
const GRADES = '/api/exportOne?stuNumber=880001'
/** Sign in, and keep the cookies that the browser stores. */
async function signIn(number: string, headers: Record<string, string> = {}) {
  const person = demoPeople.find((one) => one.number === number)
  const { body, headers: said } =
    person?.how === 'staff'
      ? await backend.post(
          '/api/sys/login',
          { userCode: number, openId: '', password: person.secret },
          headers,
        )
      : await backend.post(FIND, { stuNumber: number, idCard: person?.secret, openId: '' }, headers)
  const [line = ''] = said.getSetCookie()
  return { token: String(body.token), line, cookie: line.split(';')[0] ?? '' }
}
const open = (address: string, headers: Record<string, string>) =>
  backend.fetch(address, { headers })
const picture = async (number: string) => {
  const { picture: key } = await backend.db
    .selectFrom('green_application')
    .select('picture')
    .where('student_code', '=', `S${number}`)
    .executeTakeFirstOrThrow()
  return `/api/greenchannel/imgLook?params=${key}`
}

test('a client without a session cookie is not told to remove one', async () => {
  const { status, headers } = await backend.post('/api/fees/open', {})
  expect([status, headers.get('set-cookie')]).toEqual([401, null])
})

test('an expired token sent with another person’s cookie does not end that person’s session [D-19]', async () => {
  const [first, next] = [await signIn('990001'), await signIn('990003')]
  await backend.db
    .updateTable('session')
    .set({ ended_at: backend.clock.now() })
    .where('code', '=', 'S990001')
    .execute()
  await backend.post(
    '/wx/app/selectAllApp',
    {},
    { authorization: first.token, cookie: next.cookie },
  )
  const alive = await backend.post(
    FIND,
    { stuNumber: '', idCard: '', openId: '' },
    { authorization: next.token },
  )
  expect(alive.status).toBe(200)
})

describe('the session cookie for plain links [D-80 D-85]', () => {
  test('the session cookie is set at sign-in, HttpOnly, and only for addresses of the backend', async () => {
    const { line, token } = await signIn('880001')
    expect(line).toMatch(/^look=[\w-]{43}; Path=\/api; HttpOnly; SameSite=Lax$/)
    expect(line).not.toContain(token)
    expect((await signIn('T3001')).line).toMatch(/^look=/)
  })

  test('the session cookie is Secure if the configured public address is https, whatever the headers say', async () => {
    const spoofed = await signIn('880001', { 'x-forwarded-proto': 'https' })
    expect(spoofed.line).not.toContain('Secure')
    const env = { PUBLIC_URL: 'https://campus.test' }
    const own = await startBackend({ sharing: backend, env })
    const person = demoPeople.find(({ number }) => number === '880001')
    const said = await own.post(
      FIND,
      { stuNumber: '880001', idCard: person?.secret, openId: '' },
      { 'x-forwarded-proto': 'http' },
    )
    const lines = said.headers.getSetCookie()
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line).toMatch(/; HttpOnly; Secure; SameSite=(Lax|Strict)$/)
    await own.close()
  })

  test('the session cookie opens the caller’s own grades and pictures, as the token does', async () => {
    const own = await signIn('880001')
    const grades = await open(GRADES, { cookie: own.cookie })
    expect([
      grades.status,
      grades.headers.get('content-type'),
      grades.headers.get('cache-control'),
    ]).toEqual([200, 'text/csv; charset=utf-8', 'no-store'])
    // Another student's number is ignored: the file is the caller's own.
    const foreign = await open('/api/exportOne?stuNumber=880003', { cookie: own.cookie })
    expect(await foreign.text()).toBe(await grades.text())
    const [owner, other, reviewer] = [
      await signIn('990003'),
      await signIn('990001'),
      await signIn('T3001'),
    ]
    const address = await picture('990003')
    expect((await open(address, { cookie: owner.cookie })).status).toBe(200)
    expect((await open(address, { cookie: reviewer.cookie })).status).toBe(200)
    expect((await open(address, { cookie: other.cookie })).status).toBe(403)
  })

  test('the session cookie authorizes no call, no upload and no other file', async () => {
    const { cookie } = await signIn('880001')
    const reviewer = await signIn('T3001')
    for (const { path, who } of [...allCalls, ...allUploads].filter(
      (one) => one.who !== 'anyone',
    )) {
      const said = await backend.post(
        path,
        {},
        { cookie: who === 'review-teacher' ? reviewer.cookie : cookie },
      )
      expect([path, said.status]).toEqual([path, 401])
    }
    for (const { path, parameter } of allFileCalls.filter(
      (one) => one.who !== 'anyone' && one.allowsPlainLink !== true,
    ))
      expect([path, (await open(`${path}?${parameter}=x`, { cookie })).status]).toEqual([path, 401])
    const linked = allFileCalls
      .filter(({ allowsPlainLink }) => allowsPlainLink)
      .map(({ path }) => path)
    expect(linked.toSorted()).toEqual([
      '/api/exportOne',
      '/api/greenchannel/imgLook',
      '/api/manage/imports/refusals',
      '/api/manage/imports/template',
      '/api/notice/file',
      '/api/upload/picture',
    ])
  })

  test('a session cookie is not accepted as a token, nor a token as a session cookie', async () => {
    const { cookie, token } = await signIn('880001')
    const value = cookie.slice('look='.length)
    expect((await open(GRADES, { authorization: value })).status).toBe(401)
    expect((await open(GRADES, { cookie: `look=${token}` })).status).toBe(401)
    for (const bad of ['look=', 'look=x', `look=${'a'.repeat(4000)}`, 'look=%00'])
      expect((await open(GRADES, { cookie: bad })).status).toBe(401)
    // The token identifies the caller, not the browser's cookie.
    expect((await open(GRADES, { cookie, authorization: 'dead' })).status).toBe(401)
  })

  test('unbinding removes the session cookie, which is invalid once its session has ended', async () => {
    const { cookie, token } = await signIn('880001')
    const said = await backend.post(
      '/api/binding/cleanOpenId',
      { type: '2' },
      { authorization: token, cookie },
    )
    expect(said.headers.get('set-cookie')).toMatch(/^look=; Max-Age=0; Path=\/api/)
    expect((await open(GRADES, { cookie })).status).toBe(401)
  })

  test('the session cookie is invalid after the sessions of other phones are ended, or after thirty days', async () => {
    const { cookie, token } = await signIn('880001')
    await backend.db
      .updateTable('session')
      .set({ ended_at: backend.clock.now() })
      .where('code', '=', 'S880001')
      .execute()
    expect((await open(GRADES, { cookie })).status).toBe(401)
    const dead = await backend.post(
      FIND,
      { stuNumber: '', idCard: '', openId: '' },
      { authorization: token, cookie },
    )
    expect([dead.status, dead.headers.get('set-cookie')]).toEqual([
      401,
      expect.stringContaining('look=; Max-Age=0'),
    ])
    const later = await signIn('880001')
    backend.clock.advance(31 * 24 * 3600)
    expect((await open(GRADES, { cookie: later.cookie })).status).toBe(401)
  })

  test('a session cookie that arrives before the app has stored its token is kept, and so is its session [D-19]', async () => {
    const { cookie, token } = await signIn('990001')
    backend.clock.advance(30)
    const beside = await backend.post('/wx/app/selectAllApp', {}, { cookie })
    expect([beside.status, beside.headers.get('set-cookie')]).toEqual([200, null])
    const asked = await backend.post('/getyearandterm', {}, { cookie })
    expect([asked.status, asked.headers.get('set-cookie')]).toEqual([401, null])
    const alive = await backend.post(
      FIND,
      { stuNumber: '', idCard: '', openId: '' },
      { authorization: token },
    )
    expect(alive.status).toBe(200)
  })

  test('a session cookie left by unbinding offline is removed by the next public call [D-19]', async () => {
    const { cookie, token } = await signIn('990001')
    const list = { path: '/wx/app/selectAllApp', body: {} }
    const signed = await backend.post(list.path, list.body, { cookie, authorization: token })
    expect(signed.headers.get('set-cookie')).toBeNull()
    backend.clock.advance(61)
    const unbound = await backend.post(list.path, list.body, { cookie })
    expect(unbound.headers.get('set-cookie')).toMatch(/^look=; Max-Age=0/)
    // The session of the cookie ends, which the phone could not report while it was offline.
    const dead = await backend.post(
      FIND,
      { stuNumber: '', idCard: '', openId: '' },
      { authorization: token },
    )
    expect(dead.status).toBe(401)
    // The next person's sign-in sets a cookie of their own.
    expect((await signIn('990002', { cookie })).line).toMatch(/^look=[\w-]{43};/)
  })
})

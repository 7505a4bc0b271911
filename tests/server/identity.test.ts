import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPeople } from '#server/demo/demo-people'
import { findCallerByToken, endOtherSessions } from '#server/platform/sessions/session'
import { type Backend, startBackend } from '../support/backend/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

const FIND = '/api/binding/findstu'
const BIND = '/api/binding/bindOpenId'
const WRONG = '您绑定的信息有误'
const pair = { stuNumber: '990001', idCard: '110101200801010015', openId: '' }

/** A phone in the messaging app, with its openId and the proof that it owns this openId. */
async function phone(): Promise<{ openId: string; proof: Record<string, string> }> {
  const address =
    '/sandbox/authorize?appid=sandbox&redirect_uri=http://campus.test/&scope=snsapi_base&state=s'
  const back = await backend.fetch(address, { redirect: 'manual' })
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code')
  const { body } = await backend.post('/wx/code/getCode', { code, appid: 'sandbox', state: 's' })
  return { openId: body.userInfo.openId, proof: { accesstoken: body.accesstoken } }
}

describe('binding a messaging account to a student', () => {
  test('a phone that binds finds its student, and later finds the student by its token alone [ID-02 ID-16 ID-17]', async () => {
    const { openId, proof } = await phone()
    const bound = await backend.post(
      BIND,
      { idCard: pair.idCard, openId, examNumber: '990001' },
      proof,
    )
    expect(bound.body).toEqual({ results: 1 })
    const found = await backend.post(FIND, { ...pair, openId }, proof)
    expect(found.body).toMatchObject({
      stuIsReport: 'true',
      results: { stuCode: 'S990001', stuNumber: '', examNumber: '990001' },
    })
    const again = await backend.post(
      FIND,
      { stuNumber: '990001', idCard: '', openId },
      { authorization: `Bearer ${found.body.token}` },
    )
    expect(again.body).toMatchObject({ token: found.body.token, results: { stuCode: 'S990001' } })
    expect(again.body).not.toHaveProperty('boundElsewhereAt')
  })

  test('an exam number or a student number can be bound; a wrong ID card or number is refused [ID-16]', async () => {
    const { openId, proof } = await phone()
    const bind = async (body: object) => (await backend.post(BIND, { openId, ...body }, proof)).body
    expect(await bind({ idCard: '110101200601010027', examNumber: '990001' })).toEqual({
      results: 0,
      msg: WRONG,
    })
    expect(await bind({ idCard: pair.idCard, examNumber: '990002' })).toEqual({
      results: 0,
      msg: WRONG,
    })
    expect(await bind({ idCard: '110101200601010027', stuNumber: '880001' })).toEqual({
      results: 0,
      msg: WRONG,
    })
    expect(
      await backend.db.selectFrom('binding').selectAll().where('open_id', '=', openId).execute(),
    ).toEqual([])
    expect(await bind({ idCard: '110101200601010019', stuNumber: '880001' })).toEqual({
      results: 1,
    })
    expect(await bind({ idCard: pair.idCard, examNumber: '990001' })).toEqual({ results: 1 })
  })

  test('an openId without a proof gets no token; a proven openId restores its binding until that is ended [D-15]', async () => {
    const { openId, proof } = await phone()
    await backend.post(BIND, { idCard: pair.idCard, openId, examNumber: '990001' }, proof)
    const alone = { stuNumber: '990001', idCard: '', openId }
    expect((await backend.post(FIND, alone)).body).toEqual({ code: '-1', msg: WRONG })
    const other = await phone()
    expect((await backend.post(FIND, alone, other.proof)).body).toEqual({ code: '-1', msg: WRONG })
    const found = await backend.post(FIND, alone, proof)
    expect(found.body.results.stuCode).toBe('S990001')
    await backend.post(
      '/api/binding/cleanOpenId',
      { stuCode: 'S990001', idCard: '', type: '1' },
      { authorization: found.body.token },
    )
    expect((await backend.post(FIND, alone, proof)).body).toEqual({ code: '-1', msg: WRONG })
  })

  test('a proof of another openId binds nothing, and an unproven openId is not recorded [D-15]', async () => {
    const [mine, theirs] = [await phone(), await phone()]
    const stolen = await backend.post(
      BIND,
      { idCard: pair.idCard, openId: theirs.openId, examNumber: '990001' },
      mine.proof,
    )
    expect(stolen.body).toEqual({ results: 0, msg: WRONG })
    const unproven = await backend.post(BIND, {
      idCard: pair.idCard,
      openId: 'anybody',
      examNumber: '990001',
    })
    expect(unproven.body).toEqual({ results: 1 })
    const bindings = await backend.db
      .selectFrom('binding')
      .where('open_id', 'in', ['anybody', theirs.openId])
      .selectAll()
      .execute()
    expect(bindings).toEqual([])
  })

  test('an empty field of a binding request is named in the answer [ID-28]', async () => {
    expect((await backend.post(BIND, { idCard: '', openId: 'x', examNumber: '1' })).body).toEqual({
      results: 0,
      msg: '绑定信息不能为空',
    })
  })

  test('a new binding is reported on the phone that was bound before, even if that binding has ended since [security 2]', async () => {
    const first = (await backend.post(FIND, pair)).body.token
    const restored = async () =>
      (
        await backend.post(
          FIND,
          { stuNumber: '', idCard: '', openId: '' },
          { authorization: first },
        )
      ).body.boundElsewhereAt
    expect(await restored()).toBeUndefined()
    backend.clock.advance(5)
    const other = await backend.signInAs('990001')
    expect(Date.parse(await restored())).toBeGreaterThan(0)
    await other.post('/api/binding/cleanOpenId', { stuCode: '', idCard: '', type: '1' })
    expect(Date.parse(await restored())).toBeGreaterThan(0)
  })

  test('a code from a preview page binds nobody, and a code is valid once [security 2]', async () => {
    const form = new URLSearchParams({
      redirect_uri: 'http://campus.test/',
      state: 's',
      choice: 'snapshot',
    })
    const back = await backend.fetch('/sandbox/authorize', {
      method: 'POST',
      body: form,
      redirect: 'manual',
    })
    const code = new URL(back.headers.get('location') ?? '').searchParams.get('code')
    const first = await backend.post('/wx/code/getCode', { code, appid: 'sandbox', state: 's' })
    expect(first.body.msg).toContain('无法识别您的身份')
    expect(first.body).not.toHaveProperty('accesstoken')
    const second = await backend.post('/wx/code/getCode', { code, appid: 'sandbox', state: 's' })
    expect(second.body).toMatchObject({ code: '-1' })
  })

  test('the student’s record says whether the student has checked in [ID-20]', async () => {
    const status = async (number: string) =>
      (await (await backend.signInAs(number)).post('/api/binding/checkStuRegStatus', {})).body
    expect(await status('990002')).toEqual({ msg: '1' })
    expect(await status('990001')).toEqual({ msg: '0' })
  })
})

describe('staff sign-in', () => {
  test('staff sign in with the right password, and are refused with a wrong one [ID-18 ID-44]', async () => {
    const good = await backend.post('/api/sys/login', {
      userCode: 'T2001',
      openId: '',
      password: 'campus-T2001',
    })
    expect(good.body).toMatchObject({
      code: '0',
      user: { type: '3', userCode: 'T2001', userId: 'UT2001', post: '宿管' },
    })
    const bad = await backend.post('/api/sys/login', {
      userCode: 'T2001',
      openId: '',
      password: 'campus-T2001 ',
    })
    expect(bad.body).toEqual({ code: '-1', msg: '工号或密码不正确' })
    const nobody = await backend.post('/api/sys/login', {
      userCode: 'T9999',
      openId: '',
      password: 'x',
    })
    expect(nobody.body).toEqual(bad.body)
  })
})

test('the session lists what a post allows, whatever the campus calls the post [D-31 D-113]', async () => {
  const postKeywords = { POST_DORM_SUPERVISOR: '楼长', POST_REVIEW_TEACHER: '资助中心' }
  const own = await startBackend({ sharing: backend, env: postKeywords })
  const roles = async (post: string) => {
    await backend.db.updateTable('staff').set({ post }).where('code', '=', 'T1001').execute()
    const { body } = await own.post('/api/sys/login', {
      userCode: 'T1001',
      openId: '',
      password: 'campus-T1001',
    })
    const again = await own.post(
      FIND,
      { stuNumber: '', idCard: '', openId: '' },
      { authorization: body.token },
    )
    expect(again.body.results.roles).toEqual(body.user.roles)
    return body.user.roles
  }
  expect(await roles('三号楼楼长')).toEqual(['dorm-supervisor'])
  expect(await roles('资助中心干事、楼长')).toEqual(['dorm-supervisor', 'review-teacher'])
  expect(await roles('宿管')).toEqual([])
  expect(await roles('Dorm Supervisor')).toEqual(['dorm-supervisor'])
  await backend.db.updateTable('staff').set({ post: '教师' }).where('code', '=', 'T1001').execute()
  await own.close()
})

test('everybody on the demo campus’s list of accounts can sign in [ID-03]', async () => {
  for (const { number } of demoPeople)
    expect((await backend.signInAs(number)).token).toMatch(/^[\w-]{43}$/)
})

describe('sign-in limits', () => {
  test('after five wrong sign-ins even the right one must wait, and the answer does not reveal which part is wrong [D-15]', async () => {
    const own = await startBackend()
    const wrongCard = { ...pair, idCard: '110101200801010023' }
    const answers = []
    // Only attempts with this account's number count, not those with another number.
    for (let n = 0; n < 6; n++)
      answers.push(
        (await own.post(FIND, n === 2 ? { ...pair, stuNumber: '000000' } : wrongCard)).body,
      )
    for (const body of answers) expect(body).toEqual({ code: '-1', msg: WRONG })
    const late = await own.post(FIND, pair)
    expect(late.status).toBe(429)
    expect(late.body).toEqual({ code: '429', msg: expect.stringContaining('操作过于频繁') })
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    await own.close()
  })

  test('simultaneous sign-ins cannot exceed the limit [D-15]', async () => {
    const own = await startBackend()
    const all = await Promise.all(
      Array.from({ length: 12 }, () => own.post(FIND, { ...pair, idCard: '110101200801010023' })),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(5)
    await own.close()
  })

  test('correct sign-ins are not counted, however many there are', async () => {
    for (let n = 0; n < 8; n++)
      expect(
        (await backend.post(FIND, { ...pair, stuNumber: '990005', idCard: '110101200801010058' }))
          .status,
      ).toBe(200)
  })
})

describe('sessions', () => {
  test('unbinding ends the session of a token [D-09]', async () => {
    const student = await backend.signInAs('990001')
    const gone = await student.post('/api/binding/cleanOpenId', {
      stuCode: student.code,
      idCard: '',
      type: '1',
    })
    expect(gone.body).toEqual({ results: 1 })
    const after = await student.post('/api/proces/findProcess', {
      stuCode: student.code,
      enrollType: '2',
    })
    expect([after.status, after.body]).toEqual([
      401,
      { status: -400, msg: '登录已失效，请重新绑定' },
    ])
    const restore = await student.post(FIND, { stuNumber: '990001', idCard: '', openId: '' })
    expect(restore.status).toBe(401)
  })

  test('a request with the token of an ended session is answered with the reason why the session ended, if known [D-10]', async () => {
    const why = async (token: string) => {
      const calls = [
        await backend.post(
          FIND,
          { stuNumber: '', idCard: '', openId: '' },
          { authorization: token },
        ),
        await backend.post(
          '/api/proces/findProcess',
          { stuCode: '', enrollType: '' },
          { authorization: token },
        ),
      ]
      return calls.map(({ status, body }) => [status, body.why])
    }
    const { openId, proof } = await phone()
    const here = await backend.post(FIND, { ...pair, openId }, proof)
    await backend.post(FIND, { ...pair, openId }, proof)
    expect(await why(here.body.token)).toEqual([
      [401, 'elsewhere'],
      [401, 'elsewhere'],
    ])
    const unused = await backend.signInAs('990002')
    const other = await backend.signInAs('990003')
    await backend.db
      .updateTable('session')
      .set({ ended_at: backend.clock.now() })
      .where('code', '=', 'S990003')
      .execute()
    expect(await why(other.token)).toEqual([
      [401, undefined],
      [401, undefined],
    ])
    backend.clock.advance(31 * 24 * 3600)
    expect(await why(unused.token)).toEqual([
      [401, 'unused'],
      [401, 'unused'],
    ])
    expect(await why('never-given-out')).toEqual([
      [401, undefined],
      [401, undefined],
    ])
  })

  test('a token expires after 30 days without use, and not while it is used [D-09]', async () => {
    const student = await backend.signInAs('990001')
    const ask = async () =>
      (await student.post('/api/proces/findProcess', { stuCode: '', enrollType: '' })).status
    for (let n = 0; n < 3; n++) {
      backend.clock.advance(20 * 24 * 3600)
      expect(await ask()).toBe(200)
    }
    backend.clock.advance(31 * 24 * 3600)
    expect(await ask()).toBe(401)
  })

  test('the proof of a messaging account is valid for a day, and restores the account’s binding only during that time [D-15]', async () => {
    const { openId, proof } = await phone()
    await backend.post(BIND, { idCard: pair.idCard, openId, examNumber: '990001' }, proof)
    const restored = async () =>
      (await backend.post(FIND, { stuNumber: '990001', idCard: '', openId }, proof)).body.code
    backend.clock.advance(24 * 3600 - 60)
    expect(await restored()).toBeUndefined()
    backend.clock.advance(60)
    expect(await restored()).toBe('-1')
  })

  test('a phone that signs in again ends its own previous session, and no other person’s session [D-09]', async () => {
    const [mine, theirs] = [await phone(), await phone()]
    const signedIn = async ({ openId, proof }: Awaited<ReturnType<typeof phone>>) =>
      (await backend.post(FIND, { ...pair, openId }, proof)).body.token
    const [first, other] = [await signedIn(mine), await signedIn(theirs)]
    const unproven = (await backend.post(FIND, { ...pair, openId: mine.openId })).body.token
    const last = await signedIn(mine)
    const alive = async (token: string) =>
      (
        await backend.post(
          FIND,
          { stuNumber: '', idCard: '', openId: '' },
          { authorization: token },
        )
      ).status
    expect(await Promise.all([first, other, unproven, last].map(alive))).toEqual([
      401, 200, 200, 200,
    ])
  })

  test('ending the other sign-ins keeps this phone’s session and its messaging account', async () => {
    const [mine, theirs] = [await phone(), await phone()]
    const signedIn = async ({ openId, proof }: Awaited<ReturnType<typeof phone>>) => {
      await backend.post(BIND, { idCard: pair.idCard, openId, examNumber: '990001' }, proof)
      return (await backend.post(FIND, { ...pair, openId }, proof)).body.token
    }
    const [token, other] = [await signedIn(mine), await signedIn(theirs)]
    const now = backend.clock.now()
    const caller = await findCallerByToken(backend.db, token, now)
    if (caller === undefined || caller.role === 'nobody') throw new Error('not signed in')
    await endOtherSessions(backend.db, caller, now)
    const alive = [token, other].map((one) => findCallerByToken(backend.db, one, now))
    expect((await Promise.all(alive)).map((one) => one?.role)).toEqual(['student', undefined])
    const bindings = backend.db
      .selectFrom('binding')
      .select('open_id')
      .where('code', '=', 'S990001')
    expect(await bindings.execute()).toEqual([{ open_id: mine.openId }])
  })

  test('the session of a closed staff account is refused, though it was not ended', async () => {
    const teacher = await backend.signInAs('T1001')
    const ask = async () =>
      (await teacher.post(FIND, { stuNumber: '', idCard: '', openId: '' })).status
    const close = (at: Date | null) =>
      backend.db.updateTable('staff').set({ closed_at: at }).where('code', '=', 'T1001').execute()
    expect(await ask()).toBe(200)
    await close(backend.clock.now())
    expect(await ask()).toBe(401)
    await close(null)
    expect(await ask()).toBe(200)
  })

  test('tokens are stored as hashes', async () => {
    const { token } = await backend.signInAs('990001')
    const rows = await backend.db.selectFrom('session').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows.every(({ token_hash }) => token_hash.length === 32)).toBe(true)
  })
})

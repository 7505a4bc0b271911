import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAdministrator, hasNoAdministrator } from '#server/features/staff-accounts/accounts'
import { countIssuable } from '#server/features/staff-accounts/store'
import {
  type Backend,
  type TestResponse,
  type SignedInUser,
  startBackend,
} from '../support/backend/backend.ts'

let backend: Backend
let administrator: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  administrator = await backend.signInAs('T4001')
})
afterAll(() => backend.close())

const REFUSED = { code: '-1' }
const DONE = { code: '0' }
const OWN = 'campus-T1001'

const signIn = (code: string, password: string) =>
  backend.post('/api/sys/login', { userCode: code, openId: '', password })
const as = (said: TestResponse): SignedInUser['post'] => {
  const { token } = said.body
  return (path, body, headers) => backend.post(path, body, { authorization: token, ...headers })
}
const act = async (verb: string, body: object, by = administrator.post) =>
  (await by(`/api/manage/staff/${verb}`, body)).body

const somebody = (code: string, more: object = {}) => ({
  code,
  name: '许静',
  department: '学生处',
  post: '教师',
  phone: '',
  roles: [],
  buildings: [],
  ...more,
})
/** Create an account. Returns its first password. */
const create = async (code: string, more: object = {}): Promise<string> =>
  (await act('create', somebody(code, more))).password

/**
 * Create an account whose holder has already replaced the first password with the password of all
 * demo accounts.
 */
async function employed(code: string, more: object = {}): Promise<SignedInUser['post']> {
  await create(code, more)
  const { password_hash } = await backend.db
    .selectFrom('staff')
    .select('password_hash')
    .where('code', '=', 'T1001')
    .executeTakeFirstOrThrow()
  await backend.db
    .updateTable('staff')
    .set({ password_hash, first_password_until: null })
    .where('code', '=', code)
    .execute()
  return as(await signIn(code, OWN))
}
const shown = async (code: string) => (await act('one', { code })).data

test('when two people change one account at once, the second is refused with a message, in each editor of the account', async () => {
  await create('T8101')
  const opened = await administrator.post('/api/manage/staff/one', { code: 'T8101' })
  const seen = { 'if-match': `"${opened.headers.get('etag')?.replaceAll('"', '') ?? ''}"` }
  const about = { name: '许静', department: '教务处', post: '教师', phone: '' }
  const send = (verb: string, more: object) =>
    administrator.post(`/api/manage/staff/${verb}`, { code: 'T8101', ...more }, seen)
  expect((await send('change', about)).body.code).toBe('0')
  const reason = '调岗'
  for (const [verb, more] of [
    ['change', about],
    ['giveRoles', { roles: ['finance'], reason }],
    ['giveBuildings', { buildings: ['紫荆苑3号楼'], reason }],
  ] as const)
    expect((await send(verb, more)).status).toBe(412)
  expect(await shown('T8101')).toMatchObject({ department: '教务处', roles: [], buildings: [] })
})

describe('first passwords in bulk', () => {
  /** Store accounts as the import does: without a password. */
  const imported = async (codes: readonly string[], more: object = {}) => {
    await backend.db
      .insertInto('staff')
      .values(
        codes.map((code) => ({
          code,
          id: `U${code}`,
          name: `许${code}`,
          department: '批量学院',
          post: '教师',
          password_hash: 'none',
          has_password: false,
          ...more,
        })),
      )
      .execute()
  }
  const issue = (more: object) =>
    act('issuePasswords', { find: '', role: '', state: 'none', by: 'sheet', after: '', ...more })

  test('all accounts of a filter without a password get one each, over several pages, and the log has each', async () => {
    const codes = Array.from({ length: 103 }, (_, n) => `B${String(n + 1000)}`)
    await imported(codes)
    const filter = { find: '批量学院', role: '' }
    expect(await act('countWaiting', filter)).toMatchObject({
      none: { all: 103, withPhone: 0 },
      first: { all: 0 },
      days: 7,
    })
    const page = await issue(filter)
    expect(page.data).toHaveLength(100)
    const rest = await issue({ ...filter, after: page.next })
    expect(rest.data).toHaveLength(3)
    expect(rest.next).toBe('')
    const issued = [...page.data, ...rest.data]
    expect(issued.map(({ code }: { code: string }) => code)).toEqual(codes)
    expect(new Set(issued.map((one: { password: string }) => one.password)).size).toBe(103)
    const [first] = issued
    expect((await signIn(first.code, first.password)).body.user).toMatchObject({
      firstPassword: '1',
    })
    const log = await backend.db
      .selectFrom('office_log')
      .select(['about', 'details'])
      .where('action', '=', 'staff.issuePassword')
      .execute()
    expect(log).toHaveLength(103)
    expect(JSON.stringify(log)).not.toContain(first.password)
    // A second round for accounts without a password finds nobody.
    expect((await issue(filter)).data).toEqual([])
  })

  test('a new first password ends the one from before, and is valid for the days of the setting', async () => {
    await imported(['C1001'], { department: '重发学院' })
    const [before] = (await issue({ find: '重发学院' })).data
    const [after] = (await issue({ find: '重发学院', state: 'first' })).data
    expect((await signIn('C1001', before.password)).body.token).toBeUndefined()
    backend.clock.advance(7 * 24 * 3600 + 1)
    expect((await signIn('C1001', after.password)).body).toMatchObject({
      msg: '初始密码已过期，请联系系统管理员重置',
    })
    const env = { FIRST_PASSWORD_DAYS: '9' }
    const patient = await startBackend({ sharing: backend, clock: backend.clock, env })
    const said = await patient.post(
      '/api/manage/staff/issuePasswords',
      { find: '重发学院', role: '', state: 'first', by: 'sheet', after: '' },
      { authorization: administrator.token },
    )
    backend.clock.advance(8 * 24 * 3600)
    expect((await signIn('C1001', said.body.data[0].password)).body.token).toBeTruthy()
    await patient.close()
  })

  test('nobody with a password of their own, no closed account and not the caller get a first password', async () => {
    await employed('D1001', { department: '排除学院', roles: ['admissions'] })
    await imported(['D1002'], { department: '排除学院', closed_at: backend.clock.now() })
    await imported(['D1003'], { department: '排除学院' })
    const { token } = await signIn('D1001', OWN).then(({ body }) => body)
    const issued = [
      ...(await issue({ find: '排除学院' })).data,
      ...(await issue({ find: '排除学院', state: 'first' })).data,
    ]
    expect(issued.map(({ code }: { code: string }) => code)).toEqual(['D1003', 'D1003'])
    expect((await backend.post('/api/manage/me', {}, { authorization: token })).status).toBe(200)
    // The caller is left out by the work number, whatever their account has.
    const asOther = { find: '排除学院', role: '', postWords: [], state: 'first' } as const
    expect((await countIssuable(backend.db, { ...asOther, except: '' })).all).toBe(1)
    expect((await countIssuable(backend.db, { ...asOther, except: 'D1003' })).all).toBe(0)
  })

  test('somebody who signs in through the university and is signed in needs no first password', async () => {
    await employed('D1101', { department: '统一认证学院' })
    await backend.db
      .updateTable('staff')
      .set({ has_password: false })
      .where('code', '=', 'D1101')
      .execute()
    const { token } = (await signIn('D1101', OWN)).body
    expect((await issue({ find: '统一认证学院' })).data).toEqual([])
    expect((await backend.post('/api/manage/me', {}, { authorization: token })).status).not.toBe(
      401,
    )
  })

  test('by SMS a first password goes to the phone of each account that has one, and is not in the answer', async () => {
    await imported(['E1001'], { department: '短信学院', phone: '13800009001' })
    await imported(['E1002'], { department: '短信学院' })
    const filter = { find: '短信学院', role: '' }
    expect(await act('countWaiting', filter)).toMatchObject({ none: { all: 2, withPhone: 1 } })
    const sent = await issue({ ...filter, by: 'sms' })
    expect(sent.data).toMatchObject([{ code: 'E1001', password: '' }])
    const { text } = await backend.db
      .selectFrom('message_out')
      .select('text')
      .where('phone', '=', '13800009001')
      .executeTakeFirstOrThrow()
    const [password = ''] = /[0-9A-Z-]{19}/.exec(text) ?? []
    expect((await signIn('E1001', password)).body.token).toBeTruthy()
    expect((await issue(filter)).data).toMatchObject([{ code: 'E1002' }])
    const silent = await startBackend({ sharing: backend, env: { SMS_PROVIDER: 'none' } })
    const refused = await silent.post(
      '/api/manage/staff/issuePasswords',
      { ...filter, state: 'first', by: 'sms', after: '' },
      { authorization: administrator.token },
    )
    expect(refused.body).toMatchObject({ ...REFUSED, msg: '学校没有短信服务，请打印密码单' })
    await silent.close()
  })

  test('the list of accounts is filtered by what each has to sign in with', async () => {
    await imported(['F1001'], { department: '状态学院' })
    await create('F1002', { department: '状态学院' })
    await employed('F1003', { department: '状态学院' })
    await imported(['F1004'], { department: '状态学院', closed_at: backend.clock.now() })
    const listed = async (more: object) =>
      (await act('list', { find: '状态学院', role: '', after: '', ...more })).data.map(
        ({ code }: { code: string }) => code,
      )
    expect(await listed({})).toEqual(['F1001', 'F1002', 'F1003', 'F1004'])
    expect(await listed({ state: 'none' })).toEqual(['F1001'])
    expect(await listed({ state: 'first' })).toEqual(['F1002'])
    expect(await listed({ state: 'own' })).toEqual(['F1003'])
    expect(await listed({ state: 'closed' })).toEqual(['F1004'])
  })
})

test('the classes of a counsellor are set on the account, and a class that does not exist is refused by name', async () => {
  await create('T8301', { roles: ['counsellor'] })
  const { class_name: known } = await backend.db
    .selectFrom('student')
    .select('class_name')
    .where('class_name', '<>', '')
    .orderBy('code')
    .executeTakeFirstOrThrow()
  const give = (classes: string[]) => act('giveClasses', { code: 'T8301', classes, reason: '分工' })
  expect(await give([known, '不存在1班'])).toMatchObject({ msg: '没有这些班级：不存在1班' })
  expect(await give([known])).toMatchObject(DONE)
  expect(await shown('T8301')).toMatchObject({ roles: ['counsellor'], classes: [known] })
})

describe('a first password', () => {
  test('a first password is shown once, allows only choosing a new password, and is invalid after that', async () => {
    const first = await create('T8001', { roles: ['admissions'], buildings: ['紫荆苑3号楼'] })
    const entered = await signIn('T8001', first)
    expect(entered.body.user).toMatchObject({ firstPassword: '1', roles: ['admissions'] })
    const post = as(entered)
    for (const path of ['/api/userSafe/checkPhone', '/api/userSafe/checkIdCard'])
      expect([path, (await post(path)).body]).toEqual([
        path,
        expect.objectContaining({ code: '403', why: 'own-password' }),
      ])
    expect((await post('/api/manage/me')).body.data).toMatchObject({
      roles: [],
      lacks: 'own-password',
    })
    const change = (newPassword: string) =>
      post('/api/userSafe/updatePassword', { oldPassword: first, newPassword })
    expect((await change(first)).body).toMatchObject(REFUSED)
    expect((await change('own words here')).body).toMatchObject(DONE)
    expect((await post('/api/manage/me')).body.data).toMatchObject({
      roles: ['admissions'],
      lacks: '',
    })
    expect((await signIn('T8001', first)).body.token).toBeUndefined()
    expect((await signIn('T8001', 'own words here')).body.user).not.toHaveProperty('firstPassword')
    expect(await shown('T8001')).toMatchObject({
      buildings: ['紫荆苑3号楼'],
      firstPasswordUntil: '',
    })
  })

  test('a first password expires after seven days, also for a session that began with it', async () => {
    const first = await create('T8002')
    const post = as(await signIn('T8002', first))
    backend.clock.advance(7 * 24 * 3600 + 1)
    expect((await signIn('T8002', first)).body).toMatchObject({
      msg: '初始密码已过期，请联系系统管理员重置',
    })
    expect(
      (
        await post('/api/userSafe/updatePassword', {
          oldPassword: first,
          newPassword: 'own words here',
        })
      ).body,
    ).toMatchObject(REFUSED)
    const next = (await act('resetPassword', { code: 'T8002', reason: '过期' })).password
    expect((await signIn('T8002', next)).body.user.userCode).toBe('T8002')
  })

  test('a first password opens one sign-in, which can be repeated for ten minutes because an answer can be lost', async () => {
    const first = await create('T8003')
    expect((await signIn('T8003', first)).body.token).toBeTruthy()
    backend.clock.advance(599)
    const post = as(await signIn('T8003', first))
    expect(await shown('T8003')).toMatchObject({ firstPasswordUsed: '1' })
    backend.clock.advance(2)
    expect((await signIn('T8003', first)).body).toMatchObject({
      msg: '初始密码只能登录一次，已经用过。请联系系统管理员重新发放',
    })
    // The session that it has opened can still choose a password.
    const own = { oldPassword: first, newPassword: 'own words here' }
    expect((await post('/api/userSafe/updatePassword', own)).body).toMatchObject(DONE)
    expect((await signIn('T8003', 'own words here')).body.token).toBeTruthy()
  })

  test('resetting a password ends every session of the account, and invalidates the old password', async () => {
    const post = await employed('T8003')
    await act('resetPassword', { code: 'T8003', reason: '忘记密码' })
    expect((await post('/api/perDetiles/find')).status).toBe(401)
    expect((await signIn('T8003', OWN)).body.token).toBeUndefined()
  })
})

describe('a staff account', () => {
  test('one account can be created for a work number, in upper or lower case', async () => {
    await create('t8010')
    expect(await act('create', somebody('T8010'))).toMatchObject({
      ...REFUSED,
      msg: '该工号已有账号',
    })
    const { roles: _roles, buildings: _buildings, ...about } = somebody('T8010', { name: '许晶' })
    expect(await act('change', about)).toMatchObject(DONE)
    expect((await shown('T8010')).name).toBe('许晶')
  })

  test('an account can be found by number, name, department and role, including the roles of its post', async () => {
    await create('T8011', { name: '欧阳一', department: '图书馆', roles: ['dorm-office'] })
    const codes = async (find: string, role = '') =>
      (await act('list', { find, role, after: '' })).data.map(({ code }: { code: string }) => code)
    expect(await codes('欧阳')).toEqual(['T8011'])
    expect(await codes('t8011')).toEqual(['T8011'])
    expect(await codes('图书馆')).toEqual(['T8011'])
    expect(await codes('%')).toEqual([])
    expect(await codes('', 'dorm-office')).toEqual(['T7001', 'T8011'])
    expect(await codes('', 'dorm-supervisor')).toEqual(['T2001'])
  })

  test('a role is lost at once when it is taken from an account, and the log has every change with its reason', async () => {
    const post = await employed('T8012', { roles: ['admissions'] })
    expect((await post('/api/manage/me')).status).toBe(200)
    await act('giveRoles', { code: 'T8012', roles: [], reason: '调离' })
    expect((await post('/api/manage/me')).status).toBe(403)
    const { data } = (
      await administrator.post('/api/manage/log', { find: 'staff:T8012', after: '' })
    ).body
    expect(data[0]).toMatchObject({
      by: 'T4001',
      action: 'staff.giveRoles',
      about: 'staff:T8012',
      reason: '调离',
    })
    expect(await act('giveRoles', { code: 'T8012', roles: [], reason: '' })).toMatchObject({
      code: '422',
    })
  })

  test('buildings can be assigned to an account and taken away', async () => {
    const post = await employed('T8013', { post: '宿管' })
    const roster = async () => (await post('/api/stuEnter/roster')).body.data.students.length
    expect(await roster()).toBe(0)
    await act('giveBuildings', { code: 'T8013', buildings: ['紫荆苑3号楼'], reason: '分工' })
    expect(await roster()).toBeGreaterThan(0)
    await act('giveBuildings', { code: 'T8013', buildings: [], reason: '分工' })
    expect(await roster()).toBe(0)
  })

  test('nobody can sign in with a closed account, and a reopened account keeps its password', async () => {
    const post = await employed('T8014')
    await act('close', { code: 'T8014', reason: '离职' })
    expect((await post('/api/perDetiles/find')).status).toBe(401)
    expect((await signIn('T8014', OWN)).body.token).toBeUndefined()
    await act('open', { code: 'T8014', reason: '返聘' })
    expect((await signIn('T8014', OWN)).body.user.userCode).toBe('T8014')
  })

  test('the last administrator’s account keeps its role, and nobody can close their own account', async () => {
    const mine = { code: 'T4001', reason: '试' }
    expect(await act('giveRoles', { ...mine, roles: [] })).toMatchObject({
      msg: '这是最后一位系统管理员，请先设置另一位',
    })
    expect(await act('close', mine)).toMatchObject(REFUSED)
    expect(await act('resetFactor', mine)).toMatchObject(REFUSED)
    expect((await shown('T4001')).roles).toEqual(['administrator'])
  })

  test.each(['giveRoles', 'close'] as const)(
    'when two administrators remove each other at once by %s, one stays',
    async (verb) => {
      const other = await employed(`T80${verb.length}`, { roles: ['administrator'] })
      const end = (code: string, by: SignedInUser['post']) =>
        act(verb, { code, reason: '试', ...(verb === 'giveRoles' && { roles: [] }) }, by)
      await Promise.all([end(`T80${verb.length}`, administrator.post), end('T4001', other)])
      const left = await backend.db
        .selectFrom('staff_role')
        .innerJoin('staff', 'staff.code', 'staff_role.staff_code')
        .select('staff_code')
        .where('role', '=', 'administrator')
        .where('closed_at', 'is', null)
        .execute()
      expect(left).toHaveLength(1)
      await backend.db.updateTable('staff').set({ closed_at: null }).execute()
      await backend.db.deleteFrom('staff_role').where('role', '=', 'administrator').execute()
      await backend.db
        .insertInto('staff_role')
        .values({ staff_code: 'T4001', role: 'administrator', given_at: backend.clock.now() })
        .execute()
      administrator = await backend.signInAs('T4001')
    },
  )
})

describe('the first administrator', () => {
  test('a command creates the first administrator, also from an existing account, who signs in with a first password', async () => {
    expect(await hasNoAdministrator(backend.db)).toBe(false)
    const make = (code: string) =>
      createAdministrator(backend.db, { code, name: '高远', now: backend.clock.now(), days: 7 })
    expect((await signIn('T0001', await make('T0001'))).body.user.roles).toEqual(['administrator'])
    await employed('T8020', { roles: ['admissions'] })
    await act('close', { code: 'T8020', reason: '试' })
    expect((await signIn('T8020', await make('T8020'))).body.user.roles).toEqual([
      'administrator',
      'admissions',
    ])
    await backend.db
      .deleteFrom('staff_role')
      .where('staff_code', 'in', ['T0001', 'T8020'])
      .execute()
  })
})

describe('the second factor', () => {
  const codeOf = (secret: string, now = backend.clock.now()) =>
    new TOTP({ secret }).generate({ timestamp: now.getTime() })
  /** A finance account that has set up a second factor and signed in again. */
  async function enrolled(code: string) {
    const first = await employed(code, { roles: ['finance'] })
    const { secret, address } = (await first('/api/manage/factor/begin')).body
    const { recovery } = (await first('/api/manage/factor/confirm', { code: codeOf(secret) })).body
    const again = as(await signIn(code, OWN))
    return { secret, address, recovery: recovery as string[], first, again }
  }
  const me = async (post: SignedInUser['post']) => (await post('/api/manage/me')).body.data
  const prove = async (post: SignedInUser['post'], code: string) =>
    post('/api/manage/factor/prove', { code })

  test('a second factor is required at the next sign-in, and enables the role for twelve hours', async () => {
    const { secret, address, again, first } = await enrolled('T8030')
    expect(address).toMatch(/^otpauth:\/\/totp\/.*T8030\?.*secret=[A-Z2-7]{32}/)
    expect(await me(first)).toMatchObject({ roles: ['finance'], lacks: '' })
    expect(await me(again)).toMatchObject({ roles: [], lacks: 'second-factor' })
    backend.clock.advance(30)
    expect((await prove(again, codeOf(secret))).body).toMatchObject(DONE)
    expect(await me(again)).toMatchObject({ roles: ['finance'], lacks: '' })
    backend.clock.advance(12 * 3600 + 1)
    expect(await me(again)).toMatchObject({ lacks: 'second-factor' })
  })

  test('a second factor accepts the code of an adjacent half minute, no older code, and no code twice', async () => {
    const { secret, again } = await enrolled('T8031')
    // Start at the beginning of a half minute, so that it lasts until the codes of the previous one
    // are tried.
    const now = new Date(Math.ceil(backend.clock.now().getTime() / 30_000 + 10) * 30_000)
    backend.clock.set(now)
    const old = codeOf(secret, new Date(now.getTime() - 61_000))
    expect((await prove(again, old)).body).toMatchObject({ msg: '动态口令不正确' })
    const before = codeOf(secret, new Date(now.getTime() - 30_000))
    expect((await prove(again, before)).body).toMatchObject(DONE)
    expect((await prove(again, before)).body).toMatchObject({
      msg: '该动态口令已使用过，请等待下一个',
    })
  })

  test('after five wrong second-factor codes even a right one must wait', async () => {
    const { secret, again } = await enrolled('T8032')
    backend.clock.advance(60)
    for (let tries = 0; tries < 5; tries++) await prove(again, '000000')
    expect((await prove(again, codeOf(secret))).status).toBe(429)
    const noted = await backend.db
      .selectFrom('office_log')
      .select('action')
      .where('staff_code', '=', 'T8032')
      .where('action', '=', 'factor.wrong')
      .execute()
    expect(noted).toHaveLength(5)
  })

  test('a recovery code replaces the second factor, and is valid once', async () => {
    const { recovery, again } = await enrolled('T8033')
    expect(new Set(recovery).size).toBe(10)
    expect((await prove(again, recovery[0]?.toLowerCase() ?? '')).body).toMatchObject(DONE)
    expect((await again('/api/manage/factor/state')).body).toMatchObject({ left: '9', proven: '1' })
    expect((await prove(again, recovery[0] ?? '')).body).toMatchObject(REFUSED)
  })

  test('a second factor cannot be set up again with the password alone', async () => {
    const { again } = await enrolled('T8034')
    expect((await again('/api/manage/factor/begin')).body).toMatchObject(REFUSED)
    expect((await again('/api/manage/factor/confirm', { code: '000000' })).body).toMatchObject(
      REFUSED,
    )
    expect((await again('/api/manage/factor/remove')).status).toBe(403)
  })

  test('another administrator can remove a second factor, which ends every session of the account', async () => {
    const { first } = await enrolled('T8035')
    await act('resetFactor', { code: 'T8035', reason: '手机丢失' })
    expect((await first('/api/manage/me')).status).toBe(401)
    expect(await me(as(await signIn('T8035', OWN)))).toMatchObject({
      roles: ['finance'],
      lacks: '',
    })
  })

  test('a second factor is stored encrypted, and its ciphertext is valid for one account only', async () => {
    const { secret } = await enrolled('T8036')
    const { secret: other } = await enrolled('T8037')
    const rows = await backend.db.selectFrom('staff_factor').selectAll().execute()
    expect(JSON.stringify(rows.map(({ sealed }) => sealed?.toString('latin1')))).not.toContain(
      secret,
    )
    const moved = rows.find(({ staff_code }) => staff_code === 'T8037')
    await backend.db
      .updateTable('staff_factor')
      .set({ sealed: moved?.sealed ?? null })
      .where('staff_code', '=', 'T8036')
      .execute()
    backend.clock.advance(60)
    const again = as(await signIn('T8036', OWN))
    expect((await prove(again, codeOf(other))).body.msg).toMatch('SECRETS_KEY')
  })
})

describe('second factors outside the demo', () => {
  test('outside the demo, administrators and finance cannot make their calls without a second factor', async () => {
    const strict = await startBackend({ sharing: backend, env: { SECOND_FACTOR: '1' } })
    const [boss, other] = [await strict.signInAs('T4001'), await strict.signInAs('T5001')]
    expect((await boss.post('/api/manage/log', { find: '', after: '' })).body).toMatchObject({
      code: '403',
      why: 'second-factor',
    })
    expect((await other.post('/api/manage/me')).body.data).toMatchObject({ lacks: 'second-factor' })
    const { secret } = (await boss.post('/api/manage/factor/begin')).body
    const code = new TOTP({ secret }).generate({ timestamp: strict.clock.now().getTime() })
    expect((await boss.post('/api/manage/factor/confirm', { code })).body).toMatchObject(DONE)
    expect((await boss.post('/api/manage/log', { find: '', after: '' })).status).toBe(200)
    expect((await boss.post('/api/manage/factor/remove')).body).toMatchObject(REFUSED)
    await strict.close()
  })

  test('staff who see other people’s data need a second factor, and the campus can require it for fewer roles [security 15]', async () => {
    const strict = await startBackend({ sharing: backend, env: { SECOND_FACTOR: '1' } })
    for (const number of ['T2001', 'T3001', 'T5001', 'T7001']) {
      const who = await strict.signInAs(number)
      expect([number, (await who.post('/api/manage/me')).body.data.lacks]).toEqual([
        number,
        'second-factor',
      ])
      expect((await who.post('/api/manage/factor/state')).body).toMatchObject({ required: '1' })
    }
    const supervisor = await strict.signInAs('T2001')
    expect((await supervisor.post('/api/stuEnter/roster')).body).toMatchObject({
      code: '403',
      why: 'second-factor',
    })
    await strict.close()
    const env = { SECOND_FACTOR: '1', SECOND_FACTOR_ROLES: 'administrator, finance' }
    const fewer = await startBackend({ sharing: backend, env })
    const again = await fewer.signInAs('T2001')
    expect((await again.post('/api/stuEnter/roster')).status).toBe(200)
    await fewer.close()
  })
})

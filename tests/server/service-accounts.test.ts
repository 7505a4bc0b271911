import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls, allDownloads } from '#contract/index'
import { findRolesByScopes } from '#contract/service-scopes'
import { isAllowedAddress, parseNetwork } from '#server/platform/sessions/service-token'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { postFile } from '../support/backend/post-file.ts'

let backend: Backend
let administrator: SignedInUser
beforeAll(async () => {
  backend = await startBackend({ env: { PROXY_HOPS: '1' } })
  administrator = await backend.signInAs('T4001')
})
afterAll(() => backend.close())

const NEW = { name: '教务系统', addresses: '', perMinute: 120, lastDay: '' }
const dayAhead = (days: number) =>
  new Date(backend.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const create = (fields: object) =>
  administrator.post('/api/manage/services/create', { ...NEW, lastDay: dayAhead(30), ...fields })
const makeToken = async (scopes: string[], fields: object = {}): Promise<string> => {
  const { status, body } = await create({ scopes, ...fields })
  if (status === 500) throw new Error(backend.logLines.at(-1))
  expect([status, body.code]).toEqual([200, '0'])
  return body.token
}
/** Make a call with a token, as a program does: with the scheme Bearer, through the proxy. */
const call = (token: string, path: string, body: object = {}, address = '10.2.3.4') =>
  backend.post(path, body, { authorization: `Bearer ${token}`, 'x-forwarded-for': address })
const list = async () => (await administrator.post('/api/manage/services/list')).body

const EVERYBODY = { cohort: 'all', department: '', building: '' }
const ARRIVALS = '/api/manage/arrivals/overview'

describe('a token of a service account', () => {
  test('a token is answered once, and the database has only its hash', async () => {
    const token = await makeToken(['students:read'])
    expect(token).toMatch(/^baodao_[\w-]{43}$/)
    const { accounts } = { accounts: (await list()).data }
    expect(accounts[0]).toMatchObject({ name: '教务系统', hint: token.slice(-4), usedAt: '' })
    expect(JSON.stringify(accounts)).not.toContain(token)
    const rows = await backend.db.selectFrom('service_account').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token.slice(7))
  })

  test('a token makes the calls of its scopes and no others, not even those for everybody', async () => {
    const token = await makeToken(['students:read', 'export:beds'])
    expect((await call(token, ARRIVALS, EVERYBODY)).status).toBe(200)
    const beds = { ...EVERYBODY, format: 'csv' }
    const exported = await backend.fetch('/api/manage/exports/beds', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(beds),
    })
    expect(exported.status).toBe(200)
    for (const path of [
      '/api/manage/exports/fees',
      '/api/manage/finance/day',
      '/api/manage/staff/list',
      '/api/manage/services/create',
      '/api/manage/students/reveal',
      '/api/manage/imports/list',
      '/api/calendar/find',
      '/api/sys/login',
    ]) {
      const { status, body } = await call(token, path, {})
      expect([path, status, body.code]).toEqual([path, 403, '403'])
      expect(body.msg ?? body.error).toContain('授权范围不含')
    }
  })

  test('every call that is not of an office role is refused to every scope', () => {
    const scopes = [
      'students:read',
      'students:write',
      'arrivals:write',
      'money:read',
      'money:write',
      'log:read',
      'import:students',
      ...allDownloads.map(({ path }) => path.replace('/api/manage/exports/', 'export:')),
    ]
    for (const one of [...allCalls, ...allDownloads]) {
      const roles = findRolesByScopes(one, scopes)
      if (!one.path.startsWith('/api/manage/')) expect([one.path, roles]).toEqual([one.path, []])
      for (const role of roles) expect(one.who).toContain(role)
    }
    const management = allCalls.filter(({ path }) => /\/(staff|services|factor)\//.test(path))
    expect(management.flatMap((one) => findRolesByScopes(one, scopes))).toEqual([])
  })

  test('what a token did is in the audit log under the name of its account', async () => {
    const token = await makeToken(['export:classRosters'], { name: '一卡通' })
    const path = '/api/manage/exports/classRosters'
    const { status } = await backend.fetch(path, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ ...EVERYBODY, format: 'csv' }),
    })
    expect(status).toBe(200)
    const { body } = await administrator.post('/api/manage/log', { find: '', after: '' })
    expect(body.data[0]).toMatchObject({ name: '一卡通', action: 'exports.classRosters' })
    expect(body.data[1]).toMatchObject({ action: 'services.create', by: 'T4001' })
  })

  test('a token is refused from an address outside its networks', async () => {
    const token = await makeToken(['students:read'], { addresses: '10.2.0.0/16\n2001:db8::/32' })
    expect((await call(token, ARRIVALS, EVERYBODY, '10.2.200.1')).status).toBe(200)
    expect((await call(token, ARRIVALS, EVERYBODY, '2001:db8::7')).status).toBe(200)
    const other = await call(token, ARRIVALS, EVERYBODY, '10.3.0.1')
    expect([other.status, other.body.msg]).toEqual([403, '该令牌不允许从这个地址使用'])
    expect((await list()).data[0]).toMatchObject({ usedFrom: '10.2.200.1' })
  })

  test('a token that is unknown, revoked or past its last day is refused with 401', async () => {
    const token = await makeToken(['students:read'], { lastDay: dayAhead(2) })
    expect((await call(token, ARRIVALS, EVERYBODY)).status).toBe(200)
    const now = backend.clock.now()
    backend.clock.advance(4 * 86_400)
    expect((await call(token, ARRIVALS, EVERYBODY)).status).toBe(401)
    backend.clock.set(now)
    const { code } = (await list()).data[0]
    const revoke = { code, reason: '换系统' }
    expect((await administrator.post('/api/manage/services/revoke', revoke)).body.code).toBe('0')
    const { status, body } = await call(token, ARRIVALS, EVERYBODY)
    expect([status, body.msg]).toEqual([401, '令牌无效、已过期或已停用'])
    expect((await call(`${token}x`, ARRIVALS, EVERYBODY)).status).toBe(401)
    const again = await administrator.post('/api/manage/services/revoke', revoke)
    expect(again.body.code).not.toBe('0')
  })

  test('requests beyond the limit of the account are answered with 429', async () => {
    const token = await makeToken(['students:read'], { perMinute: 3 })
    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await call(token, ARRIVALS, EVERYBODY)).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })

  test('nobody can sign in with the account, and it is not in the list of staff', async () => {
    await makeToken(['students:read'])
    const { code } = (await list()).data[0]
    const { body } = await backend.post('/api/sys/login', { userCode: code, password: '' })
    expect(body.token).toBeUndefined()
    const staff = await administrator.post('/api/manage/staff/list', {
      find: code,
      role: '',
      after: '',
    })
    expect(staff.body.data).toEqual([])
    expect(
      (await administrator.post('/api/manage/staff/open', { code, reason: 'x' })).body.code,
    ).not.toBe('0')
  })
})

test('a valid token stays in the list, and can be revoked, however many accounts were made after it', async () => {
  await makeToken(['students:read'], { name: '最早的系统' })
  const past = new Date(backend.clock.now().getTime() + 1000)
  await backend.db.transaction().execute(async (tx) => {
    const codes = Array.from({ length: 500 }, (_, at) => `APIOLD${at}`)
    const blank = { department: '', post: '', password_hash: '', closed_at: past }
    await tx
      .insertInto('staff')
      .values(codes.map((code) => ({ code, id: code, name: code, ...blank })))
      .execute()
    await tx
      .insertInto('service_account')
      .values(
        codes.map((code) => ({
          code,
          token_hash: Buffer.from(code),
          token_hint: '',
          scopes: ['students:read'],
          addresses: [],
          per_minute: 1,
          created_at: past,
          expires_at: past,
          revoked_at: past,
        })),
      )
      .execute()
  })
  const names = (await list()).data.map(({ name }: { name: string }) => name)
  expect(names).toContain('最早的系统')
})

describe('an import by a token', () => {
  test('a token imports its own kind with a dry run first, and no other kind', async () => {
    const token = await makeToken(['import:departments'])
    const kinds = await call(token, '/api/manage/imports/kinds')
    expect(kinds.body.data.map(({ name }: { name: string }) => name)).toEqual(['departments'])
    const file = new TextEncoder().encode('学院代码,学院名称\r\n77,海洋学院\r\n')
    const path = '/api/manage/imports/upload'
    const other = await postFile(backend, path, file, {
      by: { token },
      name: 'a.csv',
      kind: 'students',
    })
    expect((await other.json()).code).not.toBe('0')
    const uploaded = await postFile(backend, path, file, {
      by: { token },
      name: 'a.csv',
      kind: 'departments',
    })
    const { id } = await uploaded.json()
    const waitFor = async (state: string) => {
      for (;;) {
        const { body } = await call(token, '/api/manage/imports/one', { id })
        if (body.data.state === state) return body.data
        expect(['checking', 'applying', 'checked']).toContain(body.data.state)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    expect(await waitFor('checked')).toMatchObject({ added: 1, refused: 0, name: '教务系统' })
    const find = () =>
      backend.db.selectFrom('department').select('name').where('id', '=', '77').execute()
    expect(await find()).toEqual([])
    const apply = { id, goodRows: '0', withdraw: '0' }
    expect((await call(token, '/api/manage/imports/apply', apply)).body.code).toBe('0')
    await waitFor('applied')
    expect(await find()).toEqual([{ name: '海洋学院' }])
  })
})

describe('the form of a service account', () => {
  test('a wrong address, day, limit or scope is refused with a sentence', async () => {
    const issueOf = async (fields: object) => {
      const { body } = await create({ scopes: ['students:read'], ...fields })
      return body.issues?.[0] ?? body.msg
    }
    expect(await issueOf({ addresses: '10.2.3.4\n10.2.3' })).toEqual({
      path: 'addresses',
      message: '“10.2.3”不是 IP 地址或网段',
    })
    const day = { path: 'lastDay', message: '有效期从今天起，最长两年' }
    expect(await issueOf({ lastDay: dayAhead(-2) })).toEqual(day)
    expect(await issueOf({ lastDay: dayAhead(800) })).toEqual(day)
    expect(await issueOf({ perMinute: 0 })).toMatchObject({ path: 'perMinute' })
    expect(await issueOf({ scopes: [] })).toMatchObject({ path: 'scopes' })
    expect(await issueOf({ scopes: ['everything'] })).toContain('授权范围已变化')
    expect(await issueOf({ name: '' })).toMatchObject({ path: 'name' })
  })

  test.each([
    ['10.0.0.0/8', '10.9.9.9', true],
    ['10.0.0.0/8', '::ffff:10.9.9.9', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['192.168.1.7', '192.168.1.7', true],
    ['192.168.1.7', '192.168.1.8', false],
    ['fd00::/8', 'fd12::1', true],
    ['fd00::/8', 'fe80::1%eth0', false],
    ['10.0.0.0/8', 'unknown', false],
  ])('with the network %s the address %s is accepted: %s', (network, address, accepted) => {
    expect(isAllowedAddress(address, [network])).toBe(accepted)
    expect(isAllowedAddress(address, [])).toBe(true)
  })

  test.each(['10.0.0.0/33', '10.0.0/8', 'host.example.edu', 'fd00::/129', '', '1.2.3.4/'])(
    '%j is neither an address nor a network',
    (text) => {
      expect(parseNetwork(text)).toBeUndefined()
    },
  )
})

import { Agent, request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveMetrics } from '#server/platform/monitoring/metrics-port'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { travelFormBody } from '../support/backend/form-bodies.ts'

let backend: Backend
let student: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  student = await backend.signInAs('990001')
})
afterAll(() => backend.close())

// PostgreSQL's error codes for a database that is read-only, stops, restarts, starts, has no disk
// space, no memory or no connection left, exceeds a limit, cannot write to its disk, or found a
// deadlock.
const DATABASE_ERRORS =
  '25006 57P01 57P02 57P03 53100 53200 53300 53400 58030 40001 40P01 55P03 57014'.split(' ')
const ADD = '/api/TravelInformation/addBusInformation'
const send = async (
  body: RequestInit['body'],
  headers: Record<string, string> = { 'content-type': 'application/json' },
) => {
  const init = {
    method: 'POST',
    headers: { authorization: student.token, ...headers },
    body,
    duplex: 'half',
  } as RequestInit
  const response = await backend.fetch(ADD, init)
  return { status: response.status, body: await response.json() }
}

describe('request bodies', () => {
  test('malformed JSON is answered with the server’s own 400 message, and is never echoed', async () => {
    for (const bad of ['{"startCity": secret', '[1]', '"text"', 'null', '']) {
      const said = await send(bad)
      expect(said).toEqual({
        status: 400,
        body: { results: false, msg: '请求内容无法识别', code: '400' },
      })
    }
  })

  test('a request body of another content type is answered 415', async () => {
    expect((await send('<a/>', { 'content-type': 'text/xml' })).status).toBe(415)
    expect((await send('{}', { 'content-type': 'text/plain' })).status).toBe(415)
  })

  test('a request body of form fields is accepted as well as JSON [D-02]', async () => {
    const fields = new URLSearchParams(travelFormBody())
    expect(
      await send(fields.toString(), { 'content-type': 'application/x-www-form-urlencoded' }),
    ).toEqual({
      status: 200,
      body: { results: true },
    })
  })

  test('an oversized body is refused by its Content-Length, and a streamed body once it grows too large', async () => {
    const large = JSON.stringify({ ...travelFormBody(), remark: 'x'.repeat(300_000) })
    expect(
      (
        await send(large, {
          'content-type': 'application/json',
          'content-length': String(large.length),
        })
      ).status,
    ).toBe(413)
    const said = await send(new Blob([large]).stream())
    expect(said).toMatchObject({
      status: 413,
      body: { results: false, msg: '内容过大，请减少后再提交' },
    })
  })

  test('a connection stays usable after a streamed body was refused', async () => {
    const own = await startBackend({ sharing: backend, listen: true })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const post = (body: string) =>
      new Promise<[number | undefined, isReused: boolean]>((resolve, reject) => {
        const headers = { 'content-type': 'application/json', authorization: student.token }
        const sent = request(own.url + ADD, { method: 'POST', agent, headers }, (answer) => {
          answer.resume()
          answer.on('end', () => resolve([answer.statusCode, sent.reusedSocket]))
        })
        sent.on('error', reject)
        // The body is sent in chunks, so without a Content-Length.
        sent.write(body)
        sent.end('x'.repeat(100_000))
      })
    for (const isReused of [false, true, true])
      expect(await post(`{"remark": "${'x'.repeat(3_000_000)}`)).toEqual([413, isReused])
    agent.destroy()
    await own.close()
  })

  test('OFF survive: a truncated body causes no internal error and has no effect', async () => {
    const cut = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"stuCode":')),
      pull: (controller) => controller.error(new Error('connection reset')),
    })
    expect((await send(cut)).status).toBe(400)
  })

  test('an unknown key of a body is named in the answer', async () => {
    const said = await student.post(ADD, { ...travelFormBody(), isAdmin: '1', __proto__x: 1 })
    expect(said.status).toBe(422)
    expect(said.body).toMatchObject({
      results: false,
      code: '422',
      issues: [{ path: 'isAdmin', message: '包含无法识别的内容' }, { path: '__proto__x' }],
    })
  })

  test('invalid fields are explained in the requested language [D-10]', async () => {
    const wrong = {
      ...travelFormBody(),
      startDate: '2026-02-30',
      heelNum: '2a',
      remark: '',
      remarks: '',
    }
    const zh = await student.post(ADD, wrong)
    expect(zh.status).toBe(422)
    const messages = zh.body.issues.map(({ message }: { message: string }) => message)
    expect(messages).toEqual(expect.arrayContaining(['内容填写有误', '请输入正确的随行人数']))
    const en = await student.post(ADD, wrong, { 'accept-language': 'en-GB,zh;q=0.5' })
    expect(JSON.stringify(en.body)).toContain('Digits only')
  })

  test('in a request body, a number can be sent as text, and numeric text as a number [D-05]', async () => {
    expect(
      (await student.post(ADD, { ...travelFormBody(), heelNum: 2, status: 1, processId: 2 })).body,
    ).toEqual({ results: true })
  })
})

describe('responses', () => {
  test('personal responses are no-store, and have the security headers [D-114]', async () => {
    const said = await student.post('/api/TravelInformation/findBusInformation')
    expect(said.headers.get('cache-control')).toBe('no-store')
    expect(said.headers.get('x-content-type-options')).toBe('nosniff')
    expect(said.headers.get('referrer-policy')).toBe('no-referrer')
    expect(said.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(said.headers.get('strict-transport-security')).toBeNull()
    const secure = await student.post(
      '/api/TravelInformation/findBusInformation',
      {},
      { 'x-forwarded-proto': 'https' },
    )
    expect(secure.headers.get('strict-transport-security')).toContain('max-age=')
  })

  test('the Date header follows the clock [D-28]', async () => {
    const own = await startBackend({ sharing: backend })
    own.clock.set('2031-05-06T07:08:09Z')
    expect((await own.fetch('/healthz')).headers.get('date')).toContain('06 May 2031 07:08')
    await own.close()
  })

  test('an unknown address below /api/ is 404 as JSON, also for a browser [D-04]', async () => {
    const post = await backend.post('/api/nothing/here')
    expect([post.status, post.body.code]).toEqual([404, '404'])
    const get = await backend.fetch('/api/nothing', { headers: { accept: 'text/html' } })
    expect([get.status, get.headers.get('content-type')]).toEqual([404, 'application/json'])
  })

  test('a full disk is reported with a message, and reads continue', async () => {
    const own = await startBackend({ sharing: backend, hasRoom: async () => false })
    const headers = { authorization: student.token, 'idempotency-key': 'no-space-left' }
    const said = await own.post(ADD, travelFormBody(), headers)
    expect([said.status, said.body.msg, said.headers.get('idempotency-key')]).toEqual([
      507,
      '服务器存储空间不足，请稍后再试',
      'no-space-left',
    ])
    expect((await own.post('/api/TravelInformation/findBusInformation', {}, headers)).status).toBe(
      200,
    )
    await own.close()
  })

  test('without a database the server is alive but not ready, and calls are 503 with a Retry-After', async () => {
    const own = await startBackend({ connectionString: 'postgres://nobody:x@127.0.0.1:1/none' })
    const said = await own.post(ADD, travelFormBody(), { authorization: 'x' })
    expect([said.status, said.headers.get('retry-after'), said.body]).toEqual([
      503,
      '5',
      { results: false, msg: '服务器繁忙，请稍后再试', code: '503' },
    ])
    expect((await own.fetch('/healthz')).status).toBe(200)
    expect((await own.fetch('/readyz')).status).toBe(503)
    await own.close()
  })

  test('a write that the database cannot store for any reason is answered with a Retry-After, never 500', async () => {
    const own = await startBackend()
    const someone = await own.signInAs('990001')
    await sql`create table obstacle (code text)`.execute(own.db)
    await sql`create function fail() returns trigger language plpgsql as
      $$ begin raise exception using errcode = (select code from obstacle); end $$`.execute(own.db)
    await sql`create trigger fail before insert on travel for each row execute function fail()`.execute(
      own.db,
    )
    const statusFor = async (code: string) => {
      await sql`with old as (delete from obstacle) insert into obstacle values (${code})`.execute(
        own.db,
      )
      const { status } = await someone.post(ADD, travelFormBody(), {
        'idempotency-key': `failing-${code}`,
      })
      return [code, status]
    }
    const said = []
    for (const code of DATABASE_ERRORS) said.push(await statusFor(code))
    expect(said).toEqual(DATABASE_ERRORS.map((code) => [code, code === '53100' ? 507 : 503]))
    await sql`drop trigger fail on travel`.execute(own.db)
    expect(
      (await someone.post(ADD, travelFormBody(), { 'idempotency-key': 'failing-25006' })).status,
    ).toBe(200)
    await own.close()
  })

  test('an internal error is 500 with a message and without a stack trace [XC-13]', async () => {
    const own = await startBackend()
    const someone = await own.signInAs('990001')
    await own.db.schema.dropTable('travel').execute()
    const said = await someone.post(ADD, travelFormBody(), { 'idempotency-key': 'a-fault-of-ours' })
    const { request } = said.body
    expect([said.status, said.body]).toEqual([
      500,
      {
        results: false,
        msg: `服务器异常请稍后再试（查询编号${request}）`,
        code: '500',
        request: expect.stringMatching(/^\d{3}-\d{3}-\d{3}$/),
      },
    ])
    expect(said.headers.get('x-request-id')).toBe(request)
    expect(JSON.parse(own.logLines.at(-1) ?? '')).toMatchObject({
      id: request,
      fault: { code: '42P01' },
    })
    await own.close()
  })
})

test('the log has no student number, ID card, phone number, token or form value [D-114]', async () => {
  const own = await startBackend()
  const someone = await own.signInAs('990002')
  await someone.post(ADD, travelFormBody(), { 'idempotency-key': 'key-of-a-student' })
  await someone.post('/api/TravelInformation/peerRecommendations')
  await own.fetch('/welcome/990002?code=secret', { headers: { accept: 'text/html' } })
  await own.post('/api/binding/findstu', {
    stuNumber: '990002',
    idCard: '110101200801010015',
    openId: 'o-1',
  })
  const log = own.logLines.join('')
  expect(own.logLines.length).toBeGreaterThan(4)
  for (const secret of [
    '990002',
    '110101',
    '138990',
    someone.token,
    'secret',
    '东莞',
    '李明轩',
    'key-of-a-student',
    'o-1',
  ])
    expect(log).not.toContain(secret)
  expect(JSON.parse(own.logLines[0] ?? '')).toMatchObject({
    method: 'POST',
    route: '/api/binding/findstu',
    status: 200,
    ms: expect.any(Number),
    id: expect.any(String),
  })
  await own.close()
})

test('metrics are counted by route, and are served only at the metrics port', async () => {
  const { port } = await serveMetrics(backend.metrics.registry, {
    host: '127.0.0.1',
    port: 0,
  })
  const asked = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(asked.headers.get('content-type')).toContain('text/plain')
  const text = await asked.text()
  expect(text).toMatch(/http_requests_total\{route="\/api\/binding\/findstu",status="200"\} \d+/)
  expect(text).toContain('database_connections')
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404)
  for (const accept of ['text/plain', 'text/html', '*/*'])
    expect((await backend.fetch('/metrics', { headers: { accept } })).status).toBe(404)
})

describe('clients behind one address [D-15]', () => {
  test('valid WeChat codes are not rate-limited; after 600 unknown codes from an address only valid codes are answered', async () => {
    const own = await startBackend({ env: { PROXY_HOPS: '1' } })
    const trade = (seen: string, code: string) =>
      own.post(
        '/wx/code/getCode',
        { code, appid: 'sandbox', state: 's' },
        { 'x-forwarded-for': `1.2.3.4, ${seen}` },
      )
    const code = async () => {
      const address =
        '/sandbox/authorize?redirect_uri=http://campus.test/&scope=snsapi_base&state=s'
      const back = await own.fetch(address, { redirect: 'manual' })
      return new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? ''
    }
    expect((await trade('10.0.0.7', await code())).body.accesstoken).toMatch(/^[\w-]{43}$/)
    expect(await own.db.selectFrom('rate_limit').select('points').execute()).toEqual([
      { points: 0 },
    ])
    for (let n = 0; n < 600; n += 20)
      await Promise.all(Array.from({ length: 20 }, (_, more) => trade('10.0.0.7', `N${n + more}`)))
    expect((await trade('10.0.0.7', 'N600')).status).toBe(429)
    for (const seen of ['10.0.0.7', '10.0.0.8'])
      expect((await trade(seen, await code())).body.accesstoken).toMatch(/./)
    await own.close()
  })
})

test('one person who sends too many requests is rate-limited, other people are not [security 12]', async () => {
  const own = await startBackend({ sharing: backend, env: { REQUESTS_PER_MINUTE: '5' } })
  const ask = (token: string) =>
    own.post('/orientation/selectDormInfo', {}, { authorization: token })
  const flood = await Promise.all(Array.from({ length: 7 }, () => ask(student.token)))
  expect(flood.filter(({ status }) => status === 429)).toHaveLength(2)
  expect(flood.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/)
  const other = await own.signInAs('990003')
  expect((await ask(other.token)).status).toBe(200)
  await own.close()
})

test.each(['/sandbox/authorize', '/sandbox/pay/code'])(
  'a body that claims to be a form and is none is no fault at %s [security 13]',
  async (path) => {
    const { status } = await backend.fetch(path, {
      method: 'POST',
      headers: { 'content-type': String.raw`multipart/form-data; boundary=\\\\` },
      body: '',
    })
    expect([400, 409]).toContain(status)
  },
)

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AnyCall,
  defineDownload,
  defineFile,
  defineInquiry,
  defineQueuedWrite,
  defineRead,
  defineUpload,
  defineWrite,
} from '#contract/call'
import {
  booleanCodec,
  requiredKey,
  listCodec,
  optionalKey,
  recordCodec,
  textCodec,
} from '#contract/codec'
import { acceptIfResultsOne } from '#contract/rules'
import { commonTexts } from '#i18n/common'
import { refusalTexts } from '#i18n/refusals'
import { OverloadedError } from '#server/platform/concurrency'
import { succeed, type Handler, refuse, succeedWithSession } from '#server/platform/http/handler'
import { type Backend, startBackend } from '../../../support/backend/backend.ts'
import {
  runWithFirstPassword,
  type DispatchConditions,
  type DispatchRoute,
  routeToCall,
  routeToDownload,
  routeToFile,
  routeToUpload,
  type DispatchOutcome,
  createDispatchHarness,
  expectedFailureBody,
  type SignedInPerson,
  signInPerson,
} from '../../../support/backend/dispatch-harness.ts'

let backend: Backend
let student: SignedInPerson
let office: SignedInPerson
beforeAll(async () => {
  backend = await startBackend()
  student = await signInPerson(backend, 'S990001')
  office = await signInPerson(backend, 'T4001')
})
afterAll(() => backend.close())

let edge: ReturnType<typeof createDispatchHarness>
/** The requests that the handler received. */
let asked: Parameters<Handler<unknown, unknown>>[0][]
beforeEach(() => {
  edge = createDispatchHarness(backend)
  asked = []
})
afterEach(() => backend.clock.set(new Date()))

const shape = {
  path: '/api/made-up',
  who: 'bound',
  input: recordCodec({
    word: optionalKey('word', textCodec()),
    flags: optionalKey('flags', listCodec(booleanCodec)),
  }),
  output: recordCodec({ said: requiredKey('said', textCodec()) }),
  rule: acceptIfResultsOne,
} as const
const KINDS = {
  read: defineRead({ ...shape, offline: 'online-only' }),
  inquiry: defineInquiry(shape),
  write: defineWrite(shape),
  queued: defineQueuedWrite({ ...shape, form: 'made-up' }),
  'by anyone': defineWrite({ ...shape, who: 'anyone' }),
  apart: defineWrite({ ...shape, ownsTransactions: true }),
} satisfies Record<string, AnyCall>
const fine = { status: 200, body: { results: 1, said: 'so' } }

interface RequestOptions {
  readonly who?: SignedInPerson | undefined
  readonly body?: object | string
  readonly headers?: Record<string, string>
  readonly handler?: Handler<unknown, unknown>
}
async function sent(call: AnyCall, options: RequestOptions = {}) {
  const { who, body = {}, headers = {}, handler = async () => succeed({ said: 'so' }) } = options
  const request = new Request('http://campus.test/api/made-up', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      ...(who !== undefined && { authorization: who.token }),
      ...headers,
    },
  })
  return edge.send(
    request,
    routeToCall(call, async (ask) => {
      asked.push(ask)
      return handler(ask)
    }),
  )
}
const came = async (call: AnyCall, options?: RequestOptions): Promise<DispatchOutcome> =>
  (await sent(call, options)).came

describe('dispatch of a call', () => {
  test('a permitted call is answered, and frees its slot', async () => {
    for (const [kind, call] of Object.entries(KINDS)) {
      edge = createDispatchHarness(backend)
      expect([kind, await came(call, { who: student })]).toMatchObject([kind, fine])
      const urgent = kind !== 'read' && kind !== 'inquiry'
      expect([kind, edge.deeds]).toMatchObject([
        kind,
        { admittedAsUrgent: [urgent], releasedCount: 1 },
      ])
    }
  })

  test('a call without a free slot is refused with Retry-After before anything else is checked', async () => {
    edge.around.retryAfterSeconds = 7
    expect(await came(KINDS.write, { who: student })).toEqual({
      ...expectedFailureBody(503, refusalTexts.busy.zh),
      headers: { 'retry-after': '7' },
    })
    expect([asked, edge.deeds.rateLimitedKeys, edge.deeds.releasedCount]).toEqual([[], [], 0])
  })

  test('a failed call frees its slot as well', async () => {
    const failed = new Error('no')
    const handler = () => Promise.reject(failed)
    expect(await came(KINDS.read, { who: student, handler })).toEqual({ failed })
    expect(edge.deeds.releasedCount).toBe(1)
  })

  test('an anonymous call is refused if the call requires a sign-in, and counts for nobody’s rate limit', async () => {
    const out = { status: 401, body: { status: -400, msg: commonTexts.signedOut.zh } }
    expect(await came(KINDS.read)).toMatchObject(out)
    expect(asked).toEqual([])
    expect(await came(KINDS['by anyone'])).toMatchObject(fine)
    expect(asked[0]?.caller).toEqual({ role: 'nobody' })
    expect(edge.deeds.rateLimitedKeys).toEqual([])
  })

  test('a call with an ended session is answered with the reason why the session ended', async () => {
    const other = await signInPerson(backend, 'S990002')
    await backend.db
      .updateTable('session')
      .set({ ended_at: backend.clock.now(), ended_why: 'password' })
      .where('code', '=', other.code)
      .execute()
    expect(await came(KINDS.read, { who: other })).toMatchObject({ body: { why: 'password' } })
  })

  test('a call without permission is forbidden', async () => {
    const call = defineWrite({ ...shape, who: ['finance'] })
    expect(await came(call, { who: student })).toEqual(
      expectedFailureBody(403, commonTexts.noPermission.zh),
    )
    expect([asked, edge.deeds.rateLimitedKeys]).toEqual([[], []])
  })

  test('a call by somebody who must first choose a password is refused and says so', async () => {
    const call = defineWrite({ ...shape, who: ['administrator'] })
    const ask = () => came(call, { who: office })
    expect(await runWithFirstPassword(backend, office, ask)).toMatchObject({
      status: 403,
      body: { results: 0, why: 'own-password' },
    })
    expect(asked).toEqual([])
    expect(await ask()).toMatchObject(fine)
  })

  test('a call beyond the person’s rate limit is refused with a waiting time', async () => {
    edge.around.rateLimitSeconds = 9
    expect(await came(KINDS.read, { who: student })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '9' },
    })
    expect([asked, edge.deeds.rateLimitedKeys]).toEqual([[], [`student:${student.code}`]])
  })

  test('a call whose body names somebody else is forbidden, and a call that names its caller is permitted [D-09]', async () => {
    expect(await came(KINDS.read, { who: student, body: { stuCode: 'S990002' } })).toMatchObject({
      status: 403,
    })
    expect(asked).toEqual([])
    expect(await came(KINDS.read, { who: student, body: { stuCode: 'S990001' } })).toMatchObject(
      fine,
    )
  })

  test('a call is answered in its language', async () => {
    const said = async (language: string) => {
      await came(KINDS.read, { who: student, headers: { 'accept-language': language } })
      return asked.pop()?.language
    }
    expect(await said('')).toBe('zh')
    expect(await said('*')).toBe('zh')
    expect(await said('*, en;q=0.5')).toBe('en')
    expect(await said('en-GB;q=0.9, zh')).toBe('en')
    expect(await said('zh-CN, en')).toBe('zh')
    expect(await said('fr , en')).toBe(await said('fr,en'))
    const wrong = { who: student, body: [1] }
    const english = { ...wrong, headers: { 'accept-language': 'en' } }
    expect(await came(KINDS.read, english)).toMatchObject({
      status: 400,
      body: { msg: commonTexts.badRequest.en },
    })
  })

  test('headers that the handler adds are in the answer', async () => {
    const headers = {
      'if-match': ' W/"7" ',
      host: 'campus.test:81',
      accesstoken: 'a proof',
      uniqueid: 'one',
    }
    await came(KINDS.read, { who: student, headers, body: { word: 'x' } })
    expect(asked[0]).toMatchObject({
      ifMatch: '7',
      host: 'campus.test:81',
      accessToken: 'a proof',
      orderId: 'one',
      address: '10.0.0.1',
      token: student.token,
      input: { word: 'x' },
      caller: { role: 'student', subject: 'student:S990001' },
    })
    const ifMatch = async (said: string) => {
      await came(KINDS.read, { who: student, headers: { 'if-match': said } })
      return asked.pop()?.ifMatch
    }
    expect([await ifMatch('"8"'), await ifMatch('9'), await ifMatch('a"b')]).toEqual([
      '8',
      '9',
      'a"b',
    ])
    await came(KINDS.read, { who: student })
    expect(asked.pop()).toMatchObject({
      ifMatch: undefined,
      host: 'campus.test',
      accessToken: undefined,
      orderId: undefined,
    })
  })

  test('a call with an invalid body is answered with a list of its errors, field by field', async () => {
    const issues = async (body: object) => {
      const said = await came(KINDS.read, { who: student, body })
      return 'body' in said ? [said.status, said.body['issues']] : [said]
    }
    const [strange, characters] = [refusalTexts.unknownField.zh, refusalTexts.badCharacters.zh]
    expect(await issues({ word: 'x', other: 1, more: 2 })).toEqual([
      422,
      ['other', 'more'].map((path) => ({ path, message: strange })),
    ])
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`k${at}`, 1]))
    expect((await issues(many))[1]).toHaveLength(20)
    expect(await issues({ word: 'a\0' })).toEqual([422, [{ path: 'word', message: characters }]])
    expect(await issues({ flags: ['1', 'x'] })).toMatchObject([422, [{ path: 'flags.1' }]])
    expect(await issues({ word: [] })).toMatchObject([422, [{ path: 'word' }]])
    const english = { who: student, body: { word: [] }, headers: { 'accept-language': 'en' } }
    expect(await came(KINDS.read, english)).toMatchObject({
      body: { issues: [{ path: 'word', message: commonTexts.badField.en }] },
    })
    expect(asked).toEqual([])
  })

  test('the body of a call is not read if it is too long, unless the call accepts pictures', async () => {
    const body = { word: 'x'.repeat(300 * 1024) }
    expect(await came(KINDS.read, { who: student, body })).toMatchObject({ status: 413 })
    expect(
      await came(defineRead({ ...shape, offline: 'online-only', maxImages: 1 }), {
        who: student,
        body,
      }),
    ).toMatchObject(fine)
  })

  /**
   * A handler that answers when the test releases it. Returns the number of running calls, and the
   * release function.
   */
  function held() {
    const doors: (() => void)[] = []
    const handler: Handler<unknown, unknown> = () =>
      new Promise((resolve) => doors.push(() => resolve(succeed({ said: 'so' }))))
    return { doors, handler }
  }

  test('a call with pictures keeps its slot until it is answered, and a person can have two', async () => {
    const call = defineWrite({ ...shape, who: 'anyone', ownsTransactions: true, maxImages: 1 })
    const { doors, handler } = held()
    const options = { headers: { 'content-length': '2' } }
    const ways = [
      {
        ask: () => came(call, { ...options, who: student, handler }),
        other: () => came(call, { ...options, who: office }),
      },
      // Anonymous callers share the slots of their address.
      {
        ask: () => came(call, { ...options, handler }),
        other: () => {
          edge.around.address = '10.0.0.2'
          return came(call, options)
        },
      },
    ]
    for (const { ask, other } of ways) {
      const both = [ask(), ask()]
      await expect.poll(() => doors.length).toBe(2)
      expect(await ask()).toMatchObject({ failed: expect.any(OverloadedError) })
      expect(await other()).toMatchObject(fine)
      delete edge.around.address
      for (const open of doors.splice(0)) open()
      expect(await Promise.all(both)).toMatchObject([fine, fine])
    }
    // Calls without pictures are not limited to two at a time.
    const plain = [0, 1, 2].map(() => came(KINDS.apart, { who: student, handler }))
    await expect.poll(() => doors.length).toBe(3)
    for (const open of doors.splice(0)) open()
    expect(await Promise.all(plain)).toMatchObject([fine, fine, fine])
  })

  test('a sender can have two calls with pictures at a time, and a body that is announced but not sent takes no memory', async () => {
    const call = defineWrite({ ...shape, ownsTransactions: true, maxImages: 8 })
    const { doors, handler } = held()
    const first = came(call, { who: student, handler })
    await expect.poll(() => doors.length).toBe(1)
    const second = came(call, { who: student, handler })
    await expect.poll(() => doors.length).toBe(2)
    expect(await came(call, { who: student })).toMatchObject({
      failed: expect.any(OverloadedError),
    })
    // Two of the largest bodies would exceed the memory limit, but these two are small.
    expect(await came(call, { who: office })).toMatchObject(fine)
    for (const open of doors) open()
    expect(await Promise.all([first, second])).toMatchObject([fine, fine])
  })
})

describe('dispatch of a write', () => {
  test('a write that could not be stored is refused before its handler runs; a read is answered', async () => {
    for (const [why, status] of [
      ['full', 507],
      ['standby', 503],
    ] as const) {
      edge.around.refusal = why
      expect(await came(KINDS.write, { who: student })).toMatchObject({ status })
      expect(asked).toEqual([])
      for (const call of [KINDS.read, KINDS.inquiry])
        expect(await came(call, { who: student })).toMatchObject(fine)
      asked = []
    }
  })

  test('a write that waited for a slot is refused if the database has begun to hang meanwhile', async () => {
    edge.around.hangs = true
    expect(await came(KINDS.write, { who: student })).toMatchObject({
      failed: expect.any(OverloadedError),
    })
    expect(asked).toEqual([])
    expect(await came(KINDS.read, { who: student })).toMatchObject(fine)
  })

  test('the handler of a signed-in write and its stored answer share one transaction; other calls begin their own', async () => {
    const own: string[] = []
    for (const [kind, call] of Object.entries(KINDS))
      await came(call, {
        who: student,
        handler: async ({ db }) => {
          if (db === backend.db) own.push(kind)
          return succeed({ said: 'so' })
        },
      })
    expect(own).toEqual(['read', 'inquiry', 'by anyone', 'apart'])
    await came(KINDS['by anyone'])
    expect(asked.at(-1)?.db).toBe(backend.db)
  })

  test('a failed write leaves nothing behind', async () => {
    const title = `made up ${Date.now()}`
    const handler: Handler<unknown, unknown> = async ({ db }) => {
      await db
        .updateTable('student')
        .set({ major: title })
        .where('code', '=', student.code)
        .execute()
      throw new Error('later')
    }
    for (const call of [KINDS.write, KINDS.queued])
      expect(await came(call, { who: student, handler })).toHaveProperty('failed')
    const found = await backend.db
      .selectFrom('student')
      .select('code')
      .where('major', '=', title)
      .execute()
    expect(found).toEqual([])
  })

  test('a queued write repeated under its idempotency key gets its first answer; other calls ignore the key', async () => {
    let count = 0
    const handler = async () => succeed({ said: String((count += 1)) })
    const twice = async (call: AnyCall, headers: Record<string, string>) => {
      count = 0
      const options = { who: student, handler, headers }
      return [await came(call, options), await came(call, options)].map((one) =>
        'body' in one ? one.body['said'] : one,
      )
    }
    const headers = { 'idempotency-key': 'made-up-key-1' }
    expect(await twice(KINDS.queued, headers)).toEqual(['1', '1'])
    expect(await twice(KINDS.queued, {})).toEqual(['1', '2'])
    for (const call of [KINDS.write, KINDS.apart, KINDS.read])
      expect(await twice(call, headers)).toEqual(['1', '2'])
    const bad = { who: student, headers: { 'idempotency-key': 'short' } }
    expect(await came(KINDS.queued, bad)).toMatchObject({
      status: 400,
      body: { results: 0, msg: refusalTexts.badKey.zh },
    })
    expect(await came(KINDS.write, bad)).toMatchObject(fine)
    // The same key with another payload is another submission, and is refused.
    const other = { who: student, headers, body: { word: 'other' } }
    expect(await came(KINDS.queued, other)).toMatchObject({ status: 422 })
  })
})

describe('the session cookie', () => {
  const cookieOf = async (call: AnyCall, options: RequestOptions) =>
    (await sent(call, options)).cookie
  test('the session cookie is set when a session begins, removed when it ends, and kept otherwise', async () => {
    const begins = async () => succeedWithSession({ said: 'so', token: 'a token' })
    expect(await cookieOf(KINDS['by anyone'], { handler: begins })).toMatch(
      /=[\w-]{43}; .*HttpOnly/,
    )
    const ends = async () => ({ ...succeed({ said: 'so' }), session: null })
    expect(await cookieOf(KINDS.write, { who: student, handler: ends })).toMatch(/Max-Age=0/)
    expect(await cookieOf(KINDS.write, { who: student })).toBe('')
    const no = async () => refuse(refusalTexts.busy)
    expect(await cookieOf(KINDS.write, { who: student, handler: no })).toBe('')
  })

  test('a leftover session cookie is removed by any anonymous request, unless its session has just begun', async () => {
    const handler = async () =>
      succeedWithSession({ said: 'so', token: (await signInPerson(backend, 'S990003')).token })
    const line = await cookieOf(KINDS['by anyone'], { handler })
    const headers = { cookie: line.split(';')[0] ?? '' }
    for (const call of [KINDS['by anyone'], KINDS.read])
      expect(await cookieOf(call, { headers })).toBe('')
    backend.clock.advance(120)
    for (const call of [KINDS['by anyone'], KINDS.read])
      expect(await cookieOf(call, { headers })).toMatch(/Max-Age=0/)
    // With a token the cookie is ignored and no session is ended, even if the token has expired.
    expect(await cookieOf(KINDS.read, { who: student, headers })).toBe('')
    const next = { cookie: (await cookieOf(KINDS['by anyone'], { handler })).split(';')[0] ?? '' }
    backend.clock.advance(120)
    const open = () =>
      backend.db
        .selectFrom('session')
        .select('token_hash')
        .where('code', '=', 'S990003')
        .where('ended_at', 'is', null)
        .execute()
    expect(await open()).toHaveLength(1)
    const late = { who: { code: '', token: 'dead' }, headers: next }
    expect(await cookieOf(KINDS.read, late)).toBe('')
    expect(await open()).toHaveLength(1)
    await sent(KINDS.read, { headers: next })
    expect(await open()).toEqual([])
    expect(await cookieOf(KINDS.read, late)).toMatch(/Max-Age=0/)
  })
})

describe('a download of bytes by key', () => {
  const call = defineFile({
    path: '/api/made-up-file',
    who: 'student',
    parameter: 'name',
    allowsPlainLink: true,
  })
  const bytes = { type: 'file', bytes: new Uint8Array([1]), contentType: 'image/png' } as const
  const keys: string[] = []
  const opened = async (
    query: string,
    headers: Record<string, string> = { authorization: student.token },
    found: typeof bytes | { type: 'missing' } | { type: 'forbidden' } = bytes,
    of = call,
  ) =>
    (
      await edge.send(
        new Request(`http://campus.test/api/made-up-file${query}`, { headers }),
        routeToFile(of, async (ask) => {
          keys.push(ask.key)
          return found
        }),
      )
    ).came
  const plain = (status: number, msg: string, code = String(status)) => ({
    status,
    headers: {},
    body: { code, msg },
  })

  test('bytes are found by their key, or answered 404', async () => {
    expect(await opened('?name=abc')).toEqual(bytes)
    expect(await opened('')).toEqual(bytes)
    expect(keys.splice(0)).toEqual(['abc', ''])
    const none = { authorization: student.token }
    expect(await opened('?name=a', none, { type: 'missing' })).toEqual(
      plain(404, refusalTexts.notFound.zh),
    )
    expect(await opened('?name=a&lang=en', none, { type: 'forbidden' })).toEqual(
      plain(403, commonTexts.noPermission.en),
    )
    keys.splice(0)
    expect(await opened('?name=%00')).toEqual(plain(422, refusalTexts.badCharacters.zh))
    expect(keys).toEqual([])
  })

  test('bytes are sent to permitted callers, in the language that the address names', async () => {
    expect(await opened('?name=a', {})).toMatchObject({ status: 401 })
    expect(await opened('?lang=en', { authorization: office.token })).toEqual(
      plain(403, commonTexts.noPermission.en),
    )
    expect(
      await opened('?lang=xx', { authorization: office.token, 'accept-language': 'en' }),
    ).toEqual(plain(403, commonTexts.noPermission.en))
    edge.around.rateLimitSeconds = 4
    expect(await opened('?name=a')).toEqual({
      ...plain(429, commonTexts.tooMany.zh(4)),
      headers: { 'retry-after': '4' },
    })
    expect(keys).toEqual([])
  })

  test('the session cookie authorizes a download that is a plain link, and no other', async () => {
    const handler = async () => succeedWithSession({ said: 'so', token: student.token })
    const { cookie } = await sent(KINDS['by anyone'], { handler })
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    expect(await opened('?name=a', headers)).toEqual(bytes)
    const { allowsPlainLink: _, ...shown } = call
    expect(await opened('?name=a', headers, bytes, shown)).toMatchObject({ status: 401 })
    // A token takes precedence over a cookie.
    expect(await opened('?name=a', { ...headers, authorization: 'dead' })).toMatchObject({
      status: 401,
    })
    expect(
      await opened('?name=a', { cookie: headers.cookie.replace(/=.*/, '=nobody') }),
    ).toMatchObject({ status: 401 })
    keys.splice(0)
  })

  test('bytes are refused to somebody who must first choose a password', async () => {
    const guarded = { ...call, who: ['administrator'] as const }
    const open = () => opened('?name=a', { authorization: office.token }, bytes, guarded)
    expect(await runWithFirstPassword(backend, office, open)).toMatchObject({
      status: 403,
      body: { code: '403', why: 'own-password' },
    })
    expect(keys).toEqual([])
    expect(await open()).toEqual(bytes)
  })
})

describe('a request with several faults', () => {
  const file = { type: 'file', bytes: new Uint8Array([1]), contentType: 'image/png' } as const
  const csv = { type: 'made', name: 'x.csv', contentType: 'text/csv' } as const
  const chunks = async function* () {
    yield new Uint8Array([1])
  }
  const finance = ['finance'] as const
  const upload = defineUpload({ ...shape, who: 'bound', maxBytes: 10 })
  const stored = defineFile({ path: '/api/made-up', who: 'bound', parameter: 'name' })
  const download = defineDownload({ ...shape, who: 'bound' })
  const success = async () => succeed({ said: 'so' })

  interface Attempt {
    readonly route: DispatchRoute
    readonly around: DispatchConditions
    readonly query: string
    readonly headers: Record<string, string>
    readonly body: string | undefined
  }
  type Fault = (attempt: Attempt) => Attempt
  const withHeader =
    (name: string, value: string): Fault =>
    (attempt) => ({ ...attempt, headers: { ...attempt.headers, [name]: value } })
  const withConditions =
    (conditions: DispatchConditions): Fault =>
    (attempt) => ({ ...attempt, around: { ...attempt.around, ...conditions } })
  const withRoute =
    (route: DispatchRoute): Fault =>
    (attempt) => ({ ...attempt, route })
  const withBody =
    (body: string): Fault =>
    (attempt) => ({ ...attempt, body })

  const busy = withConditions({ retryAfterSeconds: 7 })
  const badKey = withHeader('idempotency-key', 'short')
  const signedOut = withHeader('authorization', '')
  const limited = withConditions({ rateLimitSeconds: 9 })
  const otherType = withHeader('content-type', 'text/plain')
  const otherPerson = withBody('{"stuCode":"S990002","other":1}')
  const unknownField = withBody('{"other":1}')
  const full = withConditions({ refusal: 'full' })

  /** The answer to all faults at once, then without the first, without the first two, and so on. */
  async function statusesOf(good: Partial<Attempt>, faults: readonly Fault[]) {
    const statuses: (number | string)[] = []
    for (let first = 0; first <= faults.length; first++) {
      const attempt = faults.slice(first).reduceRight<Attempt>((before, fault) => fault(before), {
        route: routeToCall(KINDS.queued, success),
        around: {},
        query: '',
        headers: { authorization: student.token, 'content-type': 'application/json' },
        body: '{}',
        ...good,
      })
      edge = createDispatchHarness(backend)
      Object.assign(edge.around, attempt.around)
      const request = new Request(`http://campus.test/api/made-up${attempt.query}`, {
        method: attempt.body === undefined ? 'GET' : 'POST',
        ...(attempt.body !== undefined && { body: attempt.body }),
        headers: attempt.headers,
      })
      const { came: outcome } = await edge.send(request, attempt.route)
      statuses.push('status' in outcome ? outcome.status : 'type' in outcome ? 'a file' : 'failed')
    }
    return statuses
  }

  test('a call is refused by the first step that finds a fault', async () => {
    const foreign = routeToCall(
      defineQueuedWrite({ ...shape, form: 'made-up', who: finance }),
      success,
    )
    expect(
      await statusesOf({}, [
        busy,
        badKey,
        signedOut,
        withRoute(foreign),
        limited,
        otherType,
        otherPerson,
        unknownField,
        full,
      ]),
    ).toEqual([503, 400, 401, 403, 429, 415, 403, 422, 507, 200])
  })

  test('a download is refused by the same steps, without a slot', async () => {
    const route = (of = download) => routeToDownload(of, async () => ({ ...csv, chunks: chunks() }))
    const foreign = withRoute(route({ ...download, who: finance }))
    expect(
      await statusesOf({ route: route(), around: { retryAfterSeconds: 7, refusal: 'full' } }, [
        signedOut,
        foreign,
        limited,
        otherType,
        otherPerson,
        unknownField,
      ]),
    ).toEqual([401, 403, 429, 415, 403, 422, 'a file'])
    expect(edge.deeds.admittedAsUrgent).toEqual([])
  })

  test('an upload is refused by the same steps, without a slot', async () => {
    const route = (of = upload) => routeToUpload(of, success)
    const foreign = withRoute(route({ ...upload, who: finance }))
    const headers = {
      authorization: student.token,
      'content-type': 'application/octet-stream',
    }
    const good = {
      route: route(),
      around: { retryAfterSeconds: 7 },
      headers,
      query: '?name=a.png',
      body: 'short',
    }
    expect(
      await statusesOf(good, [
        signedOut,
        foreign,
        limited,
        otherType,
        withBody('longer than ten bytes'),
        (attempt) => ({ ...attempt, query: '' }),
        full,
      ]),
    ).toEqual([401, 403, 429, 415, 413, 400, 507, 200])
    expect(edge.deeds.admittedAsUrgent).toEqual([])
  })

  test('an address of bytes is refused by the same steps, without a slot', async () => {
    const route = (of = stored) => routeToFile(of, async () => file)
    const foreign = withRoute(route({ ...stored, who: finance }))
    const good = {
      route: route(),
      around: { retryAfterSeconds: 7, refusal: 'full' },
      query: '?name=a',
      body: undefined,
    } as const
    const badCharacters: Fault = (attempt) => ({ ...attempt, query: '?name=%00' })
    expect(await statusesOf(good, [signedOut, foreign, limited, badCharacters])).toEqual([
      401,
      403,
      429,
      422,
      'a file',
    ])
    expect(edge.deeds.admittedAsUrgent).toEqual([])
  })
})

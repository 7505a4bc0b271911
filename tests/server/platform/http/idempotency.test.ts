import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allCalls, contract, queuedForms } from '#contract/index'
import { migrate } from '#server/platform/database/migrations/migrations'
import { pruneStoredResponses } from '#server/platform/http/idempotency'
import { hashJson } from '#server/platform/sessions/secrets'
import { type Backend, type SignedInUser, startBackend } from '../../../support/backend/backend.ts'
import { householdFormBody, travelFormBody } from '../../../support/backend/form-bodies.ts'
import { waitForLockWaiter } from '../../../support/database/test-postgres.ts'

let backend: Backend
let student: SignedInUser
let count = 0
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  student = await backend.signInAs('990001')
  await backend.db.deleteFrom('travel').where('student_code', '=', student.code).execute()
})

const ADD = '/api/TravelInformation/addBusInformation'
const UPDATE = '/api/TravelInformation/updateBusInformation'
const keyed = (key: string, more: Record<string, string> = {}) => ({
  'idempotency-key': key,
  ...more,
})
const newKey = () => `key-of-this-test-${count++}`
const version = async () =>
  (
    await backend.db
      .selectFrom('travel')
      .select('version')
      .where('student_code', '=', 'S990001')
      .executeTakeFirst()
  )?.version

describe('one idempotency key, one effect [OFF-16]', () => {
  test('a request repeated under its key is answered with its first receipt, and has no second effect', async () => {
    const key = newKey()
    const first = await student.post(ADD, travelFormBody(), keyed(key))
    expect(first.body).toEqual({ results: true })
    expect(first.headers.get('receipt')).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(first.headers.get('idempotency-key')).toBe(key)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    const again = await student.post(ADD, travelFormBody(), keyed(key))
    expect([again.status, again.body]).toEqual([first.status, first.body])
    for (const name of ['receipt', 'etag', 'idempotency-key'])
      expect(again.headers.get(name)).toBe(first.headers.get(name))
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await version()).toBe(1)
  })

  test('a generated receipt number that is already in use is not given out again, and nothing happens twice', async () => {
    const theirs = (await student.post(ADD, travelFormBody(), keyed(newKey()))).headers.get(
      'receipt',
    )
    // The first receipt number that would be generated is already in use.
    await sql
      .raw(
        `create sequence draws;
         create function draw() returns trigger language plpgsql as $$ begin
           if nextval('draws') = 1 then new.receipt := '${theirs}'; end if; return new; end $$;
         create trigger draw before insert on idempotency for each row execute function draw()`,
      )
      .execute(backend.db)
    const next = await student.post(ADD, travelFormBody(), keyed(newKey()))
    await sql
      .raw('drop trigger draw on idempotency; drop function draw; drop sequence draws')
      .execute(backend.db)
    expect([next.status, next.body]).toEqual([200, { results: true }])
    expect(next.headers.get('receipt')).not.toBe(theirs)
    expect(await version()).toBe(2)
  })

  test('an add and an update with the same key are one submission, whatever the order of their JSON keys [OFF-18]', async () => {
    const key = newKey()
    await student.post(ADD, travelFormBody(), keyed(key))
    const again = await student.post(
      UPDATE,
      Object.fromEntries(Object.entries(travelFormBody()).toReversed()),
      keyed(key),
    )
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await version()).toBe(1)
  })

  test('another body under a used idempotency key is refused', async () => {
    const key = newKey()
    await student.post(ADD, travelFormBody(), keyed(key))
    const other = await student.post(ADD, travelFormBody({ heelNum: '9' }), keyed(key))
    expect([other.status, other.body]).toEqual([
      422,
      { results: false, msg: '同一份提交的内容前后不一致', code: '422', why: 'key-used' },
    ])
    expect(other.headers.get('idempotency-key')).toBe(key)
    expect(await version()).toBe(1)
  })

  test('the stored answer to a key is looked up before the version is checked [D-104]', async () => {
    const key = newKey()
    const guarded = keyed(key, { 'if-match': '"travel-0"' })
    await student.post(ADD, travelFormBody(), guarded)
    const again = await student.post(ADD, travelFormBody(), guarded)
    expect([again.status, again.headers.get('etag')]).toEqual([200, '"travel-1"'])
  })

  test('a second request with the key of a request in flight waits for that request', async () => {
    const key = newKey()
    let [locked, release] = [() => {}, () => {}]
    const isLocked = new Promise<void>((resolve) => (locked = resolve))
    const held = new Promise<void>((resolve) => (release = resolve))
    const holder = backend.db.transaction().execute(async (tx) => {
      await sql`lock table travel in exclusive mode`.execute(tx)
      locked()
      await held
    })
    await isLocked
    const first = student.post(ADD, travelFormBody(), keyed(key))
    const query = (text: string) => sql.raw<{ pid: number }>(text).execute(backend.db)
    await waitForLockWaiter({ query }, 'travel')
    const second = await student.post(ADD, travelFormBody(), keyed(key))
    expect([second.status, second.headers.get('retry-after'), second.body.msg]).toEqual([
      409,
      '1',
      '同一份提交正在处理中',
    ])
    // A request of another student does not wait for it.
    const other = await backend.signInAs('990002')
    const FAMILY = '/api/NewReports/addNewReports'
    expect((await other.post(FAMILY, householdFormBody(), keyed(newKey()))).status).toBe(200)
    release()
    await holder
    expect((await first).status).toBe(200)
    expect(
      (await student.post(ADD, travelFormBody(), keyed(key))).headers.get('idempotency-replayed'),
    ).toBe('true')
  })

  test('OFF survive: one idempotency key sent from two phones to two servers has one effect', async () => {
    const key = newKey()
    const other = await startBackend({ sharing: backend })
    const second = await other.signInAs('990001')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? student : second).post(ADD, travelFormBody(), keyed(key)),
      ),
    )
    for (const answer of answers) expect([200, 409]).toContain(answer.status)
    expect(await version()).toBe(1)
    const receipts = new Set(
      answers.map((answer) => answer.headers.get('receipt')).filter((receipt) => receipt !== null),
    )
    expect(receipts.size).toBe(1)
    await other.close()
  })

  test('an idempotency key belongs to one person, so two students can use the same', async () => {
    const key = newKey()
    const other = await backend.signInAs('990003')
    await student.post(ADD, travelFormBody(), keyed(key))
    const theirs = await other.post(ADD, travelFormBody(), keyed(key))
    expect([theirs.status, theirs.headers.get('idempotency-replayed')]).toEqual([200, null])
  })

  test('a request can be repeated under its key after missing fields, a stale version or no sign-in', async () => {
    const key = newKey()
    expect((await student.post(ADD, travelFormBody({ heelNum: '' }), keyed(key))).status).toBe(422)
    expect(
      (await student.post(ADD, travelFormBody(), keyed(key, { 'if-match': '"travel-7"' }))).status,
    ).toBe(412)
    const nobody = await backend.post(ADD, travelFormBody(), keyed(key))
    expect([nobody.status, nobody.headers.get('idempotency-key')]).toEqual([401, key])
    const sent = await student.post(ADD, travelFormBody(), keyed(key))
    expect([sent.status, sent.body, sent.headers.get('idempotency-replayed')]).toEqual([
      200,
      { results: true },
      null,
    ])
    expect(await version()).toBe(1)
  })

  test('a request refused by the call’s rules stays refused under its key, and has no receipt', async () => {
    const key = newKey()
    const pay = { stuCode: '', processId: '5' }
    const first = await student.post('/api/NewReports/addStatus', pay, keyed(key))
    expect([first.status, first.body, first.headers.get('receipt')]).toEqual([
      200,
      { results: false, msg: '您还有费用未缴清' },
      null,
    ])
    expect(
      (await student.post('/api/NewReports/addStatus', pay, keyed(key))).headers.get(
        'idempotency-replayed',
      ),
    ).toBe('true')
  })

  test('an invalid idempotency key is refused', async () => {
    for (const bad of ['short', 'with space inside', 'x'.repeat(201), 'quote"quote']) {
      const said = await student.post(ADD, travelFormBody(), keyed(bad))
      expect([said.status, said.body.code]).toEqual([400, '400'])
    }
  })

  test('answers are stored for 42 days, a week longer than phones ask for them, or longer if the campus configures it', async () => {
    const key = newKey()
    await student.post(ADD, travelFormBody(), keyed(key))
    const day = 24 * 3600 * 1000
    await pruneStoredResponses(backend.db, new Date(Date.now() + 41.9 * day))
    expect(
      (await student.post(ADD, travelFormBody(), keyed(key))).headers.get('idempotency-replayed'),
    ).toBe('true')
    await pruneStoredResponses(backend.db, new Date(Date.now() + 96.9 * day), 90)
    expect(
      (await student.post(ADD, travelFormBody(), keyed(key))).headers.get('idempotency-replayed'),
    ).toBe('true')
    await pruneStoredResponses(backend.db, new Date(Date.now() + 42.1 * day))
    expect(
      (await student.post(ADD, travelFormBody(), keyed(key))).headers.get('idempotency-replayed'),
    ).toBeNull()
  })
})

describe('only queued forms store answers', () => {
  const kept = async () => {
    const rows = await backend.db
      .selectFrom('idempotency')
      .select(['form', 'body', 'body_hash'])
      .execute()
    return {
      forms: new Set(rows.map(({ form }) => form)),
      text: JSON.stringify(rows),
      hashes: rows.map((row) => row.body_hash),
    }
  }

  test('a ticket, a calendar address and a new password are not stored as answers, and their key is not echoed [security 3 D-104]', async () => {
    const own = await backend.signInAs('880001')
    const key = newKey()
    const ask = (path: string, body: object) => own.post(path, body, keyed(key))
    const ticket = async () =>
      (await ask('/api/userSafe/checkIdCard', { idCard: '110101200601010019' })).body.results
    const [first, second] = [await ticket(), await ticket()]
    expect(second).not.toBe(first)
    const calendar = await ask('/api/timetable/calendarAddress', { stuNumber: '' })
    expect([calendar.status, calendar.headers.get('idempotency-key')]).toEqual([200, null])
    const payloadFields = { newPassword: 'brand-new', ticket: second }
    expect(
      (await ask('/api/userSafe/resetPassword', { stuCode: '', ...payloadFields })).body,
    ).toEqual({
      code: '0',
    })
    const table = await kept()
    for (const secret of [first, second, calendar.body.address])
      expect(table.text).not.toContain(secret)
    const hashes = [
      { new: payloadFields.newPassword, ticket: second },
      payloadFields,
      payloadFields.newPassword,
    ].map(hashJson)
    expect(table.hashes.filter((hash) => hashes.some((one) => one.equals(hash)))).toEqual([])
  })

  test('sending an idempotency key with a call stores its answer only if the call submits a queued form [D-104]', async () => {
    const people = await Promise.all(
      ['880002', 'T1001', 'T2001', 'T3001'].map((number) => backend.signInAs(number)),
    )
    const others = allCalls.filter(
      (call) =>
        call.kind === 'write' &&
        call.offline === 'online-only' &&
        call !== contract.identity.unbind,
    )
    for (const call of others)
      for (const one of people) await one.post(call.path, {}, keyed(newKey()))
    expect([...(await kept()).forms].filter((form) => !(form in queuedForms))).toEqual([])
    // That call ignores an invalid key.
    expect(
      (await student.post('/api/advice/insert', { content: '路灯坏了' }, keyed('short'))).status,
    ).toBe(200)
  })

  test('the migration deletes stored answers except those of queued forms', async () => {
    const key = newKey()
    await student.post(ADD, travelFormBody(), keyed(key))
    const row = {
      subject: 'student:S990001',
      key,
      body_hash: Buffer.alloc(32),
      status: 200,
      created_at: new Date(),
    }
    const body = JSON.stringify({ code: '0', results: 'a ticket' })
    await backend.db
      .insertInto('idempotency')
      .values({ ...row, form: '/api/userSafe/checkIdCard', body })
      .execute()
    await backend.db
      .deleteFrom('migration')
      .where('name', '=', 'answers of queued calls only')
      .execute()
    await migrate(backend.connectionString)
    const left = await backend.db
      .selectFrom('idempotency')
      .select('form')
      .where('key', '=', key)
      .execute()
    expect(left).toEqual([{ form: 'travel' }])
  })
})

describe('versions of a record', () => {
  const find = () => student.post('/api/TravelInformation/findBusInformation')

  test('a read returns the record’s version, 0 for a missing record, and a write returns the new version', async () => {
    expect((await find()).headers.get('etag')).toBe('"travel-0"')
    expect(
      (await student.post(ADD, travelFormBody(), { 'if-match': '"travel-0"' })).headers.get('etag'),
    ).toBe('"travel-1"')
    expect((await find()).headers.get('etag')).toBe('"travel-1"')
    expect(
      (
        await student.post(UPDATE, travelFormBody({ heelNum: '2' }), { 'if-match': '"travel-1"' })
      ).headers.get('etag'),
    ).toBe('"travel-2"')
  })

  test('a write with a stale version is answered 412 with the current version, and changes nothing', async () => {
    await student.post(ADD, travelFormBody())
    await student.post(UPDATE, travelFormBody({ heelNum: '2' }))
    const stale = await student.post(UPDATE, travelFormBody({ heelNum: '3' }), {
      'if-match': '"travel-1"',
    })
    expect([stale.status, stale.body]).toEqual([
      412,
      { results: false, msg: '内容已在别处修改', code: '412' },
    ])
    expect(stale.headers.get('etag')).toBe('"travel-2"')
    expect((await find()).body.results.heelNum).toBe('2')
  })

  test('when two first submissions both saw no record, one is stored', async () => {
    const both = await Promise.all(
      [1, 2].map((n) =>
        student.post(ADD, travelFormBody({ heelNum: String(n) }), { 'if-match': '"travel-0"' }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    expect(await version()).toBe(1)
  })

  test('without a version, an add to an existing record and an update of a missing one are both stored [OFF-18]', async () => {
    expect((await student.post(UPDATE, travelFormBody())).body).toEqual({ results: true })
    expect((await student.post(ADD, travelFormBody({ heelNum: '5' }))).body).toEqual({
      results: true,
    })
    expect((await find()).body.results.heelNum).toBe('5')
  })
})

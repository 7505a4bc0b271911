import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/database'
import { prepareStatement } from '#server/platform/database/driver/prepared-statement'
import { classifyDatabaseError } from '#server/platform/database/errors'
import { migrate } from '#server/platform/database/migrations/migrations'
import { type Backend, startBackend } from '../../../support/backend/backend.ts'
import { travelFormBody } from '../../../support/backend/form-bodies.ts'
import { createPicture } from '../../../support/backend/hostile-pictures.ts'
import { enrolSignedInStudent } from '../../../support/backend/students.ts'
import { startFakePooler, type FakePooler } from '../../../support/database/fake-pooler.ts'
import { waitUntil } from '../../../support/setup/wait-until.ts'

// These properties can be tested without a pooler. The drill `pgbouncer` uses a real one.
let backend: Backend
beforeAll(async () => {
  backend = await startBackend({ waitMs: 2000, env: { DATABASE_CONNECTIONS: '1' } })
})
afterAll(() => backend.close())

const open = (connectionString: string, statementMs?: number) =>
  openDatabase({
    connectionString,
    connections: 1,
    ...(statementMs !== undefined && { statementMs }),
    onError: () => {},
  })

const greeting = prepareStatement<{ one: number }>('one for a pooler', 'select 1 as one')
const known = 'select name from pg_prepared_statements'

describe('a connection through PgBouncer', () => {
  let fakePooler: FakePooler
  beforeAll(async () => (fakePooler = await startFakePooler(backend.connectionString)))
  afterAll(() => fakePooler.close())

  test('no connection sends anything that PgBouncer refuses, not even the connection of a migration', async () => {
    const { db, close } = open(fakePooler.connectionString)
    await greeting.run(db, [])
    await close()
    await migrate(fakePooler.connectionString)
    expect([...fakePooler.startupParameters].toSorted()).toEqual([
      'application_name',
      'client_encoding',
      'database',
      'user',
    ])
  })

  test.each([
    [
      'names no statement behind a pooler',
      () => fakePooler.connectionString,
      'where-supported',
      [],
    ],
    [
      'names statements on a direct connection',
      () => backend.connectionString,
      'where-supported',
      ['one'],
    ],
    [
      'names statements behind a pooler if it is configured to',
      () => fakePooler.connectionString,
      'always',
      ['one'],
    ],
  ] as const)('the backend %s', async (_, connectionString, names, found) => {
    const { db, pool, close } = openDatabase({
      connectionString: connectionString(),
      connections: 1,
      names,
      onError: () => {},
    })
    await greeting.run(db, [])
    const { rows } = await pool.query<{ name: string }>(known)
    expect(rows.map(({ name }) => name.slice(0, 3))).toEqual(found)
    await close()
  })

  test('settings made in a transaction end with it', async () => {
    const { db, pool, close } = open(fakePooler.connectionString, 4000)
    const limits = sql<{ statement: string; idle: string }>`
      select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`
    const inside = await db.transaction().execute((tx) => limits.execute(tx))
    const outside = await limits.execute(db)
    expect([inside.rows, outside.rows]).toEqual([
      [{ statement: '4s', idle: '15s' }],
      [{ statement: '0', idle: '0' }],
    ])
    expect(pool.totalCount).toBe(1)
    await close()
  })
})

test('a single statement that takes too long is cancelled at the database', async () => {
  const { db, close } = open(backend.connectionString, 200)
  const failed: unknown = await sql`select pg_sleep(20) as slow_one`
    .execute(db)
    .catch((error: unknown) => error)
  expect(classifyDatabaseError(failed)).toBe('busy')
  const running = sql<{ state: string }>`select state from pg_stat_activity
    where datname = current_database() and state = 'active' and query like '%slow_one%'
    and pid <> pg_backend_pid()`
  // The client gets the error slightly before the database shows the statement as ended.
  await waitUntil(async () => expect((await running.execute(backend.db)).rows).toEqual([]))
  await close()
})

describe('a pool of one connection', () => {
  test('with one connection, callers are served in turn or refused early with Retry-After, and none waits for ever', async () => {
    const { token } = await enrolSignedInStudent(backend)
    const ask = () =>
      backend.post(
        '/api/proces/findProcess',
        { stuCode: '', enrollType: '' },
        { authorization: token },
      )
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const holding = backend.db.transaction().execute(() => held)
    const begun = performance.now()
    const said = await Promise.all([ask(), ask(), ask()])
    expect(performance.now() - begun).toBeLessThan(20_000)
    for (const { status, headers, body } of said) {
      expect([status, headers.get('retry-after')]).toEqual([503, '5'])
      expect(JSON.stringify(body)).toContain('服务器繁忙，请稍后再试')
    }
    letGo()
    await holding
    expect((await ask()).status).toBe(200)
  })

  test('no call requests a second connection while it has one', async () => {
    const student = await backend.signInAs('990001')
    const jpeg = (await createPicture().jpeg().toBuffer()).toString('base64')
    const key = () => ({ 'idempotency-key': crypto.randomUUID() })
    const said = async (path: string, body: object, headers = {}) =>
      `${path} ${(await student.post(path, body, headers)).status}`
    expect([
      await said('/api/TravelInformation/addBusInformation', travelFormBody(), key()),
      await said('/api/advice/insert', { stuCode: '', content: '宿舍的灯坏了' }),
      await said('/api/userSafe/sendCode', { phone: '13800000001', scene: 'change' }),
      await said('/api/userSafe/checkPhone', { phone: '13800000001' }),
      await said('/api/userSafe/checkIdCard', { idCard: '110101200801010015' }),
      await said('/api/userSafe/updatePassword', {
        oldPassword: 'campus-990001',
        newPassword: 'Campus-990001',
      }),
      await said('/stuphoto/verifyStuPhoto', { stuCode: '', base64Photo: jpeg }),
      await said('/api/binding/kfSendMsg', {}),
    ]).toEqual([
      '/api/TravelInformation/addBusInformation 200',
      '/api/advice/insert 200',
      '/api/userSafe/sendCode 200',
      '/api/userSafe/checkPhone 200',
      '/api/userSafe/checkIdCard 200',
      '/api/userSafe/updatePassword 200',
      '/stuphoto/verifyStuPhoto 200',
      '/api/binding/kfSendMsg 200',
    ])
  })
})

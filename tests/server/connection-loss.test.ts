import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startPostgres } from '#server/platform/database/cluster/private-postgres'
import { travelFormBody } from '../support/backend/form-bodies.ts'
import {
  postJson,
  type ServerProcess,
  startServer,
  stopServer,
  signInDemoStudent,
} from '../support/backend/server-process.ts'
import { waitForLockWaiter } from '../support/database/test-postgres.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

// This test starts a separate server process with its own PostgreSQL, because it kills both.
const dataDir = mkdtempSync(join(tmpdir(), 'baodao-dying-'))
chmodSync(dataDir, 0o755)
let server: ServerProcess & { url: string }
let connectionString: string
let token: string
let admin: pg.Client

const openAdmin = async () => {
  const client = new pg.Client({ connectionString, application_name: 'admin' })
  client.on('error', () => {})
  await client.connect()
  return client
}
beforeAll(async () => {
  server = await startServer({ DATA_DIR: dataDir })
  const postgres = await startPostgres({ dataDir })
  ;({ connectionString } = postgres)
  await postgres.release()
  admin = await openAdmin()
  token = await signInDemoStudent(server.url)
  await say({ remark: 'first', path: 'add' })
})
afterAll(async () => {
  await admin.end().catch(() => {})
  if (server.child.exitCode === null) await stopServer(server)
  rmSync(dataDir, { recursive: true, force: true })
})

const say = ({
  remark,
  path = 'update',
  key = crypto.randomUUID(),
}: {
  remark: string
  path?: 'add' | 'update'
  key?: string
}) =>
  postJson(
    server.url,
    `/api/TravelInformation/${path}BusInformation`,
    travelFormBody({ remark, remarks: remark }),
    {
      authorization: token,
      'idempotency-key': key,
    },
  )
const look = () =>
  postJson(
    server.url,
    '/api/proces/findProcess',
    { stuCode: '', enrollType: '' },
    { authorization: token },
  )
const version = async () => {
  const { rows } = await admin.query<{ version: number }>(
    `select version from travel where student_code = 'S990001'`,
  )
  return Number(rows[0]?.version)
}

let students: ReturnType<typeof traffic> | undefined
afterEach(() => students?.stop())

/**
 * Students who read and write continuously, repeating each submission under its key until it is
 * acknowledged.
 */
function traffic() {
  let stopped = false
  let acknowledged = 0
  let refused = 0
  const strange: unknown[] = []
  const check = ({ status, body }: Awaited<ReturnType<typeof look>>) => {
    if (status === 503 && /服务器繁忙/.test(JSON.stringify(body))) refused += 1
    else if (status !== 200 && status !== 409) strange.push({ status, body })
  }
  const writer = async (name: number) => {
    for (let i = 0; !stopped; i++) {
      const submission = { remark: `${name}-${i}`, key: crypto.randomUUID() }
      for (;;) {
        const said = await say(submission)
        check(said)
        if (said.status === 200) break
      }
      acknowledged += 1
    }
  }
  const reader = async () => {
    while (!stopped) check(await look())
  }
  // The test counts failed requests, which do not fail the run.
  const lanes = [writer(1), writer(2), writer(3), reader(), reader(), reader()].map((lane) =>
    lane.catch((error: unknown) => void strange.push(error)),
  )
  return {
    acknowledged: () => acknowledged,
    refused: () => refused,
    stop: async () => {
      stopped = true
      await Promise.all(lanes)
      return { acknowledged, strange }
    },
  }
}

describe('a lost database connection', () => {
  const ways = {
    'under a write': (key: string) => say({ remark: 'held', key }),
    'under a read': () =>
      postJson(
        server.url,
        '/api/TravelInformation/findBusInformation',
        { stuCode: '' },
        { authorization: token },
      ),
  }
  for (const [what, ask] of Object.entries(ways))
    test(`${what}: the request fails with a message, and the next one succeeds`, async () => {
      const before = await version()
      const key = crypto.randomUUID()
      await admin.query('begin; lock table travel in access exclusive mode')
      const asked = ask(key)
      await admin.query('select pg_terminate_backend($1)', [
        await waitForLockWaiter(admin, 'travel'),
      ])
      await admin.query('rollback')
      const said = await asked
      expect([said.status, said.headers.get('retry-after')]).toEqual([503, '5'])
      expect(JSON.stringify(said.body)).toContain('服务器繁忙，请稍后再试')
      expect(await version()).toBe(before)
      const again = await ask(key)
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null])
      expect(server.child.exitCode).toBeNull()
    })

  test('when database connections are lost 200 times under traffic, the process continues and every submission takes effect exactly once', async () => {
    const before = await version()
    const on = traffic()
    students = on
    const deadline = Date.now() + 100_000
    for (const wanted of [
      'active',
      'idle in transaction',
      'idle',
      'presence',
      ...Array<string>(6).fill('any'),
    ])
      for (let ended = 0; ended < 20;) {
        expect(Date.now(), `${ended} of 20 were there to be ended: ${wanted}`).toBeLessThan(
          deadline,
        )
        const { rows } = await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where $1 = 'presence' and application_name = 'baodao presence' or application_name = 'baodao' and $1 in (state, 'any')
           limit $2`,
          // Also end several connections at once, as a failover does, but not more than the test
          // still has to end.
          [wanted, Math.min(wanted === 'any' ? 5 : 1, 20 - ended)],
        )
        ended += rows.length
      }
    const { acknowledged, strange } = await on.stop()
    expect(server.child.exitCode, server.output().slice(-2000)).toBeNull()
    expect(strange).toEqual([])
    expect(acknowledged).toBeGreaterThan(0)
    expect(await version()).toBe(before + acknowledged)
  })
})

// The commits wait for a synchronous standby that does not exist.
describe('commits that wait for a standby', () => {
  const set = async (setting: string) => {
    await admin.query(`alter system ${setting}`)
    await admin.query('select pg_reload_conf()')
  }
  const readiness = async () => (await fetch(`${server.url}/readyz`)).json()
  const waiting = () =>
    waitUntil(async () => {
      const { rows } = await admin.query<{ pid: number }>(
        `select pid from pg_stat_activity where wait_event = 'SyncRep' and query = 'commit'`,
      )
      if (rows.length !== 1) throw new Error(`${rows.length} commits wait`)
      return rows[0]?.pid
    })
  /**
   * Wait until the setting takes effect: PostgreSQL applies it in the background, and commits
   * succeed until then.
   */
  const inForce = async () => {
    const prober = await openAdmin()
    const { rows: own } = await prober.query('select pg_backend_pid() as pid')
    await waitUntil(async () => {
      let isDone = false
      const writing = prober
        .query(`select pg_logical_emit_message(true, 'probe', '')`)
        .finally(() => (isDone = true))
      const { rowCount } = await waitUntil(async () => {
        const cancelled = await admin.query(
          `select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and wait_event = 'SyncRep'`,
          [own[0].pid],
        )
        if (cancelled.rowCount === 0 && !isDone) throw new Error('neither done nor waiting')
        return cancelled
      })
      await writing
      if (rowCount === 0) throw new Error('commits do not wait yet')
    })
    await prober.end()
  }
  beforeEach(async () => {
    await set(`set synchronous_standby_names = 'nobody'`)
    await inForce()
  })
  afterEach(() => set('reset synchronous_standby_names'))

  test('a commit whose wait for the standby is cancelled is not acknowledged; sent again with its key, it takes effect once when the standby is back', async () => {
    const before = await version()
    const submission = { remark: 'unsure', key: crypto.randomUUID() }
    const unsure = say(submission)
    await admin.query('select pg_cancel_backend($1)', [await waiting()])
    expect((await unsure).status).toBe(503)
    // The write is in this database but possibly on no standby, so it is not acknowledged.
    expect(await version()).toBe(before + 1)
    const again = say(submission)
    const pid = await waiting()
    await set('reset synchronous_standby_names')
    const said = await again
    expect([said.status, said.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect([typeof pid, await version()]).toEqual(['number', before + 1])
  })

  test('after the first commit timeout writes are refused at once and reads continue, until the standby is back', async () => {
    const hanging = say({ remark: 'hanging' })
    await waiting()
    await waitUntil(async () => expect(await readiness()).toEqual({ ready: false, why: 'standby' }))
    const begun = performance.now()
    const said = await say({ remark: 'refused' })
    expect([said.status, said.headers.get('retry-after')]).toEqual([503, '5'])
    // A waiting client would be answered after five seconds.
    expect(performance.now() - begun).toBeLessThan(4000)
    // Reads continue even for a session that was idle for two hours, whose time of use must be
    // written.
    await admin.query(
      `set synchronous_commit = local; update session set used_at = now() - interval '2 hours'`,
    )
    expect((await look()).status).toBe(200)
    const { rows } = await admin.query(
      `select from session where used_at > now() - interval '1 hour'`,
    )
    expect(rows).toHaveLength(1)
    await set('reset synchronous_standby_names')
    expect((await hanging).status).toBe(200)
    await waitUntil(async () => expect(await readiness()).toEqual({ ready: true }))
    expect((await say({ remark: 'at last' })).status).toBe(200)
  })
})

test('when the database is read-only, the server reports it, refuses writes with Retry-After and continues to answer reads', async () => {
  const readOnly = async (on: boolean) => {
    await admin.query('set default_transaction_read_only = off')
    await admin.query(`alter system set default_transaction_read_only = ${on ? 'on' : 'off'}`)
    await admin.query('select pg_reload_conf()')
  }
  const readiness = async () => (await fetch(`${server.url}/readyz`)).json()
  const submission = { remark: 'read-only', key: crypto.randomUUID() }
  await readOnly(true)
  await waitUntil(async () => expect(await readiness()).toEqual({ ready: false, why: 'read-only' }))
  const said = await say(submission)
  expect([said.status, said.headers.get('retry-after')]).toEqual([503, '5'])
  expect(JSON.stringify(said.body)).toContain('服务器繁忙，请稍后再试')
  expect((await look()).status).toBe(200)
  await readOnly(false)
  await waitUntil(async () => expect(await readiness()).toEqual({ ready: true }))
  expect((await say(submission)).status).toBe(200)
})

describe('a database that stops', () => {
  const ready = async () => (await fetch(`${server.url}/readyz`)).status
  const pid = () =>
    Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const)
    test(`after ${signal} stops the database under traffic, it restarts at the same address with all acknowledged data`, async () => {
      const before = await version()
      const on = traffic()
      students = on
      await waitUntil(() => expect(on.acknowledged()).toBeGreaterThan(5))
      const [old, refused] = [pid(), on.refused()]
      process.kill(old, signal)
      await waitUntil(() => expect(on.refused()).toBeGreaterThan(refused))
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      await waitUntil(async () => expect([pid() === old, await ready()]).toEqual([false, 200]))
      const sofar = on.acknowledged()
      await waitUntil(() => expect(on.acknowledged()).toBeGreaterThan(sofar + 5))
      const { acknowledged, strange } = await on.stop()
      expect(strange).toEqual([])
      admin = await openAdmin()
      expect(await version()).toBe(before + acknowledged)
      // The server can be ready again before it prints that the database was restarted.
      const told = () =>
        expect(
          server.output().includes('The private database had ended and was started again.'),
        ).toBe(true)
      await waitUntil(told)
      expect(server.child.exitCode).toBeNull()
    })

  test('when the folder of the private database is gone, the process ends with a message', async () => {
    const database = pid()
    rmSync(join(dataDir, 'postgres'), { recursive: true })
    process.kill(database, 'SIGKILL')
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain(
      `The database's folder ${join(dataDir, 'postgres')} has gone.`,
    )
  })
})

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { travelFormBody } from '../support/backend/form-bodies.ts'
import { findFreePort } from '../support/backend/free-port.ts'
import {
  postJson as post,
  type ServerProcess,
  spawnServer,
  startServer,
  stopServer,
  signInDemoStudent,
} from '../support/backend/server-process.ts'
import { waitForLockWaiter } from '../support/database/test-postgres.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

const folder = mkdtempSync(join(tmpdir(), 'baodao-processes-'))
// When the tests run as root, PostgreSQL runs under another user, who must be able to read the
// folder.
chmodSync(folder, 0o755)
const running = new Set<ServerProcess>()
afterEach(async () => {
  await Promise.all([...running].map(stopServer))
  running.clear()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const noted = <P extends ServerProcess>(program: P): P => {
  running.add(program)
  return program
}
// Creating the database takes most of a first start, so the tests share one.
const DATA_DIR = join(folder, 'data')
const run = (env: Record<string, string>) => noted(spawnServer({ DATA_DIR, ...env }))
const start = async (env: Record<string, string> = {}) =>
  noted(await startServer({ DATA_DIR, ...env }))

describe('starting the server', () => {
  test('a starting server prints its address and the accounts that can sign in, and stops on a signal', async () => {
    const { child, output, ended, url } = await start()
    await waitUntil(() => expect(output()).toContain('campus-T3001'))
    // The demo runs by default, so only this machine can reach it.
    expect(output()).toContain('Only this machine reaches it.')
    await expect(fetch(url.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow()
    expect(output()).toContain(new URL(url).port)
    expect(output()).toContain('110101200801010015')
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  test('an invalid setting ends the start with one sentence and exit code 1', async () => {
    const { ended, output } = run({ PORT: 'x' })
    expect(await ended).toBe(1)
    expect(output()).toBe('PORT must be a whole number from 1 to 65535.\n')
  })

  test('an unavailable database ends the start with one sentence and exit code 1', async () => {
    const { ended, output } = run({
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      DATABASE_WAIT_SECONDS: '0',
      DEMO: '1',
    })
    expect(await ended).toBe(1)
    expect(output()).toBe(
      'The database in DATABASE_URL cannot be reached; check the address and that it is running.\n',
    )
  })

  test('a port in use ends the start with one sentence and exit code 1, and stops the private database', async () => {
    const other = createServer()
    const port = await findFreePort()
    await new Promise<void>((resolve) => other.listen(port, resolve))
    const { ended, output } = run({ PORT: String(port) })
    expect(await ended).toBe(1)
    expect(output()).toBe(
      `Port ${port} is in use by another program; set PORT to another number.\n`,
    )
    other.close()
  })
})

describe('several server processes', () => {
  test('three processes can start at once on one new folder; a session of one is valid at the others, and each continues when another stops', async () => {
    const env = { DATA_DIR: join(folder, 'three') }
    const all = await Promise.all([start(env), start(env), start(env)])
    const [one, two, three] = all
    const token = await signInDemoStudent(one.url)
    for (const { url } of all)
      expect(
        (
          await post(
            url,
            '/api/proces/findProcess',
            { stuCode: '', enrollType: '' },
            { authorization: token },
          )
        ).status,
      ).toBe(200)
    one.child.kill('SIGTERM')
    expect(await one.ended).toBe(0)
    const key = { authorization: token, 'idempotency-key': 'one-of-three' }
    const both = await Promise.all(
      [two, three].map(({ url }) =>
        post(url, '/api/TravelInformation/addBusInformation', travelFormBody(), key),
      ),
    )
    expect(both.some(({ status }) => status === 200)).toBe(true)
    for (const { status } of both) expect([200, 409]).toContain(status)
  })

  test('OFF survive: a server killed mid-transaction leaves nothing half done, and the next server uses the database that is still running', async () => {
    const first = await start()
    const token = await signInDemoStudent(first.url)
    const key = { authorization: token, 'idempotency-key': 'killed-in-flight' }
    const client = new pg.Client({ connectionString: await connectionOf(DATA_DIR) })
    await client.connect()
    await client.query('begin; lock table travel in exclusive mode')
    const lost = post(
      first.url,
      '/api/TravelInformation/addBusInformation',
      travelFormBody(),
      key,
    ).catch(() => 'lost')
    await waitForLockWaiter(client, 'travel')
    first.child.kill('SIGKILL')
    expect(await lost).toBe('lost')
    await client.query('rollback')

    const second = await start()
    expect(second.output()).toContain('which was running already')
    await waitUntil(async () =>
      expect(
        (await post(second.url, '/api/TravelInformation/addBusInformation', travelFormBody(), key))
          .status,
      ).toBe(200),
    )
    // Statements are pipelined, so the commit might already have been sent before the kill; then
    // both the record and its stored answer exist. If only one of them existed, this would find no
    // version, or version 2.
    expect(
      (await client.query('select version from travel where student_code = $1', ['S990001'])).rows,
    ).toEqual([{ version: 1 }])
    await client.end()
  })

  test('a stopping server finishes its current requests', async () => {
    const { child, ended, url } = await start()
    const token = await signInDemoStudent(url)
    const client = new pg.Client({ connectionString: await connectionOf(DATA_DIR) })
    await client.connect()
    await client.query('delete from travel')
    await client.query('begin; lock table travel in exclusive mode')
    const write = post(url, '/api/TravelInformation/addBusInformation', travelFormBody(), {
      authorization: token,
    })
    await waitForLockWaiter(client, 'travel')
    child.kill('SIGTERM')
    await waitUntil(() => expect(fetch(`${url}/healthz`)).rejects.toThrow())
    await client.query('rollback')
    await client.end()
    expect((await write).status).toBe(200)
    expect(await ended).toBe(0)
  })
})

async function connectionOf(dataDir: string): Promise<string> {
  const { startPostgres } = await import('#server/platform/database/cluster/private-postgres')
  const postgres = await startPostgres({ dataDir })
  await postgres.release()
  return postgres.connectionString
}

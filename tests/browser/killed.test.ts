import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '#server/platform/postgres'
import { launchPhone, type Phone } from '../support/chromium.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { freePort } from '../support/free-port.ts'
import { expectNoComplaints, fillTravel, openTravel, signIn, submit } from '../support/journey.ts'
import { until } from '../support/patience.ts'

let dataDir: string
let port: number
let server: ChildProcess
let proxy: FaultProxy
let phone: Phone

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'baodao-killed-'))
  // Open to the user that PostgreSQL runs under when the tests run as root.
  await chmod(dataDir, 0o755)
  port = await freePort()
  server = await startServer()
  proxy = await startFaultProxy({ target: `http://127.0.0.1:${port}` })
  phone = await launchPhone()
})
afterAll(async () => {
  await phone.close()
  await proxy.close()
  const ended = once(server, 'close')
  server.kill('SIGTERM')
  await ended
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
})

/** The built backend as a process of its own, ready. */
async function startServer(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO: '1',
      DEMO_STUDENTS: '10',
    },
    stdio: 'ignore',
  })
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status,
      () => 0,
    )
  await until(async () => expect(await ready()).toBe(200))
  return child
}

test('a server that is killed in the middle of a transaction and started again has the record once [OFF-16]', async () => {
  const { page } = phone
  await signIn(page, proxy.origin, '990001')
  await openTravel(page, proxy.origin)

  // Somebody holds the table of answers, so the record is written and not yet committed when the server dies.
  const postgres = await startPostgres({ dataDir })
  const other = new pg.Client({ connectionString: postgres.connectionString })
  await other.connect()
  const count = async (sql: string) =>
    Number((await other.query<{ n: string }>(`select count(*) n from ${sql}`)).rows[0]?.n)
  await other.query('begin')
  await other.query('lock table idempotency in share row exclusive mode')
  await fillTravel(page)
  await submit(page)
  await expect
    .poll(() => count(`pg_locks where not granted and relation = 'idempotency'::regclass`))
    .toBe(1)
  server.kill('SIGKILL')
  await once(server, 'close')
  await other.query('rollback')
  expect(
    await count(
      "travel where student_code = (select code from student where exam_number = '990001')",
    ),
  ).toBe(0)
  await page.getByRole('dialog', { name: '已保存在本机，尚未提交' }).waitFor()

  server = await startServer()
  await page.getByRole('dialog', { name: '已提交' }).waitFor()
  expect(
    await count(
      "travel where student_code = (select code from student where exam_number = '990001')",
    ),
  ).toBe(1)
  expect(await count('idempotency')).toBe(1)
  await other.end()
  await postgres.leave()
  expectNoComplaints(phone)
})

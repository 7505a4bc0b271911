import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '#server/platform/database/cluster/private-postgres'
import { findFreePort } from '../../support/backend/free-port.ts'
import {
  type ServerProcess,
  startServer,
  stopServer,
} from '../../support/backend/server-process.ts'
import {
  expectNoConsoleErrors,
  fillTravelForm,
  openTravelForm,
  signIn,
  submitForm,
} from '../../support/browser/browser-campus.ts'
import { launchPhone, type BrowserPhone, waitForBriefText } from '../../support/browser/chromium.ts'
import { waitForLockWaiter } from '../../support/database/test-postgres.ts'
import { type FaultProxy, startFaultProxy } from '../../support/fakes/fault-proxy.ts'

let dataDir: string
let settings: Record<string, string>
let server: ServerProcess
let proxy: FaultProxy
let phone: BrowserPhone

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'baodao-killed-'))
  // When the tests run as root, PostgreSQL runs as another user, which needs access to the folder.
  await chmod(dataDir, 0o755)
  settings = { DATA_DIR: dataDir, PORT: String(await findFreePort()), DEMO: '1' }
  server = await startServer(settings, true)
  proxy = await startFaultProxy({ target: `http://127.0.0.1:${settings['PORT']}` })
  phone = await launchPhone()
})
afterAll(async () => {
  await phone.close()
  await proxy.close()
  await stopServer(server)
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
})

test('when the server is killed in the middle of a transaction and restarted, the database has the record once [OFF-16]', async () => {
  const { page } = phone
  await signIn(page, proxy.origin, '990001')
  await openTravelForm(page, proxy.origin)

  // The table is locked, so the transaction has begun and is not committed when the server is
  // killed. (The answer is written in the same transaction, so a lock on the table of answers would
  // leave it to the database whether both are stored.)
  const postgres = await startPostgres({ dataDir })
  const other = new pg.Client({ connectionString: postgres.connectionString })
  await other.connect()
  const count = async (sql: string) =>
    Number((await other.query<{ n: string }>(`select count(*) n from ${sql}`)).rows[0]?.n)
  await other.query('begin')
  await other.query('lock table travel in share row exclusive mode')
  await fillTravelForm(page)
  await submitForm(page)
  await waitForLockWaiter(other, 'travel')
  server.child.kill('SIGKILL')
  await server.ended
  await other.query('rollback')
  expect(
    await count(
      "travel where student_code = (select code from student where exam_number = '990001')",
    ),
  ).toBe(0)
  await page.getByRole('dialog', { name: '已保存在本机，尚未提交' }).waitFor()

  const said = waitForBriefText(page, '已提交')
  server = await startServer(settings, true)
  await said
  expect(
    await count(
      "travel where student_code = (select code from student where exam_number = '990001')",
    ),
  ).toBe(1)
  expect(await count('idempotency')).toBe(1)
  await other.end()
  await postgres.release()
  expectNoConsoleErrors(phone)
})

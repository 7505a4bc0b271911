import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { createApp } from '#server/app'
import { createHosts } from '#server/create-hosts'
import { demoPeople } from '#server/demo/demo-people'
import { findSchool } from '#server/features/school/public'
import { readPageContent } from '#server/page-content'
import { buildPageSettings } from '#server/page-settings'
import { openGateway } from '#server/payment-gateways/open-gateway'
import type { PaymentGateway } from '#server/payment-gateways/payment-gateway'
import { openStaticApp } from '#server/platform/app/static-app'
import { type Clock, createClock } from '#server/platform/clock'
import { openDatabase } from '#server/platform/database/database'
import type { Db } from '#server/platform/database/db'
import { openDatabaseEpoch } from '#server/platform/database/epoch'
import { createMessagingHosts, type MessagingHost } from '#server/platform/host/host'
import { createLog, describeError } from '#server/platform/monitoring/logs'
import { createMetrics, type Metrics } from '#server/platform/monitoring/metrics'
import { readSettings } from '#server/platform/settings/read-settings'
import type { Settings } from '#server/platform/settings/settings'
import { recordCalls } from '../codebase/recorded-calls.ts'
import { createFreshDatabase } from '../database/test-postgres.ts'
import { CAMPUS_ADDRESS } from '../setup/campus-address.ts'

/** A clock that a test can set, and that advances from there. */
export interface TestClock extends Clock {
  readonly set: (now: Date | string) => void
  readonly advance: (seconds: number) => void
}

/** An answer of the backend, with its body already read. */
export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- a test can look into any answer
  readonly body: any
}

/** A person who is signed in. */
export interface SignedInUser {
  readonly token: string
  /** The student's or staff member's internal code. */
  readonly code: string
  readonly post: (
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ) => Promise<TestResponse>
}

/** A backend that runs in this process. */
export interface Backend {
  readonly settings: Settings
  readonly db: Db
  readonly clock: TestClock
  readonly metrics: Metrics
  readonly connectionString: string
  /** The lines of the backend's log. */
  readonly logLines: readonly string[]
  /** The address at which the backend listens, if the test asked for one. */
  readonly url: string
  readonly fetch: (address: string | URL | Request, init?: RequestInit) => Promise<Response>
  readonly post: (
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ) => Promise<TestResponse>
  /** Sign in as one of the demo campus's people. */
  readonly signInAs: (number: string) => Promise<SignedInUser>
  /** Put the school's name and content into the page's settings, as a server does once a minute. */
  readonly refreshPageSettings: () => Promise<void>
  /**
   * Read the database epoch again, as a process does once a minute. A restore begins a new epoch.
   */
  readonly refreshEpoch: () => Promise<void>
  readonly close: () => Promise<void>
}

/** What a test can configure. */
export interface BackendParams {
  readonly clock?: Clock
  /** Settings as environment variables. */
  readonly env?: Readonly<Record<string, string>>
  readonly hosts?: readonly MessagingHost[]
  readonly gateway?: PaymentGateway
  readonly hasRoom?: () => Promise<boolean>
  /** Also listen on a free loopback port. */
  readonly listen?: boolean
  /** Share the database of another backend, as a second server process would. */
  readonly sharing?: Backend
  /** How long a request waits for a database connection. */
  readonly waitMs?: number
  /** How long a statement can take. */
  readonly statementMs?: number
  /** Use this database, and do not drop it. */
  readonly connectionString?: string
}

/** Start a backend on a new database with the demo campus. */
export async function startBackend(wishes: BackendParams = {}): Promise<Backend> {
  const borrowed = wishes.connectionString ?? wishes.sharing?.connectionString
  const own = borrowed === undefined ? await createFreshDatabase() : undefined
  const connectionString = borrowed ?? own?.connectionString ?? ''
  const dataDir = mkdtempSync(join(tmpdir(), 'baodao-backend-'))
  const read = readSettings({
    DATA_DIR: dataDir,
    DEMO: '1',
    REQUESTS_PER_MINUTE: '0',
    ANONYMOUS_PER_MINUTE: '0',
    APP_DIR: join(dataDir, 'no-app'),
    ...wishes.env,
  })
  if (read.type === 'mistakes') throw new Error(read.sentences.join(' '))
  const settings = read.settings
  const clock = settable(wishes.clock ?? createClock(0))
  const logged: string[] = []
  const log = createLog('info', { write: (line) => void logged.push(line) })
  const database = openDatabase({
    connectionString,
    connections: settings.maxConnections,
    names: settings.statementNaming,
    ...(wishes.waitMs !== undefined && { waitMs: wishes.waitMs }),
    ...(wishes.statementMs !== undefined && { statementMs: wishes.statementMs }),
    onError: () => {},
  })
  const hosts =
    wishes.hosts === undefined ? createHosts(settings) : createMessagingHosts(wishes.hosts)
  const metrics = createMetrics(database.pool)
  // A database that is unavailable from the start has no epoch.
  const epoch = await openDatabaseEpoch(database.db).catch(() => ({
    current: () => '',
    refresh: async () => {},
  }))
  const files = openStaticApp({
    ...settings,
    settings: buildPageSettings(settings, hosts),
    onFault: (error) => log.warn({ fault: describeError(error) }),
  })
  const app = createApp({
    database,
    epoch: epoch.current,
    clock,
    hosts,
    gateway: wishes.gateway ?? openGateway(settings, { db: database.db, clock }),
    settings,
    log,
    metrics,
    hasFreeSpace: wishes.hasRoom ?? (async () => true),
    app: files,
  })
  const calls = recordCalls(app.fetch)
  const listening = wishes.listen === true ? await listen(calls.fetch) : undefined
  const url = listening?.url ?? CAMPUS_ADDRESS
  const fetch: Backend['fetch'] = async (address, init) =>
    calls.fetch(address instanceof Request ? address : new Request(new URL(address, url), init))
  const post: Backend['post'] = async (path, body = {}, headers = {}) => {
    const text = JSON.stringify(body)
    // Send the length of the body, as a phone does.
    const sent = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      ...headers,
    }
    const response = await fetch(path, { method: 'POST', headers: sent, body: text })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  return {
    settings,
    db: database.db,
    clock,
    metrics,
    connectionString,
    logLines: logged,
    url,
    fetch,
    post,
    signInAs: (number) => signInAs(post, number),
    refreshEpoch: epoch.refresh,
    refreshPageSettings: async () => {
      const school = await findSchool(database.db)
      const content = (await readPageContent((path, init) => app.request(path, init))) ?? ''
      const version = await files.updateContent(content)
      files.updateSettings({ ...buildPageSettings(settings, hosts, { school }), content: version })
    },
    close: async () => {
      calls.write()
      await listening?.close()
      await database.close()
      await own?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function signInAs(post: Backend['post'], number: string): Promise<SignedInUser> {
  const person = demoPeople.find((one) => one.number === number)
  if (person === undefined) throw new Error(`the demo campus has no ${number}`)
  const { secret } = person
  const said =
    person.how === 'staff'
      ? await post('/api/sys/login', { userCode: number, openId: '', password: secret })
      : await post('/api/binding/findstu', { stuNumber: number, idCard: secret, openId: '' })
  const token: string = said.body.token
  const code: string = person.how === 'staff' ? said.body.user.userCode : said.body.results.stuCode
  return {
    token,
    code,
    post: (path, body, headers) => post(path, body, { authorization: token, ...headers }),
  }
}

function settable(clock: Clock): TestClock {
  let shiftMs = 0
  return {
    now: () => new Date(clock.now().getTime() + shiftMs),
    set: (now) => (shiftMs = new Date(now).getTime() - clock.now().getTime()),
    advance: (seconds) => (shiftMs += seconds * 1000),
  }
}

function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
): Promise<{ url: string; close: () => Promise<void> }> {
  return new Promise((resolve) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve({
        url: `http://127.0.0.1:${port}`,
        close: () =>
          new Promise((done) => {
            server.close(() => done())
            if ('closeAllConnections' in server) server.closeAllConnections()
          }),
      }),
    )
  })
}

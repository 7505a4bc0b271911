import { createServer, type Server } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { getRequestListener } from '@hono/node-server'
import { collectDefaultMetrics } from 'prom-client'
import { createApp } from './app.ts'
import { createHosts } from './create-hosts.ts'
import { demoPeople } from './demo/demo-people.ts'
import { pruneErrorReports } from './features/error-reporting/public.ts'
import { countClosedPeriods } from './features/evaluation/public.ts'
import { findPublicApps } from './features/home/public.ts'
import { pruneDevices, pruneOpenIdProofs } from './features/identity/public.ts'
import { pruneImports } from './features/imports/public.ts'
import { startMessageDelivery } from './features/message-channels/public.ts'
import { startTrialJob } from './features/payment-trials/public.ts'
import { startOrderReconciler, registerPaymentMetrics } from './features/payment/public.ts'
import { deleteExpiredRecords } from './features/privacy/public.ts'
import { pruneSmsCodes, pruneActionTickets } from './features/profile/public.ts'
import { startRefundJob } from './features/refunds/public.ts'
import { findSchool } from './features/school/public.ts'
import { hasNoAdministrator } from './features/staff-accounts/public.ts'
import { pruneStudentLists, startWaitingReminders } from './features/student-messages/public.ts'
import { pruneUniversitySignIns } from './features/university-sign-in/public.ts'
import { pruneWebhookEvents, startWebhookDelivery } from './features/webhooks/public.ts'
import { LISTEN_BACKLOG, listenOnSocket } from './listeners.ts'
import { readPageContent } from './page-content.ts'
import { buildPageSettings } from './page-settings.ts'
import { openGateway } from './payment-gateways/open-gateway.ts'
import { openStaticApp } from './platform/app/static-app.ts'
import { createClock } from './platform/clock.ts'
import {
  type PrivatePostgres,
  startPostgres,
} from './platform/database/cluster/private-postgres.ts'
import { openDatabase } from './platform/database/database.ts'
import { retryUntilAvailable } from './platform/database/driver/retry-until-available.ts'
import { openDatabaseEpoch } from './platform/database/epoch.ts'
import { startAutoAnalyze } from './platform/database/health/auto-analyze.ts'
import { watchFreeSpace } from './platform/database/health/disk-space.ts'
import { startDeltaBuild } from './platform/files/dictionary-deltas/start-build.ts'
import { describeBasePathMismatch } from './platform/files/disk/base-path-check.ts'
import { describeForeignOwner } from './platform/files/disk/folder-ownership.ts'
import { publishReleaseFiles } from './platform/files/release-files.ts'
import { pruneStoredResponses } from './platform/http/idempotency.ts'
import { pruneRateLimits } from './platform/http/limits/rate-limits.ts'
import { createLog, describeError } from './platform/monitoring/logs.ts'
import { serveMetrics } from './platform/monitoring/metrics-port.ts'
import { createMetrics } from './platform/monitoring/metrics.ts'
import { createSealer } from './platform/sessions/sealer.ts'
import { pruneSessions } from './platform/sessions/session.ts'
import { readSettings } from './platform/settings/read-settings.ts'
import type { Settings } from './platform/settings/settings.ts'
import { createSmsDeliveryWorker, startSmsDelivery } from './platform/sms/delivery-worker.ts'
import { pruneSmsMessages } from './platform/sms/sms-sender.ts'
import { prerenderPublicPages } from './platform/ssr/prerender.ts'
import { prepareDatabase } from './prepare-database.ts'
import { onStopSignal, shutDown } from './shutdown.ts'
import { describeStartError } from './start-errors.ts'

const HOUR_MS = 3600 * 1000
const MINUTE_MS = 60 * 1000
const IDLE_CONNECTION_MS = 75 * 1000

// Garbage is collected when the heap has grown by a third instead of doubled. Under load a process
// then needs two thirds of the memory and answers the same number of requests.
setFlagsFromString('--heap-growing-percent=33')

const read = readSettings(process.env)
if (read.type === 'mistakes') fail(...read.sentences)
else await start(read).catch((error: unknown) => fail(describeStartError(error, read.settings)))

async function start({
  settings,
  notices,
}: {
  settings: Settings
  notices: readonly string[]
}): Promise<void> {
  const hindrance = describeBasePathMismatch(settings) ?? describeForeignOwner(settings.dataDir)
  if (hindrance !== undefined) throw new Error(hindrance)
  const clock = createClock(settings.clockOffsetSeconds)
  const log = createLog(settings.logLevel)
  const warn = (error: unknown) => log.warn({ fault: describeError(error) })
  for (const notice of notices) log.warn(notice)
  if (!settings.demo && process.getuid?.() === 0)
    log.warn('This process runs as root; give it a user of its own.')
  const postgres =
    settings.databaseUrl === undefined
      ? await startPostgres({
          dataDir: settings.dataDir,
          onBack: () => log.warn('The private database had ended and was started again.'),
          onLost: exitWithError,
        })
      : undefined
  const connectionString = settings.databaseUrl ?? postgres?.connectionString ?? ''
  if (postgres?.fellBack === true)
    say(
      `The database cannot live in ${settings.dataDir}, which its user cannot reach; it is in ${postgres.folder} instead.`,
    )
  const database = openDatabase({
    connectionString,
    connections: settings.maxConnections,
    names: settings.statementNaming,
    onError: warn,
  })
  const leave = async () => {
    await database.close()
    await postgres?.release()
  }
  try {
    const sentences = await retryUntilAvailable(
      () => prepareDatabase({ connectionString, database, clock, settings }),
      {
        seconds: settings.databaseWaitSeconds,
        onWait: () =>
          log.warn(
            `The database cannot be reached yet; waiting for it, at most ${settings.databaseWaitSeconds} seconds.`,
          ),
      },
    )
    for (const sentence of sentences) log.warn(sentence)
    const hosts = createHosts(settings)
    const told = async () => {
      const apps = await findPublicApps(database.db, clock.now())
      const school = await findSchool(database.db)
      return { page: buildPageSettings(settings, hosts, { apps, school }), ...school }
    }
    const { page, installName } = await told()
    const files = openStaticApp({
      ...settings,
      settings: page,
      installName,
      onFault: warn,
    })
    const metrics = createMetrics(database.pool)
    collectDefaultMetrics({ register: metrics.registry })
    registerPaymentMetrics(metrics.registry, database.db)
    const hasRoom = watchFreeSpace(postgres?.folder ?? settings.dataDir, settings.freeSpaceFloorMb)
    const gateway = openGateway(settings, { db: database.db, clock })
    const epoch = await openDatabaseEpoch(database.db)
    const app = createApp({
      database,
      epoch: epoch.current,
      clock,
      hosts,
      gateway,
      settings,
      log,
      metrics,
      hasFreeSpace: hasRoom,
      app: files,
    })
    const tell = async () => {
      const [now, content] = await Promise.all([
        told(),
        readPageContent((path, init) =>
          app.request(settings.basePath + path, init, { isInternal: true }),
        ),
      ])
      const version = content === undefined ? undefined : await files.updateContent(content)
      files.updateSettings(
        { ...now.page, ...(version !== undefined && { content: version }) },
        now.installName,
      )
    }
    await tell().catch(warn)
    if (settings.metrics !== undefined) await serveMetrics(metrics.registry, settings.metrics)
    const server = await listen(app.fetch, settings)
    // Requests in the first second get the page without its content; later requests get the
    // rendered page.
    void prerenderPublicPages(async (path, language) =>
      app.request(settings.basePath + path, { headers: { 'accept-language': language } }),
    )
    startDeltaBuild(settings, warn)
    const doors =
      settings.socket === undefined ? [] : [await listenOnSocket(server, settings.socket)]
    const pruning = setInterval(() => {
      const now = clock.now()
      Promise.all([
        (async () => publishReleaseFiles(settings))(),
        pruneStoredResponses(database.db, now, settings.restorableDays),
        pruneSessions(database.db, now),
        pruneOpenIdProofs(database.db, now),
        pruneDevices(database.db, now),
        pruneRateLimits(database.db, now),
        pruneSmsCodes(database.db, now),
        pruneActionTickets(database.db, now),
        pruneSmsMessages(database.db, now),
        pruneWebhookEvents(database.db, now),
        pruneUniversitySignIns(database.db, now),
        pruneErrorReports(database.db, now),
        pruneImports(database.db, now),
        pruneStudentLists(database.db, now),
        countClosedPeriods(database.db, { now, minAnswers: settings.evaluationMinAnswers }),
        deleteExpiredRecords(database.db, { retention: settings.retention, now, dryRun: false }),
      ]).catch(warn)
    }, HOUR_MS)
    const works = [startAutoAnalyze(database.db, warn)]
    if (settings.gateway.type !== 'none')
      works.push(
        startOrderReconciler({ db: database.db, gateway, clock, onError: warn }),
        startRefundJob({ db: database.db, gateway, clock, onError: warn }),
        startTrialJob({ db: database.db, gateway, clock, onError: warn }),
      )
    const { smsWebhook: webhook } = settings
    if (webhook !== undefined)
      works.push(
        startSmsDelivery(createSmsDeliveryWorker({ db: database.db, clock, webhook }), warn),
      )
    const sealer = createSealer(settings)
    works.push(
      startMessageDelivery({ db: database.db, clock, settings, sealer }, warn),
      startWaitingReminders({ db: database.db, clock }, warn),
      startWebhookDelivery({ db: database.db, clock, settings, sealer }, warn),
    )
    const telling = setInterval(() => {
      epoch.refresh().catch(warn)
      tell().catch(warn)
    }, MINUTE_MS)
    onStopSignal(async () => {
      for (const timer of [telling, pruning]) clearInterval(timer)
      await shutDown(
        { server, listeners: doors, jobs: works, releaseDatabase: leave },
        settings.stopSeconds * 1000,
      )
    })
    printWelcome(settings, postgres)
    if (!settings.demo && (await hasNoAdministrator(database.db)))
      say(
        'Nobody can work in the office yet. Make the first administrator: npm run campus -- administrator T0001 --name 张三',
      )
  } catch (error) {
    await leave()
    throw error
  }
}

// The process exits with an error, so that its supervisor can restart it: without a database
// nothing can be served.
function exitWithError(error: Error): void {
  fail(error.message)
  process.exit()
}

function listen(
  fetch: Parameters<typeof getRequestListener>[0],
  { port, listenAddress }: Settings,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const answer = getRequestListener(fetch)
    const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
    // The time is longer than a proxy's own limit, so that the proxy never reuses a connection that
    // is being closed.
    server.keepAliveTimeout = IDLE_CONNECTION_MS
    server.on('error', reject)
    server.listen({ port, host: listenAddress, backlog: LISTEN_BACKLOG }, () => resolve(server))
  })
}

function printWelcome(settings: Settings, postgres: PrivatePostgres | undefined): void {
  say(`${settings.schoolName} is at http://localhost:${settings.port}${settings.basePath}/`)
  if (postgres !== undefined)
    say(
      `Its database is PostgreSQL ${postgres.version} in ${postgres.folder}${postgres.wasAlreadyRunning ? ', which was running already' : ''}: good for demos and small campuses; docs/operations.md says how it is kept up to date.`,
    )
  if (!settings.demo) return
  if (settings.listenAddress === '127.0.0.1')
    say('Only this machine reaches it. HOST=0.0.0.0 opens it to others.')
  say('This is the demo campus. Who can sign in:')
  for (const { who, how, number, secret } of demoPeople)
    say(`  ${number.padEnd(7)} ${secret.padEnd(19)} ${how.padEnd(8)} ${who.en}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function fail(...sentences: string[]): void {
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}

import { createServer, type Server } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { getRequestListener } from '@hono/node-server'
import { collectDefaultMetrics } from 'prom-client'
import { createApp } from './app.ts'
import { demoPeople } from './demo/people.ts'
import { BACKLOG, openSocket } from './doors.ts'
import { countClosedPeriods } from './features/evaluation/face.ts'
import { publicApps } from './features/home/face.ts'
import { pruneDevices, pruneProofs } from './features/identity/face.ts'
import { pruneImports } from './features/imports/face.ts'
import { startSweeping, watchPayments } from './features/payment/face.ts'
import { retain } from './features/privacy/face.ts'
import { pruneCodes, pruneTickets } from './features/profile/face.ts'
import { findSchool } from './features/school/face.ts'
import { needsAdministrator } from './features/staff/face.ts'
import { pruneTroubles } from './features/troubles/face.ts'
import { pruneVisits } from './features/university/face.ts'
import { openHost } from './open-host.ts'
import { pageContent } from './page-content.ts'
import { pageSettings } from './page-settings.ts'
import { openGateway } from './payments/open.ts'
import { machineClock } from './platform/clock.ts'
import { openDatabase } from './platform/database/database.ts'
import { roomIn } from './platform/database/disk-space.ts'
import { openEpoch } from './platform/database/epoch.ts'
import { type Postgres, startPostgres } from './platform/database/postgres.ts'
import { startCounting } from './platform/database/statistics.ts'
import { whenThere } from './platform/database/waiting.ts'
import { drawFirst } from './platform/drawing/first.ts'
import { otherPath } from './platform/files/built-for.ts'
import { startDiffering } from './platform/files/differences/start.ts'
import { keepFiles } from './platform/files/kept-files.ts'
import { strangersFolder } from './platform/files/ownership.ts'
import { readApp } from './platform/files/static.ts'
import { pruneAnswers } from './platform/http/idempotency.ts'
import { pruneLimits } from './platform/http/limits.ts'
import { createLog, faultOf } from './platform/monitoring/logs.ts'
import { listenForCollector } from './platform/monitoring/metrics-port.ts'
import { createMetrics } from './platform/monitoring/metrics.ts'
import { pruneSessions } from './platform/sessions/session.ts'
import { readSettings, type Settings } from './platform/settings/settings.ts'
import { createCourier, startDelivering } from './platform/sms-delivery.ts'
import { pruneTexts } from './platform/sms.ts'
import { prepare } from './prepare.ts'
import { sentenceFor } from './start-sentences.ts'
import { onStop, stopInOrder } from './stopping.ts'

const HOUR_MS = 3600 * 1000
const MINUTE_MS = 60 * 1000
const IDLE_CONNECTION_MS = 75 * 1000

// What was thrown away is collected when the heap has grown by a third, not by itself once more: a
// process then holds two thirds of the memory in a crowd, and answers as many.
setFlagsFromString('--heap-growing-percent=33')

const read = readSettings(process.env)
if (read.type === 'mistakes') fail(...read.sentences)
else await start(read).catch((error: unknown) => fail(sentenceFor(error, read.settings)))

async function start({
  settings,
  notices,
}: {
  settings: Settings
  notices: readonly string[]
}): Promise<void> {
  const hindrance = otherPath(settings) ?? strangersFolder(settings.dataDir)
  if (hindrance !== undefined) throw new Error(hindrance)
  const clock = machineClock(settings.clockOffsetSeconds)
  const log = createLog(settings.logLevel)
  const warn = (error: unknown) => log.warn({ fault: faultOf(error) })
  for (const notice of notices) log.warn(notice)
  if (!settings.demo && process.getuid?.() === 0)
    log.warn('This process runs as root; give it a user of its own.')
  const postgres =
    settings.databaseUrl === undefined
      ? await startPostgres({
          dataDir: settings.dataDir,
          onBack: () => log.warn('The private database had ended and was started again.'),
          onLost: giveUp,
        })
      : undefined
  const connectionString = settings.databaseUrl ?? postgres?.connectionString ?? ''
  if (postgres?.fellBack === true)
    say(
      `The database cannot live in ${settings.dataDir}, which its user cannot reach; it is in ${postgres.folder} instead.`,
    )
  const database = openDatabase({
    connectionString,
    connections: settings.connections,
    names: settings.names,
    onError: warn,
  })
  const leave = async () => {
    await database.close()
    await postgres?.leave()
  }
  try {
    const sentences = await whenThere(
      () => prepare({ connectionString, database, clock, settings }),
      {
        seconds: settings.databaseWaitSeconds,
        onWait: () =>
          log.warn(
            `The database cannot be reached yet; waiting for it, at most ${settings.databaseWaitSeconds} seconds.`,
          ),
      },
    )
    for (const sentence of sentences) log.warn(sentence)
    const host = openHost(settings)
    const told = async () => {
      const apps = await publicApps(database.db, clock.now())
      const school = await findSchool(database.db)
      return { page: pageSettings(settings, host, { apps, school }), ...school }
    }
    const { page, installName } = await told()
    const files = readApp({
      ...settings,
      settings: page,
      installName,
      onFault: warn,
    })
    const metrics = createMetrics(database.pool)
    collectDefaultMetrics({ register: metrics.registry })
    watchPayments(metrics.registry, database.db)
    const hasRoom = roomIn(postgres?.folder ?? settings.dataDir, settings.freeSpaceFloorMb)
    const gateway = openGateway(settings, { db: database.db, clock })
    const epoch = await openEpoch(database.db)
    const app = createApp({
      database,
      epoch: epoch.current,
      clock,
      host,
      gateway,
      settings,
      log,
      metrics,
      hasRoom,
      app: files,
    })
    const tell = async () => {
      const [now, content] = await Promise.all([
        told(),
        pageContent((path, init) =>
          app.request(settings.basePath + path, init, { isInternal: true }),
        ),
      ])
      const version = content === undefined ? undefined : await files.tellContent(content)
      files.tell(
        { ...now.page, ...(version !== undefined && { content: version }) },
        now.installName,
      )
    }
    await tell().catch(warn)
    if (settings.metrics !== undefined) await listenForCollector(metrics.registry, settings.metrics)
    const server = await listen(app.fetch, settings)
    // Whoever comes in the first second gets the frame; after that, a drawn page.
    void drawFirst(async (path, language) =>
      app.request(settings.basePath + path, { headers: { 'accept-language': language } }),
    )
    startDiffering(settings, warn)
    const doors = settings.socket === undefined ? [] : [await openSocket(server, settings.socket)]
    const pruning = setInterval(() => {
      const now = clock.now()
      Promise.all([
        (async () => keepFiles(settings))(),
        pruneAnswers(database.db, now, settings.restorableDays),
        pruneSessions(database.db, now),
        pruneProofs(database.db, now),
        pruneDevices(database.db, now),
        pruneLimits(database.db, now),
        pruneCodes(database.db, now),
        pruneTickets(database.db, now),
        pruneTexts(database.db, now),
        pruneVisits(database.db, now),
        pruneTroubles(database.db, now),
        pruneImports(database.db, now),
        countClosedPeriods(database.db, { now, least: settings.evaluationMinAnswers }),
        retain(database.db, { retention: settings.retention, now, dryRun: false }),
      ]).catch(warn)
    }, HOUR_MS)
    const works = [startCounting(database.db, warn)]
    if (settings.gateway.type !== 'none')
      works.push(startSweeping({ db: database.db, gateway, clock, onError: warn }))
    const { smsWebhook: webhook } = settings
    if (webhook !== undefined)
      works.push(startDelivering(createCourier({ db: database.db, clock, webhook }), warn))
    const telling = setInterval(() => {
      epoch.refresh().catch(warn)
      tell().catch(warn)
    }, MINUTE_MS)
    onStop(async () => {
      for (const timer of [telling, pruning]) clearInterval(timer)
      await stopInOrder({ server, doors, works, leave }, settings.stopSeconds * 1000)
    })
    welcome(settings, postgres)
    if (!settings.demo && (await needsAdministrator(database.db)))
      say(
        'Nobody can work in the office yet. Make the first administrator: npm run campus -- administrator T0001 --name 张三',
      )
  } catch (error) {
    await leave()
    throw error
  }
}

// Whoever started this process learns of it and can start it again; nothing can be served without a
// database.
function giveUp(error: Error): void {
  fail(error.message)
  process.exit()
}

function listen(
  fetch: Parameters<typeof getRequestListener>[0],
  { port, listenOn }: Settings,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const answer = getRequestListener(fetch)
    const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
    // Longer than a proxy keeps one, so that no request meets a process that is hanging up.
    server.keepAliveTimeout = IDLE_CONNECTION_MS
    server.on('error', reject)
    server.listen({ port, host: listenOn, backlog: BACKLOG }, () => resolve(server))
  })
}

function welcome(settings: Settings, postgres: Postgres | undefined): void {
  say(`${settings.schoolName} is at http://localhost:${settings.port}${settings.basePath}/`)
  if (postgres !== undefined)
    say(
      `Its database is PostgreSQL ${postgres.version} in ${postgres.folder}${postgres.joined ? ', which was running already' : ''}: good for demos and small campuses; docs/operations.md says how it is kept up to date.`,
    )
  if (!settings.demo) return
  if (settings.listenOn === '127.0.0.1')
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

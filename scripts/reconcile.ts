import { parseArgs } from 'node:util'
import {
  reconcileDay,
  saveReconciliation,
  formatReconciliation,
} from '#server/features/payment/public'
import { recordGatewayRefund } from '#server/features/refunds/public'
import { openGateway } from '#server/payment-gateways/open-gateway'
import { toChinaDay, createClock } from '#server/platform/clock'
import { startPostgres } from '#server/platform/database/cluster/private-postgres'
import { openDatabase } from '#server/platform/database/database'
import { readSettings } from '#server/platform/settings/read-settings'

// `npm run reconcile -- --date 2026-11-20`: compares a day's credits with the gateway's books.
// Exits with 1 if they differ, or if an incident of that day is unhandled.
const say = (line: string) => process.stdout.write(`${line}\n`)
const { values } = parseArgs({ options: { date: { type: 'string' } } })
const read = readSettings(process.env)
if (read.type === 'mistakes') {
  for (const sentence of read.sentences) process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
const { settings } = read
if (settings.gateway.type === 'none') {
  say('Nothing is paid online here (PAYMENT_PROVIDER=none): there are no books to compare.')
  process.exit(0)
}
const clock = createClock(settings.clockOffsetSeconds)
const day = values.date ?? toChinaDay(clock.now())
if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) {
  process.stderr.write('--date must be a day such as 2026-09-01.\n')
  process.exit(1)
}
const postgres =
  settings.databaseUrl === undefined
    ? await startPostgres({ dataDir: settings.dataDir })
    : undefined
const database = openDatabase({
  connectionString: settings.databaseUrl ?? postgres?.connectionString ?? '',
  onError: () => {},
})
try {
  const gateway = openGateway(settings, { db: database.db, clock })
  const now = clock.now()
  const report = await reconcileDay({
    db: database.db,
    gateway,
    recordRefund: recordGatewayRefund,
    day,
    now,
  })
  if (report === undefined) {
    process.stderr.write(`The gateway has no books for ${day} yet; try again later.\n`)
    process.exitCode = 1
  } else {
    await saveReconciliation(database.db, report, { by: null, now })
    const { lines, isWell } = formatReconciliation(report)
    for (const line of lines) say(line)
    if (!isWell) process.exitCode = 1
  }
} finally {
  await database.close()
  await postgres?.release()
}

import { parseArgs } from 'node:util'
import { creditsOf, incidentsOf } from '../features/payment/orders.ts'
import { yuanOf } from '#contract/fields'
import { chinaDay, machineClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database.ts'
import { startPostgres } from '../platform/postgres.ts'
import { readSettings } from '../platform/settings.ts'
import { openGateway } from '../payments/open.ts'
import { reconcile } from '../payments/reconcile.ts'

// npm run reconcile -- --date 2026-11-20: compare a day's credits with the gateway's books. Ends with 1 when they differ, or when
// something of that day needs a person.
const say = (line: string) => process.stdout.write(`${line}\n`)
const { values } = parseArgs({ options: { date: { type: 'string' } } })
const read = readSettings(process.env)
if (read.type === 'mistakes') {
  for (const sentence of read.sentences) process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
const { settings } = read
const clock = machineClock(settings.clockOffsetSeconds)
const day = values.date ?? chinaDay(clock.now())
if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) {
  process.stderr.write('--date must be a day such as 2026-09-01.\n')
  process.exit(1)
}
const postgres = settings.databaseUrl === undefined ? await startPostgres({ dataDir: settings.dataDir }) : undefined
const database = openDatabase({ connectionString: settings.databaseUrl ?? postgres?.connectionString ?? '', onError: () => {} })
try {
  const gateway = openGateway(settings, { db: database.db, clock })
  const books = await gateway.books(day)
  if (books === undefined) {
    process.stderr.write(`The gateway has no books for ${day} yet; try again later.\n`)
    process.exitCode = 1
  } else {
    const credits = await creditsOf(database.db, { day, transactions: books.map(({ transaction }) => transaction) })
    const report = await reconcile({ credits, books, query: gateway.query })
    const incidents = await incidentsOf(database.db, day)
    for (const line of report.lines) say(line)
    for (const { kind, order_number, transaction, amount_fen } of incidents)
      say(`${transaction} ${order_number} ${yuanOf(amount_fen)}: ${kind}, to be looked at`)
    say(`${day}: ${report.matched} alike, ${report.lines.length} different, ${incidents.length} to be looked at`)
    if (report.lines.length + incidents.length > 0) process.exitCode = 1
  }
} finally {
  await database.close()
  await postgres?.leave()
}

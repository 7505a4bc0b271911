import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { GUARANTEES_PAGE, withGuarantees } from '../../support/codebase/guarantees-page.ts'
import { GUARANTEES } from '../../support/codebase/guarantees.ts'
import { PROPERTIES_BY_NAME } from '../../support/properties/properties.ts'
import {
  REPLAYED_SEEDS,
  type PropertyCounts,
  propertyTestCountsPath,
} from '../../support/properties/property-run.ts'
import { runBedRush } from './bed-rush.ts'

// npm run test:properties -- --minutes 10 [--seed 7] [--property outbox [--path 3:1]]; --beds 100
// Checks the properties of the tests for a given time: two files at a time, each for an equal share
// of it.

const AT_ONCE = 2

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string' },
    property: { type: 'string' },
    path: { type: 'string' },
    page: { type: 'boolean', default: false },
    beds: { type: 'string' },
  },
})
if (values.page) {
  writeFileSync(GUARANTEES_PAGE, withGuarantees(readFileSync(GUARANTEES_PAGE, 'utf8'), GUARANTEES))
  process.exit()
}
if (values.beds !== undefined) process.exit(runBedRush(Number(values.beds)) === 0 ? 0 : 1)
const files = Object.entries(PROPERTIES_BY_NAME).filter(
  ([name]) => name === (values.property ?? name),
)
if (files.length === 0) {
  console.error(
    `There is no property "${values.property}"; there are ${Object.keys(PROPERTIES_BY_NAME).join(', ')}.`,
  )
  process.exit(2)
}
const seed = values.seed ?? String(Date.now() % 1_000_000)
const share = Math.min(1, AT_ONCE / files.length)
const env = {
  ...process.env,
  PROPERTY_SECONDS: String(Number(values.minutes) * 60 * share),
  PROPERTY_SEED: seed,
  ...(values.property !== undefined && { PROPERTY_NAME: values.property }),
  ...(values.path !== undefined && { PROPERTY_PATH: values.path }),
}
for (const [name] of files) rmSync(propertyTestCountsPath(name, seed), { force: true })
const run = spawn('npx', ['vitest', 'run', ...new Set(files.map(([, { file }]) => file))], {
  stdio: 'inherit',
  env,
})
run.on('exit', (code) => {
  report()
  process.exitCode = code ?? 1
})

function report(): void {
  const allCounts = files
    .map(([name]) => propertyTestCountsPath(name, seed))
    .filter((file) => existsSync(file))
    .map((file): PropertyCounts => JSON.parse(readFileSync(file, 'utf8')))
  console.log(`seed ${seed}`)
  for (const counts of allCounts) console.log(line(counts))
  const sum = (count: (counts: PropertyCounts) => number) =>
    allCounts.reduce((all, counts) => all + count(counts), 0).toLocaleString('en')
  console.log(
    `${allCounts.length} of ${files.length} properties held: ${sum((one) => one.runs)} runs, ${sum((one) => one.distinctRuns)} distinct`,
  )
}

function line({
  property,
  seconds,
  cpuMsPerRun,
  runs,
  distinctRuns,
  eventStateCounts,
  replayedSame,
  hash,
}: PropertyCounts): string {
  const met = Object.keys(eventStateCounts).map((cell) => cell.split(' × '))
  const events = new Set(met.map(([event]) => event)).size
  const states = new Set(met.map(([, state]) => state)).size
  const columns = [
    property.padEnd(14),
    `${runs.toLocaleString('en').padStart(9)} runs`,
    `${distinctRuns.toLocaleString('en').padStart(9)} distinct`,
    `${met.length} of ${events * states} (${events} events × ${states} states) met`.padStart(40),
    `${Math.round(seconds)} s`.padStart(6),
    `${cpuMsPerRun.toFixed(1)} ms of a core each`.padStart(24),
    `${replayedSame} of ${REPLAYED_SEEDS} seeds replayed the same (${hash})`,
  ]
  return columns.join('  ')
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { type BrowserEngine, engines, installHintOf } from '../../engines/support/engine.ts'

// npm run engines -- [--only webkit]: run every test journey on every installed browser engine, and
// print a table. An engine that is named must be installed.
const RESULTS = '.cache/engines.json'
const Only = v.optional(v.picklist(engines))
const Results = v.object({
  testResults: v.array(
    v.object({
      assertionResults: v.array(
        v.object({ ancestorTitles: v.array(v.string()), title: v.string(), status: v.string() }),
      ),
    }),
  ),
})

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const only = v.parse(Only, values.only)
const absent = only === undefined ? undefined : installHintOf(only)
if (absent !== undefined) {
  process.stderr.write(
    `${only} was asked for and is not installed, so nothing was tried. Install it: ${absent}\n`,
  )
  process.exit(1)
}
const wanted: readonly BrowserEngine[] = only === undefined ? engines : [only]
await rm(RESULTS, { force: true })
await mkdir('.cache', { recursive: true })
const files = wanted.map((engine) => `tests/engines/${engine}.test.ts`)
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`]
const run = spawn('npx', ['vitest', 'run', '--project', 'engines', ...files, ...reporters], {
  stdio: 'inherit',
  env: { ...process.env, ALL_ENGINES: '1' },
})
const [code] = await once(run, 'exit')
const { testResults } = v.parse(Results, JSON.parse(await readFile(RESULTS, 'utf8')))
const results = testResults.flatMap(({ assertionResults }) => assertionResults)
const journeys = [
  ...new Set(results.flatMap((one) => (one.ancestorTitles[0] === undefined ? [] : [one.title]))),
]
const widest = Math.max(...journeys.map((journey) => journey.length))
say('', wanted)
for (const journey of journeys)
  say(
    journey,
    wanted.map((engine) => statusOf(engine, journey)),
  )
for (const engine of wanted) {
  const install = installHintOf(engine)
  if (install !== undefined) process.stdout.write(`${engine} is not installed: ${install}\n`)
}
process.exitCode = code === 0 ? 0 : 1

function say(first: string, cells: readonly string[]): void {
  const row = [first.padEnd(widest), ...cells.map((cell) => cell.padEnd(10))]
  process.stdout.write(`${row.join('  ').trimEnd()}\n`)
}

function statusOf(engine: BrowserEngine, journey: string): string {
  const one = results.find(
    ({ ancestorTitles, title }) => ancestorTitles[0] === engine && title === journey,
  )
  return one?.status ?? 'not run'
}

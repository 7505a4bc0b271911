import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { type PropertyName, PROPERTIES } from './properties.ts'
import { propertyParameters } from './property-parameters.ts'

/** What a history tells while it is lived. */
export interface RunRecorder {
  /** Something happened while things stood so. */
  readonly recordEvent: (event: string, state: string) => void
  /** What came of it; the same seed tells the same again. */
  readonly recordTrace: (line: unknown) => void
}

/** What must hold in every history. */
export interface Property<History> {
  readonly name: PropertyName
  readonly runs: fc.Arbitrary<History>
  readonly check: (history: History, witness: RunRecorder) => Promise<void>
  /** The history for a person: one row a step. */
  readonly describeRun: (history: History) => readonly string[]
}

/** What `npm run prove` is told of a law. */
export interface PropertyCounts {
  readonly property: string
  readonly seed: number
  readonly seconds: number
  /** What a history costs this process, ms: on a busy machine it says more than the seconds. */
  readonly cpuMsPerRun: number
  readonly runs: number
  readonly distinctRuns: number
  /** How often something happened while things stood so. */
  readonly eventStateCounts: Readonly<Record<string, number>>
  /** How many of `REPLAYED` seeds told the same when they were lived again, and the hash of all. */
  readonly replayedSame: number
  readonly hash: string
}

/** So many seeds are lived twice. */
export const REPLAYED_SEEDS = 100

/** Where a law leaves its tally; runs of several seeds may stand beside each other. */
export const countsFileOf = (law: string, seed: string | number): string =>
  join('tests', '.output', 'prove', `${law}-${seed}.json`)

/** For so long `npm run prove` wants each law tried, ms; 0 in an ordinary test. */
export const PROPERTY_BUDGET_MS = Number(process.env['PROVE_SECONDS'] ?? 0) * 1000
/** How long a test of a law may take. */
export const PROPERTY_TIMEOUT_MS = PROPERTY_BUDGET_MS + 300_000

/**
 * For a backend of a law: that its database is slow on a machine that is busy with much else is no
 * answer to a history.
 */
export const GENEROUS_DATABASE_TIMEOUTS = {
  waitMs: PROPERTY_TIMEOUT_MS,
  statementMs: PROPERTY_TIMEOUT_MS,
}

const BATCH = 10
/** How long a failing history is made shorter. */
const SHRINK_MS = 45_000

/**
 * Try a law in as many histories as `LAWS` says, or for as long as `npm run prove` wants. Fails
 * with the seed, the history as a table, and the command that lives it again.
 */
export async function runProperty<History>(law: Property<History>): Promise<void> {
  const { seed, numRuns, endOnFailure } = propertyParameters(PROPERTIES[law.name].ordinarily)
  const path = process.env['PROPERTY_PATH']
  const wanted = process.env['PROVE_LAW']
  if (wanted !== undefined && wanted !== law.name) return
  const [start, before] = [Date.now(), process.cpuUsage()]
  const distinct = new Set<string>()
  const cells: Record<string, number> = {}
  let histories = 0
  const property = fc.asyncProperty(law.runs, async (history) => {
    const { witness, hash } = listen(history, cells)
    await law.check(history, witness)
    histories += 1
    distinct.add(hash())
  })
  const left = () => PROPERTY_BUDGET_MS - (Date.now() - start)
  for (let batch = 0; batch === 0 || (path === undefined && left() > 0); batch++) {
    const one = { seed: seed + batch, numRuns: PROPERTY_BUDGET_MS > 0 ? BATCH : numRuns }
    const found = await fc.check(property, {
      ...one,
      endOnFailure: PROPERTY_BUDGET_MS > 0 || endOnFailure,
      ...(path !== undefined && { path }),
    })
    // Made shorter apart and for a while only: a history that is cut off lives on beside the next.
    const details =
      PROPERTY_BUDGET_MS > 0 && found.failed && found.counterexamplePath !== null
        ? await fc.check(property, {
            ...one,
            path: found.counterexamplePath,
            interruptAfterTimeLimit: SHRINK_MS,
          })
        : found
    const shown = details.failed && details.counterexample !== null ? details : found
    if (found.failed) throw new Error(told(law, shown), { cause: shown.errorInstance })
  }
  if (PROPERTY_BUDGET_MS === 0) return
  const seconds = (Date.now() - start) / 1000
  const { user, system } = process.cpuUsage(before)
  const seeds = Array.from({ length: REPLAYED_SEEDS }, (_, at) => seed + at)
  const [first, second] = [await traceHashesOf(law, seeds), await traceHashesOf(law, seeds)]
  const tally: PropertyCounts = {
    property: law.name,
    seed,
    seconds,
    cpuMsPerRun: (user + system) / 1000 / histories,
    runs: histories,
    distinctRuns: distinct.size,
    eventStateCounts: cells,
    replayedSame: first.filter((one, at) => one === second[at]).length,
    hash: hashOf(first),
  }
  const file = countsFileOf(law.name, seed)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(tally))
  // What cannot be lived again cannot be mended by its seed.
  if (tally.replayedSame < REPLAYED_SEEDS)
    throw new Error(
      `"${law.name}" tells ${REPLAYED_SEEDS - tally.replayedSame} of ${REPLAYED_SEEDS} seeds another way when they are lived again.`,
    )
}

/** The hashes of what the histories of these seeds tell, each lived once. */
export async function traceHashesOf<History>(
  law: Property<History>,
  seeds: readonly number[],
): Promise<readonly string[]> {
  const hashes: string[] = []
  for (const seed of seeds)
    for (const history of fc.sample(law.runs, { seed, numRuns: 1 })) {
      const { witness, hash } = listen(history, {})
      await law.check(history, witness)
      hashes.push(hash())
    }
  return hashes
}

const hashOf = (told: unknown) =>
  createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 16)

function listen(history: unknown, cells: Record<string, number>) {
  const told = createHash('sha256').update(JSON.stringify(history))
  const witness: RunRecorder = {
    recordEvent: (event, state) => {
      const cell = `${event} × ${state}`
      cells[cell] = (cells[cell] ?? 0) + 1
    },
    recordTrace: (line) => void told.update(JSON.stringify(line)),
  }
  return { witness, hash: () => told.digest('base64url').slice(0, 16) }
}

function told<History>(law: Property<History>, details: fc.RunDetails<[History]>): string {
  const { counterexample, counterexamplePath, errorInstance, numShrinks, seed } = details
  const rows = counterexample === null ? [] : law.describeRun(counterexample[0])
  return [
    `"${law.name}" does not hold (made shorter ${numShrinks} times):`,
    errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
    ...rows.map((row, at) => `${String(at + 1).padStart(4)}  ${row}`),
    `again: npm run prove -- --law ${law.name} --seed ${seed} --path ${counterexamplePath ?? ''}`,
  ].join('\n')
}

/** One step of a history as a row: what it is, and what goes with it. */
export function formatTraceRow({
  type,
  ...rest
}: {
  readonly type: string
  readonly [name: string]: unknown
}): string {
  const words = Object.entries(rest)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return `${type.padEnd(36)} ${words.join(' · ')}`.trimEnd()
}

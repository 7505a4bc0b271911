import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { type PropertyName, PROPERTIES_BY_NAME } from './properties.ts'
import { propertyParameters } from './property-parameters.ts'

/** Records what happens during a run. */
export interface PropertyRunRecorder {
  /** Record that an event happened in this state. */
  readonly recordEvent: (event: string, state: string) => void
  /** Record a line of the trace. A replay of the seed must record the same lines. */
  readonly recordTrace: (line: unknown) => void
}

/** A property, which must hold in every run. */
export interface Property<Run> {
  readonly name: PropertyName
  readonly runs: fc.Arbitrary<Run>
  readonly check: (run: Run, recorder: PropertyRunRecorder) => Promise<void>
  /** Describe the run for a reader, one row for each step. */
  readonly describeRun: (run: Run) => readonly string[]
}

/** What a long run of a property reports to `npm run test:properties`. */
export interface PropertyCounts {
  readonly property: string
  readonly seed: number
  readonly seconds: number
  /** The CPU time of a run in ms. On a busy machine it is more reliable than elapsed time. */
  readonly cpuMsPerRun: number
  readonly runs: number
  readonly distinctRuns: number
  /** How often each event happened in each state. */
  readonly eventStateCounts: Readonly<Record<string, number>>
  /**
   * How many of `REPLAYED_SEEDS` seeds had the same trace when they were replayed, and the hash of
   * all traces.
   */
  readonly replayedSame: number
  readonly hash: string
}

/** How many seeds are replayed. */
export const REPLAYED_SEEDS = 100

/** The file with a property's counts for a seed. */
export const propertyTestCountsPath = (property: string, seed: string | number): string =>
  join('tests', '.output', 'properties', `${property}-${seed}.json`)

/**
 * How long `npm run test:properties` checks each property, in ms. It is 0 in an ordinary test run.
 */
export const CHECK_MS_PER_PROPERTY = Number(process.env['PROPERTY_SECONDS'] ?? 0) * 1000
/** The timeout of a test of a property. */
export const PROPERTY_TIMEOUT_MS = CHECK_MS_PER_PROPERTY + 300_000

/**
 * Timeouts for the backend of a property, so that a database that is slow on a busy machine does
 * not decide the outcome of a run.
 */
export const GENEROUS_DATABASE_TIMEOUTS = {
  waitMs: PROPERTY_TIMEOUT_MS,
  statementMs: PROPERTY_TIMEOUT_MS,
}

const BATCH = 10
/** How long a failing run is shrunk. */
const SHRINK_MS = 45_000

/**
 * Check a property in as many runs as `PROPERTIES_BY_NAME` lists, or for as long as `npm run
 * test:properties` says. Fails with the seed, the run as a table, and the command that replays it.
 */
export async function runProperty<Run>(property: Property<Run>): Promise<void> {
  const { seed, numRuns, endOnFailure } = propertyParameters(
    PROPERTIES_BY_NAME[property.name].ordinaryRuns,
  )
  const path = process.env['PROPERTY_PATH']
  const wanted = process.env['PROPERTY_NAME']
  if (wanted !== undefined && wanted !== property.name) return
  const [start, before] = [Date.now(), process.cpuUsage()]
  const distinctHashes = new Set<string>()
  const cells: Record<string, number> = {}
  let runCount = 0
  const asyncProperty = fc.asyncProperty(property.runs, async (run) => {
    const { recorder, hash } = listen(run, cells)
    await property.check(run, recorder)
    runCount += 1
    distinctHashes.add(hash())
  })
  const left = () => CHECK_MS_PER_PROPERTY - (Date.now() - start)
  for (let batch = 0; batch === 0 || (path === undefined && left() > 0); batch++) {
    const one = { seed: seed + batch, numRuns: CHECK_MS_PER_PROPERTY > 0 ? BATCH : numRuns }
    const found = await fc.check(asyncProperty, {
      ...one,
      endOnFailure: CHECK_MS_PER_PROPERTY > 0 || endOnFailure,
      ...(path !== undefined && { path }),
    })
    // Shrinking is a separate run with a time limit, because a run that fast-check interrupts
    // continues during the next one.
    const details =
      CHECK_MS_PER_PROPERTY > 0 && found.failed && found.counterexamplePath !== null
        ? await fc.check(asyncProperty, {
            ...one,
            path: found.counterexamplePath,
            interruptAfterTimeLimit: SHRINK_MS,
          })
        : found
    const shown = details.failed && details.counterexample !== null ? details : found
    if (found.failed) throw new Error(told(property, shown), { cause: shown.errorInstance })
  }
  if (CHECK_MS_PER_PROPERTY === 0) return
  const seconds = (Date.now() - start) / 1000
  const { user, system } = process.cpuUsage(before)
  const seeds = Array.from({ length: REPLAYED_SEEDS }, (_, at) => seed + at)
  const [first, second] = [
    await traceHashesOf(property, seeds),
    await traceHashesOf(property, seeds),
  ]
  const counts: PropertyCounts = {
    property: property.name,
    seed,
    seconds,
    cpuMsPerRun: (user + system) / 1000 / runCount,
    runs: runCount,
    distinctRuns: distinctHashes.size,
    eventStateCounts: cells,
    replayedSame: first.filter((one, at) => one === second[at]).length,
    hash: hashOf(first),
  }
  const file = propertyTestCountsPath(property.name, seed)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(counts))
  // A failure can be debugged by its seed only if the seed replays the same run.
  if (counts.replayedSame < REPLAYED_SEEDS)
    throw new Error(
      `"${property.name}" records ${REPLAYED_SEEDS - counts.replayedSame} of ${REPLAYED_SEEDS} seeds differently when they are replayed.`,
    )
}

/** Run each of these seeds once, and hash the traces. */
export async function traceHashesOf<Run>(
  property: Property<Run>,
  seeds: readonly number[],
): Promise<readonly string[]> {
  const hashes: string[] = []
  for (const seed of seeds)
    for (const run of fc.sample(property.runs, { seed, numRuns: 1 })) {
      const { recorder, hash } = listen(run, {})
      await property.check(run, recorder)
      hashes.push(hash())
    }
  return hashes
}

const hashOf = (told: unknown) =>
  createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 16)

function listen(run: unknown, cells: Record<string, number>) {
  const told = createHash('sha256').update(JSON.stringify(run))
  const recorder: PropertyRunRecorder = {
    recordEvent: (event, state) => {
      const cell = `${event} × ${state}`
      cells[cell] = (cells[cell] ?? 0) + 1
    },
    recordTrace: (line) => void told.update(JSON.stringify(line)),
  }
  return { recorder, hash: () => told.digest('base64url').slice(0, 16) }
}

function told<Run>(property: Property<Run>, details: fc.RunDetails<[Run]>): string {
  const { counterexample, counterexamplePath, errorInstance, numShrinks, seed } = details
  const rows = counterexample === null ? [] : property.describeRun(counterexample[0])
  return [
    `"${property.name}" does not hold (shrunk ${numShrinks} times):`,
    errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
    ...rows.map((row, at) => `${String(at + 1).padStart(4)}  ${row}`),
    `replay: npm run test:properties -- --property ${property.name} --seed ${seed} --path ${counterexamplePath ?? ''}`,
  ].join('\n')
}

/** A row for a step of a run: its type and its details. */
export function formatTraceRow({
  type,
  ...rest
}: {
  readonly type: string
  readonly [name: string]: unknown
}): string {
  const flags = Object.entries(rest)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return `${type.padEnd(36)} ${flags.join(' · ')}`.trimEnd()
}

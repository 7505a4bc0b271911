import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PROPERTIES_BY_NAME } from '../support/properties/properties.ts'
import {
  type Property,
  traceHashesOf,
  formatTraceRow,
  runProperty,
} from '../support/properties/property-run.ts'

/** A property of lists of digits, under the name of a listed property. */
const testedProperty = (
  holds: Property<readonly number[]>['check'],
): Property<readonly number[]> => ({
  name: 'paper',
  runs: fc.array(fc.nat(9)),
  check: holds,
  describeRun: (digits) => digits.map((digit) => formatTraceRow({ type: 'drawn', digit })),
})

/** This property is violated by each list that contains a seven. */
const noSeven = testedProperty(async (digits) => {
  if (digits.includes(7)) throw new Error('a seven was drawn')
})

/** The parts of the report of a violated property. */
async function toldOf(broken: Property<readonly number[]>) {
  const message = await runProperty(broken).then(
    () => 'it holds',
    (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
  )
  const [, shorter] = /shrunk (\d+) times/.exec(message) ?? []
  const [, seed, path] = /--seed (\S+) --path (\S+)$/.exec(message) ?? []
  const table = message.split('\n').filter((line) => /^ +\d+ {2}drawn/.test(line))
  return { message, shorter: Number(shorter), seed, path, table }
}

beforeEach(() => {
  for (const name of ['PROPERTY_PATH', 'PROPERTY_RUNS', 'PROPERTY_SHRINK', 'PROPERTY_NAME'])
    vi.stubEnv(name, undefined)
  vi.stubEnv('PROPERTY_SEED', '2026')
})

afterEach(() => vi.unstubAllEnvs())

test('the report of a violated property has its name, seed, failure, the run as a table and the command that replays it', async () => {
  const tried: (readonly number[])[] = []
  const { message, path, table } = await toldOf(
    testedProperty(async (digits, witness) => {
      tried.push(digits)
      await noSeven.check(digits, witness)
    }),
  )
  const last = tried.at(-1) ?? []
  expect(last).toContain(7)
  expect(tried.slice(0, -1).flat()).not.toContain(7)
  const lines = message.split('\n')
  expect(lines[0]).toBe('"paper" does not hold (shrunk 0 times):')
  expect(lines[1]).toBe('a seven was drawn')
  expect(table).toEqual(
    last.map((digit, at) => `${String(at + 1).padStart(4)}  ${'drawn'.padEnd(36)} digit ${digit}`),
  )
  expect(lines.at(-1)).toBe(
    `replay: npm run test:properties -- --property paper --seed 2026 --path ${path}`,
  )
  expect(path).toBe(String(tried.length - 1))
})

test('the seed and path of a report replay the same run at once', async () => {
  const first = await toldOf(noSeven)
  vi.stubEnv('PROPERTY_SEED', first.seed)
  vi.stubEnv('PROPERTY_PATH', first.path)
  const holds = vi.fn<Property<readonly number[]>['check']>(noSeven.check)
  const again = await toldOf(testedProperty(holds))
  expect(again).toEqual(first)
  expect(holds).toHaveBeenCalledTimes(1)
})

test('another seed generates another run', async () => {
  const first = await toldOf(noSeven)
  vi.stubEnv('PROPERTY_SEED', '2027')
  expect((await toldOf(noSeven)).table).not.toEqual(first.table)
})

test('a failing run is shrunk on request, and its path replays the shrunk run', async () => {
  const first = await toldOf(noSeven)
  vi.stubEnv('PROPERTY_SHRINK', '1')
  const short = await toldOf(noSeven)
  expect(short.shorter).toBeGreaterThan(0)
  expect(short.table.length).toBeLessThan(first.table.length)
  expect(short.table).toEqual([`   1  ${formatTraceRow({ type: 'drawn', digit: 7 })}`])
  vi.stubEnv('PROPERTY_SHRINK', undefined)
  vi.stubEnv('PROPERTY_SEED', short.seed)
  vi.stubEnv('PROPERTY_PATH', short.path)
  expect((await toldOf(noSeven)).table).toEqual(short.table)
})

test('a property that holds passes after the listed number of runs, or after the requested number', async () => {
  const holds = vi.fn<Property<readonly number[]>['check']>(async () => {})
  await runProperty(testedProperty(holds))
  expect(holds).toHaveBeenCalledTimes(PROPERTIES_BY_NAME.paper.ordinaryRuns)
  vi.stubEnv('PROPERTY_RUNS', '7')
  await runProperty(testedProperty(holds))
  expect(holds).toHaveBeenCalledTimes(PROPERTIES_BY_NAME.paper.ordinaryRuns + 7)
})

test('a property is skipped when another property is requested', async () => {
  vi.stubEnv('PROPERTY_NAME', 'payments')
  await runProperty(testedProperty(() => Promise.reject(new Error('tried'))))
})

test('the same seeds generate the same values, and other seeds generate other values', async () => {
  const held = testedProperty(async (digits, { recordTrace }) => recordTrace(digits.length))
  const seeds = Array.from({ length: 20 }, (_, at) => 100 + at)
  const first = await traceHashesOf(held, seeds)
  expect(first).toHaveLength(20)
  expect(await traceHashesOf(held, seeds)).toEqual(first)
  const others = await traceHashesOf(
    held,
    seeds.map((seed) => seed + 100),
  )
  expect(others).not.toEqual(first)
  expect(new Set([...first, ...others]).size).toBeGreaterThan(30)
})

test('a run whose replay ends differently is detected', async () => {
  let told = 0
  const restless = testedProperty(async (_, { recordTrace }) => recordTrace(told++))
  const first = await traceHashesOf(restless, [1, 2])
  const second = await traceHashesOf(restless, [1, 2])
  expect(second[0]).not.toBe(first[0])
  expect(second[1]).not.toBe(first[1])
})

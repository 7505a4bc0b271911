import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type StepScheduler, createStepScheduler } from '../support/database/step-scheduler.ts'
import { type FreshDatabase, createFreshDatabase } from '../support/database/test-postgres.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

// The step scheduler makes the properties that use a database replayable, so it has tests of its
// own.

let own: FreshDatabase
let pool: pg.Pool
let turns: StepScheduler
beforeAll(async () => {
  own = await createFreshDatabase({ empty: true })
  turns = await createStepScheduler(own.connectionString)
  pool = new pg.Pool({ connectionString: own.connectionString })
  turns.scheduleStatements(pool)
  await alone('create table one (id int); insert into one values (1)')
  await alone('create table said (nth int generated always as identity, word text)')
})
afterAll(async () => {
  await pool.end()
  await turns.close()
  await own.drop()
})

/** Run a statement without concurrent work. */
async function alone(text: string) {
  const client = await pool.connect()
  const said = await client.query<{ words: string }>({ text })
  client.release()
  return said
}
/** A transaction that appends a text while it locks the only row. */
async function add(word: string, order: string[]): Promise<void> {
  const client = await pool.connect()
  const ask = async (text: string, values: string[] = []) => {
    const said = await client.query({ text, values })
    order.push(`${word} ${text.split(' ')[0]}`)
    return said
  }
  await ask('begin')
  await ask('select from one for update')
  await ask('insert into said (word) values ($1)', [word])
  await ask('commit')
  client.release()
}
/**
 * Run three concurrent transactions in the order of these choices. Returns the result and the
 * order.
 */
async function runSteps(choices: readonly number[]) {
  await alone('truncate said')
  turns.setChoices(choices)
  const order: string[] = []
  await turns.runConcurrently(() => Promise.all(['a', 'b', 'c'].map((word) => add(word, order))))
  const { rows } = await alone("select string_agg(word, '' order by nth) as words from said")
  return { words: rows[0]?.words, order }
}

test('concurrent tasks interleave in the chosen order, and a replay interleaves them in the same order', async () => {
  const ends = new Set<string | undefined>()
  for (const choices of [[0], [1], [2], [2, 1], [0, 1, 2], [1, 2, 0, 2], [2, 2, 1, 0, 1]]) {
    const first = await runSteps(choices)
    expect([choices, await runSteps(choices)]).toEqual([choices, first])
    expect([...(first.words ?? '')].toSorted()).toEqual(['a', 'b', 'c'])
    ends.add(first.words)
  }
  expect(ends.size).toBeGreaterThan(2)
})

test('a task that waits for a lock continues only after the lock is released', async () => {
  // Each task begins. The first one writes while the others wait for it, and continues to its end.
  const { words, order } = await runSteps([0, 1, 0, 0])
  const at = (step: string) => order.indexOf(step)
  const [first, second, third] = [...(words ?? '')]
  for (const [before, after] of [
    [first, second],
    [second, third],
  ])
    expect(at(`${before} commit`)).toBeLessThan(at(`${after} select`))
})

test('the scheduler waits for a task that waits for the lock of a connection outside the scheduler', async () => {
  const outside = new pg.Client({ connectionString: own.connectionString })
  await outside.connect()
  onTestFinished(() => outside.end())
  await outside.query('begin')
  await outside.query('select from one for update')
  turns.setChoices([0])
  const order: string[] = []
  const works = turns.runConcurrently(() => Promise.all([add('a', order), add('b', order)]))
  await waitUntil(async () => {
    const { rows } = await outside.query(
      'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
    )
    if (rows.length === 0) throw new Error('nobody waits')
  })
  await outside.query('commit')
  await works
  expect(order.indexOf('b commit')).toBeGreaterThan(order.indexOf('b select'))
  expect(order.indexOf('b select')).toBeGreaterThan(order.indexOf('a commit'))
})

test('a task that waits for a lock that no step of the scheduler releases fails instead of waiting for ever', async () => {
  const [first, second] = [await pool.connect(), await pool.connect()]
  await first.query({ text: 'begin' })
  await first.query({ text: 'select from one for update' })
  await expect(
    turns.runConcurrently(() => second.query({ text: 'select from one for update' })),
  ).rejects.toThrow('no step lets go')
  await first.query({ text: 'rollback' })
  first.release()
  second.release()
})

test('a message between concurrent tasks is delivered at its turn, and otherwise at once', async () => {
  await turns.step('alone')
  turns.setChoices([1, 0])
  const came: string[] = []
  const sent = (word: string) => turns.step(word).then(() => void came.push(word))
  await turns.runConcurrently(() => Promise.all([sent('a'), sent('b'), sent('c')]))
  expect(came).toEqual(['b', 'a', 'c'])
  expect(turns.listSteps()).toEqual(['b', 'a', 'c'])
})

test('steps are listed by the texts of their statements, without values, until new choices are set', async () => {
  await runSteps([0, 1, 0, 0])
  const told = turns.listSteps()
  expect(told).toHaveLength(14)
  expect(new Set(told)).toEqual(
    new Set([
      'begin',
      'select from one for update',
      'let go: select from one for update',
      'insert into said (word) values ($1)',
      'commit',
    ]),
  )
  await runSteps([0, 1, 0, 0])
  expect(turns.listSteps()).toEqual(told)
  turns.setChoices([0])
  expect(turns.listSteps()).toEqual([])
})

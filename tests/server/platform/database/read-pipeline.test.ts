import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '#server/platform/database/database'
import { prepareQuery } from '#server/platform/database/driver/prepared-query'
import { prepareRead } from '#server/platform/database/driver/prepared-statement'
import { createReadPipeline } from '#server/platform/database/driver/read-pipeline'
import { createFakeConnection } from '../../../support/database/fake-connection.ts'
import { createSingleTableDatabase } from '../../../support/database/single-table-database.ts'

let drop: () => Promise<void>
let database: Database
beforeAll(async () => {
  ;({ database, drop } = await createSingleTableDatabase(
    `create table flow_step (id int primary key, page text);
     insert into flow_step select n, 'page ' || n from generate_series(1, 50) as n`,
  ))
})
afterAll(() => drop())
afterEach(() => void vi.useRealTimers())

const numbers = Array.from({ length: 50 }, (_, n) => n + 1)
const pageWithProcess = prepareRead<{ page: string; pid: number }>(
  'a page and who read it',
  'select page, pg_backend_pid() as pid from flow_step where id = $1',
)

describe('reads outside of transactions', () => {
  test('reads of the same moment share one connection, each gets its own answer, and then the connection is free again', async () => {
    const read = await Promise.all(numbers.map((n) => pageWithProcess.run(database.db, [n])))
    expect(read.map(({ rows }) => rows[0]?.page)).toEqual(numbers.map((n) => `page ${n}`))
    expect(new Set(read.map(({ rows }) => rows[0]?.pid)).size).toBe(1)
    expect(database.pool.totalCount).toBe(1)
    expect(database.pool.idleCount).toBe(1)
  })

  test('a read that fails does not affect the reads around it', async () => {
    const read = await Promise.allSettled(
      [1, 2, 'none', 4, 5].map((id) => pageWithProcess.run(database.db, [id])),
    )
    expect(read.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      true,
      false,
      true,
      true,
    ])
    expect(read[2]).toMatchObject({ reason: { code: '22P02' } })
    expect(database.pool.idleCount).toBe(1)
  })

  test('a read of a transaction sees what the transaction wrote, on its connection', async () => {
    await database.db.transaction().execute(async (tx) => {
      await tx.updateTable('flow_step').set({ page: 'changed' }).where('id', '=', 1).execute()
      const [inside, outside] = [
        await pageWithProcess.run(tx, [1]),
        await pageWithProcess.run(database.db, [1]),
      ]
      expect(inside.rows[0]?.page).toBe('changed')
      expect(outside.rows[0]?.page).toBe('page 1')
      expect(inside.rows[0]?.pid).not.toBe(outside.rows[0]?.pid)
      await tx.updateTable('flow_step').set({ page: 'page 1' }).where('id', '=', 1).execute()
    })
  })

  test('after a lost connection the next read uses another one', async () => {
    const [first] = (await pageWithProcess.run(database.db, [1])).rows
    const waiting = prepareRead('a long read', 'select pg_sleep(60) from flow_step where id = $1')
    const both = Promise.allSettled([
      waiting.run(database.db, [1]),
      waiting.run(database.db, [2]),
      pageWithProcess.run(database.db, [3]),
    ])
    await expect
      .poll(async () => {
        const { rows } = await database.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and query like '%pg_sleep%' and wait_event = 'PgSleep'`,
        )
        return rows.length
      })
      .toBe(1)
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    const [again] = (await pageWithProcess.run(database.db, [1])).rows
    expect(again?.page).toBe('page 1')
    expect(again?.pid).not.toBe(first?.pid)
  })

  test('a prepared query is a read only if it takes no locks', async () => {
    const of = (name: string, locks: boolean) =>
      prepareQuery(name, (db, { id }: { id: number }) =>
        db
          .selectFrom('flow_step')
          .select('page')
          .where('id', '=', id)
          .$if(locks, (query) => query.forKeyShare()),
      )
    const runs: string[] = []
    const connect = vi.spyOn(database.pool, 'connect')
    for (const [name, locks] of [
      ['steps read together', false],
      ['steps locked', true],
    ] as const) {
      connect.mockClear()
      const found = of(name, locks)
      await Promise.all(numbers.map((id) => found.run(database.db, { id })))
      runs.push(`${name}: ${connect.mock.calls.length}`)
    }
    expect(runs).toEqual(['steps read together: 1', 'steps locked: 50'])
  })
})

describe('the time limit of a read', () => {
  const read = { name: 'a page', text: 'select page', values: [] }

  test('a read is cancelled after its time limit, further reads use another connection, and its own is closed', async () => {
    vi.useFakeTimers()
    const fake = createFakeConnection()
    fake.answer = () => new Promise((resolve) => setTimeout(() => resolve({ rows: [] }), 3001))
    const connect = vi.spyOn(fake.pool, 'connect')
    const pipeline = createReadPipeline(fake.pool, { statementMs: 3000, names: 'always' })
    const late = pipeline.run(read)
    await vi.advanceTimersByTimeAsync(3000)
    fake.answer = () => ({ rows: [{ page: 'one' }] })
    expect(await pipeline.run(read)).toEqual({ rows: [{ page: 'one' }] })
    expect(connect).toHaveBeenCalledTimes(2)
    expect(fake.released).toEqual([false])
    await vi.advanceTimersByTimeAsync(1)
    await late
    expect(fake.released).toEqual([false, true])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('without named statements nothing is sent through the pipeline', async () => {
    const fake = createFakeConnection()
    const connect = vi.spyOn(fake.pool, 'connect')
    for (const names of ['never', 'where-supported'] as const) {
      const pipeline = createReadPipeline(fake.pool, { statementMs: 3000, names })
      expect(await pipeline.run(read)).toBe(undefined)
      expect(await pipeline.run(read)).toBe(undefined)
    }
    expect(connect).toHaveBeenCalledTimes(1)
    expect(fake.released).toEqual([undefined])
  })

  test('if no connection can be opened, the waiting reads fail, and the next read tries again', async () => {
    const fake = createFakeConnection()
    const { connect } = fake.pool
    let isAway = true
    Object.assign(fake.pool, {
      connect: async () => {
        if (isAway) throw new Error('timeout expired')
        return connect()
      },
    })
    const pipeline = createReadPipeline(fake.pool, { statementMs: 3000, names: 'always' })
    const three = await Promise.allSettled([1, 2, 3].map(() => pipeline.run(read)))
    expect(three.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    isAway = false
    expect(await pipeline.run(read)).toMatchObject({ rows: [{ text: 'select page' }] })
    expect(fake.released).toEqual([false])
  })
})

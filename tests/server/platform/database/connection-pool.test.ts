import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '#server/platform/database/database'
import { openPool } from '#server/platform/database/driver/pool'
import { createSingleTableDatabase } from '../../../support/database/single-table-database.ts'

let drop: () => Promise<void>
let database: Database
let connectionString: string
beforeAll(async () => {
  ;({ database, drop, connectionString } = await createSingleTableDatabase(
    'create table word (text text)',
  ))
})
afterAll(() => drop())

const ownPid = 'select pg_backend_pid() as pid'
const end = (pid: number) => database.pool.query('select pg_terminate_backend($1)', [pid])

describe('the connection pool', () => {
  test('the pool sets its statement timeout on each connection, and reads the notices of each connection', async () => {
    const told: Error[] = []
    const pool = openPool({
      connectionString,
      max: 2,
      statementMs: 5000,
      waitMs: 3000,
      onError: (error) => told.push(error),
    })
    expect(pool.options).toMatchObject({
      max: 2,
      connectionTimeoutMillis: 3000,
      query_timeout: 7000,
      keepAlive: true,
      pipeline: true,
    })
    const [lent, idle] = await Promise.all([pool.connect(), pool.connect()])
    const pidOf = async (client: typeof lent) =>
      (await client.query<{ pid: number }>(ownPid)).rows[0]?.pid ?? 0
    const pids = [await pidOf(idle), await pidOf(lent)]
    idle.release()
    for (const [nth, pid] of pids.entries()) {
      await end(pid)
      await expect.poll(() => told.length).toBeGreaterThan(nth)
    }
    expect(told[0]).toMatchObject({ code: '57P01' })
    lent.release(true)
    await pool.end()
  })

  test('the pool returns dates as text, and other types as usual', async () => {
    const { rows } = await database.pool.query(
      `select date '2028-02-29' as day, 5 as number, true as yes, timestamptz '2026-09-01 04:00Z' as moment`,
    )
    expect(rows).toEqual([
      { day: '2028-02-29', number: 5, yes: true, moment: new Date('2026-09-01T04:00:00Z') },
    ])
  })

  test('the pool detects a commit that did not wait for a standby', async () => {
    const { client, release } = await held()
    client.emit('notice', { routine: 'SyncRepWaitForLSN' })
    await release()
    await expect(sql`select 1`.execute(database.db)).rejects.toThrow('standby')
    // The pool uses another connection for the next statement.
    expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
  })

  /** The only idle connection of the pool. */
  async function held() {
    await database.db.connection().execute((db) => sql`select 1`.execute(db))
    const client = await database.pool.connect()
    return { client, release: async () => client.release() }
  }
})

describe('an open database', () => {
  test('an open database reports connections that die, until it is being closed', async () => {
    const onError = vi.fn<(error: Error) => void>()
    const { pool, probePool, close } = openDatabase({ connectionString, onError })
    for (const [nth, one] of [pool, probePool].entries()) {
      const { rows } = await one.query<{ pid: number }>(ownPid)
      await end(rows[0]?.pid ?? 0)
      await expect.poll(() => onError.mock.calls.length).toBe(nth + 1)
    }
    const client = await pool.connect()
    const closing = close()
    client.emit('error', new Error('the database stops'))
    client.release()
    await closing
    expect(onError).toHaveBeenCalledTimes(2)
    expect([pool.ended, probePool.ended]).toEqual([true, true])
  })

  test('an open database has the configured number of connections, and one more to check whether it can write', async () => {
    const opened = openDatabase({ connectionString, connections: 3, onError: () => {} })
    expect([opened.pool.options.max, opened.probePool.options.max]).toEqual([3, 1])
    await sql`select 1`.execute(opened.db)
    await opened.close()
    expect([opened.pool.ended, opened.probePool.ended]).toEqual([true, true])
    expect([database.pool.options.max, database.probePool.options.max]).toEqual([12, 1])
  })
})

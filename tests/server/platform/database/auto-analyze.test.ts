import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Database, openDatabase } from '#server/platform/database/database'
import { analyzeGrownTables, startAutoAnalyze } from '#server/platform/database/health/auto-analyze'
import { createSingleTableDatabase } from '../../../support/database/single-table-database.ts'

let drop: () => Promise<void>
let database: Database
beforeAll(async () => {
  ;({ database, drop } = await createSingleTableDatabase(
    `create table word (id int primary key, text text) with (autovacuum_enabled = false); analyze word`,
  ))
})
afterAll(() => drop())

const grow = (from: number, to: number) =>
  database.pool.query(
    `insert into word select n, 'word ' || n from generate_series(${from}, ${to}) as n;
     select pg_stat_force_next_flush()`,
  )

describe('statistics of a fast-growing table', () => {
  test('a plan made for an empty table is replaced once the table has grown, and uses the key', async () => {
    await database.db.connection().execute(async (db) => {
      const asked = () => sql.raw('execute by_id (4000)').execute(db)
      const plan = async () =>
        JSON.stringify(
          (await sql.raw('explain (format json) execute by_id (4000)').execute(db)).rows,
        )
      await sql.raw('prepare by_id (int) as select text from word where id = $1').execute(db)
      // PostgreSQL makes a custom plan for the first five executions, and then keeps a generic
      // plan.
      for (let time = 0; time < 8; time++) await asked()
      expect(await plan()).toContain('Seq Scan')
      await grow(1, 5000)
      expect(await plan()).toContain('Seq Scan')

      expect(await analyzeGrownTables(database.db)).toEqual(['word'])
      expect(await plan()).toContain('Index Scan')
      expect((await asked()).rows).toEqual([{ text: 'word 4000' }])
    })
  })

  test('a table is analyzed again when it has doubled, and not before', async () => {
    expect(await analyzeGrownTables(database.db)).toEqual([])
    await grow(5001, 9000)
    expect(await analyzeGrownTables(database.db)).toEqual([])
    await grow(9001, 10_500)
    expect(await analyzeGrownTables(database.db)).toEqual(['word'])
    expect(await analyzeGrownTables(database.db)).toEqual([])
  })

  test('a table is not analyzed in a read-only database', async () => {
    await grow(10_501, 22_000)
    await database.db.connection().execute(async (db) => {
      await sql`set default_transaction_read_only = on`.execute(db)
      expect(await analyzeGrownTables(db)).toEqual([])
      await sql`reset default_transaction_read_only`.execute(db)
      expect(await analyzeGrownTables(db)).toEqual(['word'])
    })
  })

  test('a failed analysis is reported, unless the database is unavailable', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const faultsOf = async ({ db }: Pick<Database, 'db'>) => {
      const faults: unknown[] = []
      const work = startAutoAnalyze(db, (error) => faults.push(error))
      await vi.advanceTimersByTimeAsync(2000)
      await work.stop()
      return faults
    }
    const connectionString = 'postgres://nobody@127.0.0.1:1/nowhere'
    const away = openDatabase({ connectionString, onError: () => {} })
    expect(await faultsOf(away)).toEqual([])
    await away.close()
    expect(await faultsOf(away)).toHaveLength(1)
  })
})

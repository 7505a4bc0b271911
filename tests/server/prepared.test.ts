import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/platform/database/database'
import { ahead, prepared } from '#server/platform/database/prepared'
import { freshDatabase } from '../support/postgres.ts'

const greeting = prepared<{ text: string }>('a greeting', 'select text from greeting where id = $1')

let drop: () => Promise<void>
let database: Database
beforeAll(async () => {
  const fresh = await freshDatabase({ empty: true })
  drop = fresh.drop
  database = openDatabase({ connectionString: fresh.connectionString, onError: () => {} })
  await database.pool.query(
    `create table greeting (id int primary key, text text); insert into greeting values (1, 'hello')`,
  )
})
afterAll(async () => {
  await database.close()
  await drop()
})

describe('a prepared statement', () => {
  test('is planned once on its connection, also in a transaction, and what was not declared is not', async () => {
    await database.db.transaction().execute(async (tx) => {
      for (let i = 0; i < 3; i++)
        expect((await greeting.run(tx, [1])).rows).toEqual([{ text: 'hello' }])
      await tx
        .selectFrom('pg_prepared_statements' as 'migration')
        .selectAll()
        .execute()
      const { rows } = await prepared<{ name: string }>(
        'names',
        'select name from pg_prepared_statements',
      ).run(tx, [])
      expect(rows.map(({ name }) => name).toSorted()).toEqual(['a greeting', 'names'])
    })
  })

  test('outlives a migration that widens its table, and a connection that dies', async () => {
    await greeting.run(database.db, [1])
    await database.pool.query('alter table greeting add column language text')
    expect((await greeting.run(database.db, [1])).rows).toEqual([{ text: 'hello' }])
    await database.pool
      .query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()',
      )
      .catch(() => {})
    await expect
      .poll(() => greeting.run(database.db, [1]).catch(() => 'not yet'))
      .toMatchObject({ rows: [{ text: 'hello' }] })
  })

  test('tells what it changed, and one that fails can be asked again', async () => {
    const double = prepared<never>(
      'a copy',
      'insert into greeting (id, text) values ($1, $2) on conflict (id) do nothing',
    )
    expect((await double.run(database.db, [2, 'again'])).numAffectedRows).toBe(1n)
    expect((await double.run(database.db, [2, 'again'])).numAffectedRows).toBe(0n)
    await expect(double.run(database.db, ['two', 'again'])).rejects.toMatchObject({ code: '22P02' })
    expect((await double.run(database.db, [3, 'more'])).numAffectedRows).toBe(1n)
  })
})

describe('a statement that nobody waits for', () => {
  const adding = ahead('add a greeting', 'insert into greeting (id, text) values ($1, $2)')
  const kept = async (id: number) => (await greeting.run(database.db, [id])).rows.length

  test('is there for what follows it, and stays with its transaction', async () => {
    await database.db.transaction().execute(async (tx) => {
      await adding.run(tx, [10, 'ahead'])
      expect((await greeting.run(tx, [10])).rows).toEqual([{ text: 'ahead' }])
      await adding.run(tx, [11, 'last'])
    })
    expect([await kept(10), await kept(11)]).toEqual([1, 1])
  })

  test('fails the commit when it fails, and whatever was asked in between', async () => {
    const twice = database.db.transaction().execute(async (tx) => {
      await adding.run(tx, [12, 'one'])
      await adding.run(tx, [12, 'another'])
    })
    await expect(twice).rejects.toMatchObject({ code: '23505' })
    const between = database.db.transaction().execute(async (tx) => {
      await adding.run(tx, [12, 'one'])
      await adding.run(tx, [12, 'another'])
      await greeting.run(tx, [12])
    })
    await expect(between).rejects.toMatchObject({ code: '23505' })
    expect(await kept(12)).toBe(0)
  })

  test('is called off with its transaction', async () => {
    const stopped = database.db.transaction().execute(async (tx) => {
      await adding.run(tx, [13, 'never'])
      throw new Error('stopped')
    })
    await expect(stopped).rejects.toThrow('stopped')
    expect(await kept(13)).toBe(0)
  })

  test('is waited for where it stands alone', async () => {
    await expect(adding.run(database.db, [1, 'again'])).rejects.toMatchObject({ code: '23505' })
  })
})

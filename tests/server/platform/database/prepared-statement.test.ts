import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/database/database'
import { pipelineQuery, prepareQuery } from '#server/platform/database/driver/prepared-query'
import {
  pipelineStatement,
  prepareStatement,
} from '#server/platform/database/driver/prepared-statement'
import { createSingleTableDatabase } from '../../../support/database/single-table-database.ts'

const greeting = prepareStatement<{ text: string }>(
  'a greeting',
  'select text from greeting where id = $1',
)

let drop: () => Promise<void>
let database: Database
beforeAll(async () => {
  ;({ database, drop } = await createSingleTableDatabase(
    `create table greeting (id int primary key, text text); insert into greeting values (1, 'hello')`,
  ))
})
afterAll(() => drop())

describe('a prepared statement', () => {
  test('a declared statement is planned once on each connection, also in a transaction; an undeclared statement is not prepared', async () => {
    await database.db.transaction().execute(async (tx) => {
      for (let i = 0; i < 3; i++)
        expect((await greeting.run(tx, [1])).rows).toEqual([{ text: 'hello' }])
      await tx
        .selectFrom('pg_prepared_statements' as 'migration')
        .selectAll()
        .execute()
      const { rows } = await prepareStatement<{ name: string }>(
        'names',
        'select name from pg_prepared_statements',
      ).run(tx, [])
      expect(rows.map(({ name }) => name).toSorted()).toEqual(['a greeting', 'names'])
    })
  })

  test('a prepared statement survives a migration that adds a column to its table, and a lost connection', async () => {
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

  test('a prepared statement reports the number of changed rows, and can be repeated after a failure', async () => {
    const double = prepareStatement<never>(
      'a copy',
      'insert into greeting (id, text) values ($1, $2) on conflict (id) do nothing',
    )
    expect((await double.run(database.db, [2, 'again'])).numAffectedRows).toBe(1n)
    expect((await double.run(database.db, [2, 'again'])).numAffectedRows).toBe(0n)
    await expect(double.run(database.db, ['two', 'again'])).rejects.toMatchObject({ code: '22P02' })
    expect((await double.run(database.db, [3, 'more'])).numAffectedRows).toBe(1n)
  })
})

describe('a query of the query builder that is compiled once', () => {
  const steps = (name: string) =>
    prepareQuery(name, (db, { page, least }: { page: string; least: number }) =>
      db
        .selectFrom('flow_step')
        .select('id')
        .where('page', '=', page)
        .where('id', '>=', least)
        .where('skippable', '=', true),
    )

  test('a compiled query runs with its parameters each time, and is planned once', async () => {
    const table = 'create table flow_step (id int, page text, skippable boolean)'
    await database.pool.query(
      `${table}; insert into flow_step values (1, 'one', true), (2, 'one', true), (3, 'two', true), (4, 'two', false)`,
    )
    const of = steps('steps of a page')
    await database.db.transaction().execute(async (tx) => {
      expect(await of.run(tx, { page: 'one', least: 2 })).toEqual([{ id: 2 }])
      expect(await of.run(tx, { page: 'two', least: 1 })).toEqual([{ id: 3 }])
      const named = `select from pg_prepared_statements where name = 'steps of a page'`
      expect((await prepareStatement('named', named).run(tx, [])).rows).toHaveLength(1)
    })
  })

  test('a compiled query is refused when it selects all columns, does not use a parameter, or computes with one', async () => {
    const all = prepareQuery('all steps', (db) => db.selectFrom('flow_step').selectAll())
    await expect(all.run(database.db, {})).rejects.toThrow('names its columns')
    const none = prepareQuery('no page', (db, _params: { page: string }) =>
      db.selectFrom('flow_step').select('id'),
    )
    await expect(none.run(database.db, { page: 'one' })).rejects.toThrow(
      'page is asked for nowhere',
    )
    const next = prepareQuery('next step', (db, { id }: { id: number }) =>
      db
        .selectFrom('flow_step')
        .select('id')
        .where('id', '=', id + 1),
    )
    await expect(next.run(database.db, { id: 1 })).rejects.toThrow('computes with id')
  })

  test('a compiled write has its effect with the parameters of each run, and is pipelined in a transaction', async () => {
    const add = pipelineQuery(
      'add a step',
      (db, { id, skippable }: { id: number; skippable: boolean }) =>
        db
          .insertInto('flow_step')
          .values({ id, skippable, page: 'more', title: '', needs_dorm: true }),
    )
    await database.pool.query(
      'alter table flow_step add title text, add needs_dorm boolean, add unique (id)',
    )
    await database.db.transaction().execute(async (tx) => {
      await add.run(tx, { id: 10, skippable: true })
      await add.run(tx, { id: 11, skippable: false })
    })
    const twice = database.db.transaction().execute(async (tx) => {
      await add.run(tx, { id: 10, skippable: false })
      return 'not awaited'
    })
    await expect(twice).rejects.toMatchObject({ code: '23505' })
    const of = steps('steps after a write')
    expect(await of.run(database.db, { page: 'more', least: 1 })).toEqual([{ id: 10 }])
  })
})

describe('a pipelined statement', () => {
  const adding = pipelineStatement(
    'add a greeting',
    'insert into greeting (id, text) values ($1, $2)',
  )
  const kept = async (id: number) => (await greeting.run(database.db, [id])).rows.length

  test('a pipelined statement takes effect before the statements after it, in the same transaction', async () => {
    await database.db.transaction().execute(async (tx) => {
      await adding.run(tx, [10, 'ahead'])
      expect((await greeting.run(tx, [10])).rows).toEqual([{ text: 'ahead' }])
      await adding.run(tx, [11, 'last'])
    })
    expect([await kept(10), await kept(11)]).toEqual([1, 1])
  })

  test('a failed pipelined statement makes the commit fail, whatever statements run in between', async () => {
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

  test('a pipelined statement is rolled back with its transaction', async () => {
    const stopped = database.db.transaction().execute(async (tx) => {
      await adding.run(tx, [13, 'never'])
      throw new Error('stopped')
    })
    await expect(stopped).rejects.toThrow('stopped')
    expect(await kept(13)).toBe(0)
  })

  test('a pipelined statement outside a transaction is awaited', async () => {
    await expect(adding.run(database.db, [1, 'again'])).rejects.toMatchObject({ code: '23505' })
  })
})

import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrationList } from '#server/platform/database/migrations/migration-list'
import { migrate, migrateInTransaction } from '#server/platform/database/migrations/migrations'
import { syncConstraints, tableConstraints } from '#server/platform/database/rules/constraint-sync'
import { type FreshDatabase, createFreshDatabase } from '../../../support/database/test-postgres.ts'

let fresh: FreshDatabase
let client: pg.Client
const connection = async () => {
  const one = new pg.Client(fresh.connectionString)
  await one.connect()
  return one
}
beforeAll(async () => {
  fresh = await createFreshDatabase()
  client = await connection()
})
afterAll(async () => {
  await client.end()
  await fresh.drop()
})

/** The name of the constraint with which the database refuses this statement, if it does. */
const refusalOf = async (statement: string) => {
  await client.query('begin')
  try {
    await client.query(statement)
    return undefined
  } catch (error) {
    return error instanceof pg.DatabaseError ? error.constraint : error
  } finally {
    await client.query('rollback')
  }
}
const standing = async () => {
  const { rows } = await client.query<{ name: string; checked: boolean; sql: string }>(
    `select conname as name, convalidated as checked, obj_description(oid, 'pg_constraint') as sql
     from pg_constraint where contype = 'c' and conname like '%\\_rule' order by conname`,
  )
  return rows
}
const bySql = (gender: string) => `update student set gender = '${gender}' where code = 'S990001'`

describe('constraints of the tables', () => {
  beforeEach(async () => {
    await client.query(bySql('1'))
    await syncConstraints(client)
  })

  test('after a start all constraints are enforced, as written and validated', async () => {
    const wanted = tableConstraints.map(({ name, sql }) => ({ name, checked: true, sql }))
    const byName = (one: { name: string }, other: { name: string }) =>
      one.name < other.name ? -1 : 1
    expect((await standing()).toSorted(byName)).toEqual(wanted.toSorted(byName))
    expect(tableConstraints.find(({ name }) => name === 'student_gender_rule')).toEqual({
      table: 'student',
      name: 'student_gender_rule',
      sql: "gender in ('1', '2')",
      says: 'gender is one of 1, 2',
    })
    expect(tableConstraints.find(({ name }) => name === 'term_monday_rule')).toMatchObject({
      table: 'term',
      says: 'the first day of a term is a Monday',
    })
  })

  test('a start leaves existing constraints unchanged and adds a dropped constraint again', async () => {
    const oids = async () =>
      (await client.query(`select oid from pg_constraint where conname like '%\\_rule'`)).rows
    const before = await oids()
    await syncConstraints(client)
    expect(await oids()).toEqual(before)
    await client.query('alter table student drop constraint student_gender_rule')
    expect(await syncConstraints(client)).toEqual([])
    expect(await refusalOf(bySql('3'))).toBe('student_gender_rule')
    expect(await oids()).toHaveLength(before.length)
  })

  test('a changed constraint replaces the old one', async () => {
    await client.query('alter table student drop constraint student_gender_rule')
    await client.query(
      `alter table student add constraint student_gender_rule check (gender <> 'x')`,
    )
    await client.query(`comment on constraint student_gender_rule on student is 'gender <> ''x'''`)
    expect(await syncConstraints(client)).toEqual([])
    expect(await refusalOf(bySql('3'))).toBe('student_gender_rule')
  })

  test('obsolete constraints are dropped, and constraints with other names stay', async () => {
    await client.query(
      `alter table student add constraint student_old_rule check (name <> 'x'),
       add constraint student_own check (name <> 'y')`,
    )
    expect(await syncConstraints(client)).toEqual([])
    const named = (name: string) => `update student set name = '${name}' where code = 'S990001'`
    expect([await refusalOf(named('x')), await refusalOf(named('y'))]).toEqual([
      undefined,
      'student_own',
    ])
    await client.query('alter table student drop constraint student_own')
  })

  test('a constraint that existing rows violate is reported and not enforced until the rows are corrected', async () => {
    await client.query('alter table student drop constraint student_gender_rule')
    await client.query(bySql('3'))
    expect(await syncConstraints(client)).toEqual([
      `The table student has 1 rows that break a rule (gender is one of 1, 2). The rule is not in force until they are mended and the backend is started again: select * from student where not (gender in ('1', '2'))`,
    ])
    expect(await refusalOf(bySql('4'))).toBeUndefined()
    expect((await standing()).map(({ name }) => name)).not.toContain('student_gender_rule')
  })

  describe('constraints that an earlier process added and did not validate', () => {
    beforeEach(async () => {
      await client.query('alter table student drop constraint student_gender_rule')
      await client.query(
        `alter table student add constraint student_gender_rule check (gender in ('1', '2')) not valid`,
      )
      await client.query(
        `comment on constraint student_gender_rule on student is 'gender in (''1'', ''2'')'`,
      )
    })

    test('an unvalidated constraint is validated', async () => {
      expect(await syncConstraints(client)).toEqual([])
      const checked = (await standing()).find(({ name }) => name === 'student_gender_rule')
      expect(checked?.checked).toBe(true)
    })

    test('an unvalidated constraint stays when its validation is interrupted, and the start fails', async () => {
      const other = await connection()
      const locking = await connection()
      await locking.query('begin; lock table student in share mode')
      const failed = syncConstraints(other).then(
        () => undefined,
        (error: unknown) => error,
      )
      const cancel = `select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and query like '%validate constraint%' and wait_event_type = 'Lock'`
      await expect.poll(async () => (await client.query(cancel)).rowCount).toBe(1)
      await locking.query('rollback')
      expect(await failed).toMatchObject({ code: '57014' })
      expect((await standing()).map(({ name }) => name)).toContain('student_gender_rule')
      await Promise.all([other.end(), locking.end()])
    })

    test('an unvalidated constraint is dropped when existing rows violate it', async () => {
      await client.query('alter table student drop constraint student_gender_rule')
      await client.query(bySql('3'))
      await client.query(
        `alter table student add constraint student_gender_rule check (gender in ('1', '2')) not valid`,
      )
      await client.query(
        `comment on constraint student_gender_rule on student is 'gender in (''1'', ''2'')'`,
      )
      const [sentence, ...others] = await syncConstraints(client)
      expect(sentence).toContain('The table student has some rows that break a rule')
      expect(others).toEqual([])
      expect(await refusalOf(bySql('4'))).toBeUndefined()
    })
  })

  test('when several servers start at once, one of them adds a missing constraint', async () => {
    await client.query('alter table student drop constraint student_gender_rule')
    const others = await Promise.all([connection(), connection()])
    expect(await Promise.all(others.map(syncConstraints))).toEqual([[], []])
    await Promise.all(others.map((other) => other.end()))
    expect(await refusalOf(bySql('3'))).toBe('student_gender_rule')
  })

  test('the start fails when a table lock of another transaction prevents adding a constraint', async () => {
    await client.query('alter table student drop constraint student_gender_rule')
    const other = await connection()
    await other.query(`set lock_timeout = '50ms'`)
    await client.query('begin; lock table student in access exclusive mode')
    await expect(syncConstraints(other)).rejects.toMatchObject({ code: '55P03' })
    await client.query('rollback')
    await other.end()
  })
})

describe('migrations', () => {
  /** The number of connections that run migrations now. */
  const connected = async (how = '') => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database()
       and application_name = 'baodao migrations' ${how}`,
    )
    return rowCount
  }

  test('migrations run one by one, from the first missing one up to the requested one', async () => {
    const empty = await createFreshDatabase({ empty: true })
    const own = new pg.Client(empty.connectionString)
    await own.connect()
    const names = async () =>
      (await own.query<{ id: number; name: string }>('select * from migration order by id')).rows
    const wanted = migrationList.map(({ name }, id) => ({ id, name }))
    expect([await migrateInTransaction(own, 2), await names()]).toEqual([2, wanted.slice(0, 2)])
    expect([await migrateInTransaction(own, 2), await migrateInTransaction(own, 3)]).toEqual([0, 1])
    expect(await names()).toEqual(wanted.slice(0, 3))
    // Requesting a migration beyond the last one runs all of them.
    await own.query('delete from migration')
    await own.query(`insert into migration select n, '' from generate_series(0, $1::int) as n`, [
      migrationList.length - 1,
    ])
    expect([await migrateInTransaction(own), await migrateInTransaction(own, 9999)]).toEqual([0, 0])
    await own.end()
    await empty.drop()
  })

  test('when several servers start at once, one runs the migrations and the others continue afterwards', async () => {
    const NAME = 'credits by order'
    await client.query('drop index payment_credit_order')
    await client.query('delete from migration where name = $1', [NAME])
    const first = await connection()
    await first.query('begin; select pg_advisory_xact_lock(730101)')
    const migrating = [1, 2].map(() => migrate(fresh.connectionString))
    await expect.poll(() => connected(`and wait_event = 'advisory'`)).toBe(2)
    await first.query('commit')
    await first.end()
    expect(await Promise.all(migrating)).toEqual([[], []])
    const { rows } = await client.query<{ name: string }>('select name from migration order by id')
    expect(rows.map(({ name }) => name)).toEqual(migrationList.map(({ name }) => name))
    await client.query('drop index payment_credit_order')
    await expect.poll(() => connected()).toBe(0)
  })

  test('a failed migration stops the start and releases the database', async () => {
    // The migration fails because its table already exists.
    await client.query(`delete from migration where name = 'epochs'`)
    await expect(migrate(fresh.connectionString)).rejects.toMatchObject({ code: '42P07' })
    await expect.poll(() => connected()).toBe(0)
  })
})

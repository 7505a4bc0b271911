import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/platform/database/database'
import { withMigrationLock } from '#server/platform/database/migrations/migration-lock'
import { createSingleTableDatabase } from '../../../support/database/single-table-database.ts'
import { waitUntil } from '../../../support/setup/wait-until.ts'

let drop: () => Promise<void>
let database: Database
let connectionString: string
let clients: pg.Client[]
beforeAll(async () => {
  ;({ database, drop, connectionString } = await createSingleTableDatabase(
    'create table change (name text)',
  ))
})
afterAll(() => drop())
beforeEach(() => void (clients = []))
afterEach(async () => {
  await Promise.all(clients.map((client) => client.end()))
  await database.pool.query('delete from change')
})

async function connection() {
  const client = new pg.Client(connectionString)
  client.on('error', () => {})
  await client.connect()
  clients.push(client)
  return client
}
const add = (client: pg.Client, name: string) =>
  client.query('insert into change (name) values ($1)', [name])
const namesIn = async (client: { query: pg.Client['query'] }) => {
  const { rows } = await client.query<{ name: string }>('select name from change order by name')
  return rows.map(({ name }) => name)
}

test('migrations run one after the other, and each sees the results of those before it', async () => {
  const [first, second] = [await connection(), await connection()]
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  const one = withMigrationLock(first, async () => {
    await add(first, 'first')
    await held
    return 'done'
  })
  await waitUntil(async () => expect(await waiting('granted')).toBe(1))
  let isInside = false
  const other = withMigrationLock(second, async () => {
    isInside = true
    return namesIn(second)
  })
  await waitUntil(async () => expect(await waiting('not granted')).toBe(1))
  expect(isInside).toBe(false)
  go()
  expect([await one, await other]).toEqual(['done', ['first']])
})

test('a failed migration changes nothing, reports why, and releases the lock', async () => {
  const client = await connection()
  const failing = withMigrationLock(client, async () => {
    await add(client, 'half')
    throw new Error('stopped')
  })
  await expect(failing).rejects.toThrow('stopped')
  expect(await withMigrationLock(client, () => namesIn(client))).toEqual([])
})

test('a migration whose connection is lost reports the error of the connection', async () => {
  const client = await connection()
  const failing = withMigrationLock(client, async () => {
    await client.end()
    throw new Error('stopped')
  })
  await expect(failing).rejects.toThrow('stopped')
})

test('the statement timeout does not apply to a migration', async () => {
  const client = await connection()
  await client.query(`set statement_timeout = '20ms'`)
  await withMigrationLock(client, () => client.query('select pg_sleep(0.05)'))
  await expect(client.query('select pg_sleep(1)')).rejects.toMatchObject({ code: '57014' })
})

const waiting = async (which: 'granted' | 'not granted') => {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = 730101 and ${which}
     and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0]?.n
}

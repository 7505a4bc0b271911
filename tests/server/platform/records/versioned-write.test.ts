import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LocalizedText } from '#i18n/translate'
import type { Database } from '#server/platform/database/database'
import {
  findLatestDatabaseEpoch,
  openDatabaseEpoch,
  beginDatabaseEpoch,
} from '#server/platform/database/epoch'
import {
  lockStudent,
  type VersionedForm,
  writeIfCurrentVersion,
} from '#server/platform/records/versioned-write'
import { createSingleTableDatabase } from '../../../support/database/single-table-database.ts'

let drop: () => Promise<void>
let database: Database
let client: pg.Client
beforeAll(async () => {
  const plain = await createSingleTableDatabase(
    `create table student (code text primary key); insert into student values ('S1');
     create table epoch (id text, began_at timestamptz, state_of timestamptz, least_version int)`,
  )
  ;({ database, drop } = plain)
  client = new pg.Client(plain.connectionString)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await drop()
})
beforeEach(() => client.query('delete from epoch'))

const NOON = new Date('2026-09-01T04:00:00Z')
/** The minutes from 1970 to NOON. */
const MINUTES = 29_803_920
const WHY: LocalizedText = { zh: '不行', en: 'No.' }

/** Write a form that expects this version. Returns the result, and the values to store. */
async function write(
  version: number | undefined,
  {
    ifMatch,
    why,
    student = 'S1',
  }: { ifMatch?: string; why?: LocalizedText; student?: string } = {},
) {
  const saved: [number, unknown][] = []
  const stored = version === undefined ? undefined : { version }
  const form: VersionedForm<{ version: number }> = {
    form: 'family',
    find: async () => stored,
    save: async (next, before) => {
      saved.push([next, before])
      return why
    },
  }
  const ask = { db: database.db, ifMatch, student: { code: student } }
  return { said: await writeIfCurrentVersion(ask, form), saved }
}

describe('a versioned write', () => {
  test('a versioned write gets the next version, also for a new record', async () => {
    expect(await write(undefined)).toMatchObject({
      said: { type: 'ok', etag: 'family-1' },
      saved: [[1, undefined]],
    })
    expect(await write(4, { ifMatch: 'family-4' })).toMatchObject({
      said: { type: 'ok', etag: 'family-5' },
      saved: [[5, { version: 4 }]],
    })
  })

  test('a versioned write with a stale version is not stored, and returns the current version', async () => {
    expect(await write(4, { ifMatch: 'family-3' })).toEqual({
      said: { type: 'stale', etag: 'family-4' },
      saved: [],
    })
    expect(await write(undefined, { ifMatch: 'family-1' })).toEqual({
      said: { type: 'stale', etag: 'family-0' },
      saved: [],
    })
    expect(await write(undefined, { ifMatch: 'family-0' })).toMatchObject({
      saved: [[1, undefined]],
    })
  })

  test('a versioned write that is refused says why, and gets no version', async () => {
    const { said } = await write(4, { why: WHY })
    expect(said).toMatchObject({ type: 'refused', says: WHY })
    expect(said).not.toHaveProperty('etag')
  })

  test('a versioned write after a restore gets no version that other values might have had before', async () => {
    await beginDatabaseEpoch(client, { now: NOON, stateOf: undefined })
    expect((await write(4)).saved).toEqual([[MINUTES, { version: 4 }]])
    expect((await write(MINUTES)).saved).toEqual([[MINUTES + 1, { version: MINUTES }]])
  })

  test('after a restore the version of a student’s records is at least the lowest of the database epoch; an unknown student has version 0', async () => {
    expect(await lockStudent(database.db, 'S1')).toBe(0)
    await beginDatabaseEpoch(client, { now: NOON, stateOf: undefined })
    expect(await lockStudent(database.db, 'S1')).toBe(MINUTES)
    expect(await lockStudent(database.db, 'S9')).toBe(0)
  })

  test('a versioned write waits for another write of the same student', async () => {
    await client.query('begin')
    await client.query(`select from student where code = 'S1' for update`)
    let isDone = false
    const writing = write(1).then(() => (isDone = true))
    await expect
      .poll(async () => {
        const { rows } = await client.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0]?.n
      })
      .toBeGreaterThan(0)
    expect(isDone).toBe(false)
    await client.query('commit')
    await writing
  })
})

describe('a restored database', () => {
  test('each restore begins a new database epoch, and the newest is the current one', async () => {
    const { db } = database
    expect(await findLatestDatabaseEpoch(db)).toBeUndefined()
    const epoch = await openDatabaseEpoch(db)
    expect(epoch.current()).toBe('')
    const first = await beginDatabaseEpoch(client, { now: NOON, stateOf: undefined })
    expect(epoch.current()).toBe('')
    await epoch.refresh()
    expect([epoch.current(), (await openDatabaseEpoch(db)).current()]).toEqual([first, first])
    expect(await findLatestDatabaseEpoch(db)).toMatchObject({ state_of: null, began_at: NOON })
    const stateOf = new Date('2026-08-31T20:00:00Z')
    const later = new Date(NOON.getTime() + 59_999)
    const second = await beginDatabaseEpoch(client, { now: later, stateOf })
    expect(second).not.toBe(first)
    await beginDatabaseEpoch(client, { now: new Date(0), stateOf })
    expect(await findLatestDatabaseEpoch(db)).toEqual({
      id: second,
      began_at: later,
      state_of: stateOf,
      least_version: MINUTES,
    })
  })
})

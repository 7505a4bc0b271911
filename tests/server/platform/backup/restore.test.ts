import fs, { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readArchive, writeArchive, type ArchiveEntry } from '#server/platform/backup/archive'
import { type ArchiveKey, createAgeKeys } from '#server/platform/backup/archive-key'
import { writeBackup } from '#server/platform/backup/dump'
import { endAllSessions } from '#server/platform/backup/end-sessions'
import { restoreArchive, type RestoreParams } from '#server/platform/backup/restore'
import { createRowChecksum } from '#server/platform/backup/row-checksum'
import { listTables } from '#server/platform/backup/tables'
import { migrationList } from '#server/platform/database/migrations/migration-list'
import { type FreshDatabase, createFreshDatabase } from '../../../support/database/test-postgres.ts'

// Creating the app's tables takes seconds, so these tests use a much smaller schema.
const SMALL = [
  {
    name: 'owners',
    sql: `create table owner (id int generated always as identity primary key, name text not null,
            letters int generated always as (length(name)) stored);
          create table counted (n int not null);
          insert into counted values (0);
          create function count_owner() returns trigger language plpgsql as
            'begin update counted set n = n + 1; return null; end';
          create trigger counting after insert on owner for each row execute function count_owner();
          create view owner_names as select name from owner;
          create materialized view owner_count as select count(*) from owner;`,
  },
  {
    name: 'pets',
    sql: `create table pet (id int primary key, owner int not null references owner (id), "a ""name""" text);
          create table epoch (id text primary key, began_at timestamptz not null, state_of timestamptz,
            least_version bigint not null);`,
  },
]
const YOUNGER = { name: 'ages', sql: 'alter table pet add column age int' }
const list = migrationList as (typeof SMALL)[number][]
const ofTheApp = [...list]

const NOW = new Date('2026-09-01T00:00:00Z')
const folder = mkdtempSync(join(tmpdir(), 'baodao-restore-'))
const files = { publicDir: join(folder, 'public') }
let own: FreshDatabase
let opens: ArchiveKey
let closes: ArchiveKey
const clients: pg.Client[] = []

beforeAll(async () => {
  list.splice(0, list.length, ...SMALL)
  const [{ identity, recipient }, database] = await Promise.all([
    createAgeKeys(),
    createFreshDatabase({ empty: true }),
  ])
  own = database
  opens = { identities: [identity], recipients: [] }
  closes = { identities: [], recipients: [recipient] }
})
afterAll(async () => {
  list.splice(0, list.length, ...ofTheApp)
  for (const client of clients) await client.end()
  await own.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** A client in a schema of its own, which these tests use like a database of its own. */
async function place({ name = `place_${clients.length}`, application = 'test' } = {}) {
  const { connectionString } = own
  const client = new pg.Client({ connectionString, application_name: application })
  clients.push(client)
  await client.connect()
  await client.query(`create schema if not exists ${name}; set search_path = ${name}`)
  return client
}
async function smallCampus() {
  const client = await place()
  await client.query('create table migration (id int primary key, name text not null)')
  for (const [id, { name, sql }] of list.entries()) {
    await client.query(sql)
    await client.query('insert into migration values ($1, $2)', [id, name])
  }
  await client.query(`insert into owner (name) values ('Ann'), (E'B\\to\\\\b\\n')`)
  await client.query(`insert into pet values (7, 2, null), (8, 2, 'Rex')`)
  return client
}
const said = async (client: pg.Client, text: string) => (await client.query(text)).rows
const wordOf = async (client: pg.Client, text: string) =>
  Object.values((await said(client, text))[0])[0]

let count = 0
async function archived(client: pg.Client, secretsKey?: string) {
  const file = join(folder, `${(count += 1)}.age`)
  return { file, dumped: await writeBackup(client, { file, key: closes, files, secretsKey }) }
}
const broughtBack = (client: pg.Client, file: string, options: Partial<RestoreParams> = {}) =>
  restoreArchive(client, {
    file,
    key: opens,
    replace: false,
    now: NOW,
    checkManifest: () => undefined,
    addFile: () => {},
    ...options,
  })
async function entriesOf(file: string): Promise<ArchiveEntry[]> {
  const found: ArchiveEntry[] = []
  for await (const { name, content } of readArchive(file, opens)) {
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(chunk)
    found.push({ name, content: Buffer.concat(chunks) })
  }
  return found
}

describe('an archive of a campus', () => {
  test('an archive has the rows, the next sequence values, and the campus’s files', async () => {
    mkdirSync(join(files.publicDir, 'b/c'), { recursive: true })
    writeFileSync(join(files.publicDir, 'b/c/d.txt'), 'd')
    for (const name of ['a', 'z']) writeFileSync(join(files.publicDir, `${name}.txt`), name)
    const client = await smallCampus()
    const { file, dumped } = await archived(client, 'mark')
    expect(dumped).toEqual({ madeAt: expect.any(Date), tables: 4, rows: 5, files: 3 })
    const entries = await entriesOf(file)
    const text = (wanted: string) =>
      entries.find(({ name }) => name === wanted)?.content.toString() ?? ''
    expect(entries.map(({ name }) => name)).toEqual([
      'about.json',
      'files/public/a.txt',
      'files/public/b/c/d.txt',
      'files/public/z.txt',
      'tables/counted/000001',
      'tables/owner/000001',
      'tables/pet/000001',
      'totals.json',
    ])
    const about = JSON.parse(text('about.json'))
    expect(about).toEqual({
      format: 1,
      madeAt: dumped.madeAt.toISOString(),
      postgres: await wordOf(client, 'show server_version'),
      migrations: ['owners', 'pets'],
      tables: [
        { name: 'counted', columns: ['n'] },
        { name: 'epoch', columns: ['id', 'began_at', 'state_of', 'least_version'] },
        { name: 'owner', columns: ['id', 'name'] },
        { name: 'pet', columns: ['id', 'owner', 'a "name"'] },
      ],
      secretsKey: 'mark',
    })
    expect(text('tables/pet/000001')).toBe('7\t2\t\\N\n8\t2\tRex\n')
    expect(text('files/public/b/c/d.txt')).toBe('d')
    const totals = JSON.parse(text('totals.json'))
    expect(totals.tables.epoch).toEqual({ rows: 0, sum: '0'.repeat(64) })
    expect(totals.sequences).toEqual([{ name: 'owner_id_seq', last: '2', isCalled: true }])
    // The backup leaves no transaction open.
    await client.query('insert into counted values (1)')
    expect(await wordOf(client, 'select count(*) from counted')).toBe('2')
  })

  test('an archive can have no files and no key', async () => {
    rmSync(files.publicDir, { recursive: true, force: true })
    const { file, dumped } = await archived(await smallCampus())
    expect(dumped.files).toBe(0)
    const [about, first] = await entriesOf(file)
    expect(JSON.parse(about?.content.toString() ?? '')).not.toHaveProperty('secretsKey')
    expect(first?.name).toBe('tables/counted/000001')
  })

  test('an archive splits a large table into parts, and a restore restores all parts', async () => {
    const client = await smallCampus()
    await client.query(
      `insert into owner (name) select repeat(md5(n::text), 16) from generate_series(1, 5000) n`,
    )
    const { file } = await archived(client)
    const parts = (await entriesOf(file)).filter(({ name }) => name.startsWith('tables/owner/'))
    expect(parts.map(({ name }) => name.slice(-6))).toEqual(['000001', '000002', '000003'])
    const [first, , last] = parts.map(({ content }) => content.length)
    expect(first).toBeGreaterThanOrEqual(2 ** 20)
    expect(first).toBeLessThan(2 ** 20 + 2 ** 17)
    expect(last).toBeLessThan(2 ** 20)
    const empty = await place()
    expect((await broughtBack(empty, file)).rows).toBe(5005)
    const sum = `select md5(string_agg(name, '' order by id)) from owner`
    expect(await wordOf(empty, sum)).toBe(await wordOf(client, sum))
  })

  test('an unreadable file fails the backup instead of being left out of the archive', async () => {
    mkdirSync(files.publicDir, { recursive: true })
    const client = await smallCampus()
    const refused = Object.assign(new Error('not permitted'), { code: 'EACCES' })
    vi.spyOn(fs, 'readdirSync').mockImplementation(() => {
      throw refused
    })
    syncBuiltinESMExports()
    try {
      await expect(archived(client)).rejects.toBe(refused)
    } finally {
      vi.restoreAllMocks()
      syncBuiltinESMExports()
      rmSync(files.publicDir, { recursive: true, force: true })
    }
  })

  test('an archive that could not be written leaves no file handle open', async () => {
    const client = await smallCampus()
    const file = join(folder, 'no/such/folder.age')
    const options = { file, key: closes, files, secretsKey: undefined }
    await expect(writeBackup(client, options)).rejects.toThrow(/ENOENT/)
    await client.query('insert into counted values (1)')
  })
})

describe('a restored archive', () => {
  test('a restored campus equals its original in rows, constraints and sequences, and triggers and counts are not applied twice', async () => {
    const source = await smallCampus()
    const { file, dumped } = await archived(source)
    const client = await place()
    const restored = await broughtBack(client, file)
    expect(restored).toEqual({
      madeAt: dumped.madeAt,
      tables: 4,
      rows: 5,
      migrated: 0,
      epoch: expect.any(String),
    })
    for (const table of ['owner', 'pet', 'counted', 'migration'])
      expect(await said(client, `select * from ${table}`)).toEqual(
        await said(source, `select * from ${table}`),
      )
    expect(await said(client, 'select * from epoch')).toEqual([
      {
        id: restored.epoch,
        began_at: NOW,
        state_of: dumped.madeAt,
        least_version: String(NOW.getTime() / 60_000),
      },
    ])
    await expect(client.query('insert into pet values (9, 77)')).rejects.toThrow(/foreign key/)
    expect(await said(client, `insert into owner (name) values ('Eve') returning id`)).toEqual([
      { id: 3 },
    ])
    expect(await wordOf(client, 'select n from counted')).toBe(3)
    // The planner has statistics of the restored rows.
    expect(await wordOf(client, `select reltuples from pg_class where oid = 'pet'::regclass`)).toBe(
      2,
    )
  })

  test('a restored campus is the same whatever encodings the source and the target use', async () => {
    const source = await smallCampus()
    await source.query(`insert into epoch values ('first', '2026-08-01T12:00:00Z', null, 1);
      set timezone = 'Asia/Shanghai'; set datestyle = 'German'`)
    const { file } = await archived(source)
    const client = await place()
    await client.query(`set timezone = 'America/New_York'`)
    await broughtBack(client, file)
    const moment = `select began_at from epoch where id = 'first'`
    expect(await wordOf(client, moment)).toEqual(new Date('2026-08-01T12:00:00Z'))
  })

  test('a restored archive of an older release is migrated after its rows were compared', async () => {
    const { file } = await archived(await smallCampus())
    const client = await place()
    list.push(YOUNGER)
    try {
      expect((await broughtBack(client, file)).migrated).toBe(1)
    } finally {
      list.pop()
    }
    expect(await said(client, 'select id, age from pet')).toEqual([
      { id: 7, age: null },
      { id: 8, age: null },
    ])
    // An archive of the migrated campus is not from an older release.
    const again = await archived(client)
    await expect(broughtBack(await place(), again.file)).rejects.toThrow(
      /knows the migration "ages"/,
    )
  })

  test('a restore passes on the archive’s files in order, and a check of the manifest can refuse the archive', async () => {
    mkdirSync(files.publicDir)
    writeFileSync(join(files.publicDir, 'a.txt'), 'a')
    const { file } = await archived(await smallCampus(), 'mark')
    const client = await place()
    const marks: unknown[] = []
    const acceptManifest: RestoreParams['checkManifest'] = (about) => {
      marks.push(about.secretsKey)
      return 'Not this one.'
    }
    await expect(broughtBack(client, file, { checkManifest: acceptManifest })).rejects.toThrow(
      'Not this one.',
    )
    expect([marks, await listTables(client)]).toEqual([['mark'], []])
    const taken: string[] = []
    await broughtBack(client, file, {
      addFile: (name, content) => void taken.push(`${name} ${content.toString()}`),
    })
    expect(taken).toEqual(['public/a.txt a'])
  })

  test('a restore replaces existing data only on request', async () => {
    const { file } = await archived(await smallCampus())
    const client = await smallCampus()
    await client.query(`create table theirs (id int); insert into theirs values (1);
      insert into owner (name) values ('Zoe')`)
    await expect(broughtBack(client, file)).rejects.toThrow(
      'The database is not empty: it has 8 tables. Name an empty one, or say --replace',
    )
    expect(await wordOf(client, 'select count(*) from owner')).toBe('3')
    expect((await broughtBack(client, file, { replace: true })).rows).toBe(5)
    expect(await wordOf(client, `select to_regclass('theirs')`)).toBeNull()
    expect(await wordOf(client, 'select count(*) from owner_names')).toBe('2')
  })

  test('a restore fails while servers run, instead of waiting for them', async () => {
    const { file } = await archived(await smallCampus())
    const client = await place()
    const working = await place({ application: 'baodao' })
    await expect(broughtBack(client, file, { replace: true })).rejects.toThrow(
      '1 connections of running processes use this database: stop them first.',
    )
    await working.end()
    clients.splice(clients.indexOf(working), 1)
  })

  test('a restore can require everybody to sign in again', async () => {
    const client = await place()
    await client.query(`create table session (id int, ended_at timestamptz, ended_why text);
      insert into session values (1, null, null), (2, '2026-01-01Z', 'self')`)
    await endAllSessions(client, NOW)
    expect(await said(client, 'select * from session order by id')).toEqual([
      { id: 1, ended_at: NOW, ended_why: 'office' },
      { id: 2, ended_at: new Date('2026-01-01'), ended_why: 'self' },
    ])
  })
})

describe('an archive that is refused', () => {
  const json = (name: string, value: unknown): ArchiveEntry => ({
    name,
    content: Buffer.from(JSON.stringify(value)),
  })
  const summed = (rows: string) => {
    const sum = createRowChecksum()
    sum.add(Buffer.from(rows))
    return sum.end()
  }
  const part = (table: string, rows: string, name = `tables/${table}/000001`): ArchiveEntry => ({
    name,
    content: Buffer.from(rows),
  })
  const ABOUT = {
    format: 1,
    madeAt: '2026-08-01T00:00:00.000Z',
    postgres: '18',
    migrations: ['owners', 'pets'],
    tables: [
      { name: 'counted', columns: ['n'] },
      { name: 'pet', columns: ['id', 'owner'] },
      { name: 'owner', columns: ['name', 'id'] },
    ],
  }
  const ROWS = { counted: '5\n', pet: '1\t1\n', owner: 'Ann\t1\n' }
  const totalsOf = (rows: Readonly<Record<string, string>>, sequences: unknown[] = []) =>
    json('totals.json', {
      tables: Object.fromEntries(Object.entries(rows).map(([name, said]) => [name, summed(said)])),
      sequences,
    })
  const parts = (rows: Readonly<Record<string, string>>) =>
    Object.entries(rows).map(([name, said]) => part(name, said))
  async function made(...entries: ArchiveEntry[]): Promise<string> {
    const file = join(folder, `${(count += 1)}.age`)
    const each = async function* () {
      yield* entries
    }
    await writeArchive(file, closes, each())
    return file
  }
  const withRows = (change: Readonly<Record<string, string>>) => {
    const rows = { ...ROWS, ...change }
    return [json('about.json', ABOUT), ...parts(rows), totalsOf(rows)]
  }

  test('an unmodified archive restores', async () => {
    const client = await place()
    const file = await made(...withRows({}))
    expect(await broughtBack(client, file)).toMatchObject({ tables: 3, rows: 3 })
    expect(await said(client, 'select id, name from owner')).toEqual([{ id: 1, name: 'Ann' }])
  })

  test.each<[string, () => ArchiveEntry[], string | RegExp]>([
    ['without its header', () => withRows({}).slice(1), /does not begin with about\.json/],
    ['without any content', () => [], /does not begin with about\.json/],
    [
      'of another format',
      () => [json('about.json', { ...ABOUT, format: 2 })],
      /cannot be understood: It was made by a release that lays archives out otherwise/,
    ],
    [
      'with an invalid time',
      () => [json('about.json', { ...ABOUT, madeAt: 'today' })],
      /cannot be understood: Invalid timestamp/,
    ],
    [
      'of tables without names',
      () => [json('about.json', { ...ABOUT, tables: [{}] })],
      /cannot be understood/,
    ],
    ['without its trailer', () => withRows({}).slice(0, -1), 'The archive has no end.'],
    [
      'with an empty trailer',
      () => [...withRows({}).slice(0, -1), json('totals.json', {})],
      /cannot be understood/,
    ],
    [
      'with invalid counts',
      () => [
        ...withRows({}).slice(0, -1),
        json('totals.json', { tables: { owner: { rows: 0.5, sum: '' } }, sequences: [] }),
      ],
      /cannot be understood/,
    ],
    [
      'with sequences of nothing',
      () => [...withRows({}).slice(0, -1), json('totals.json', { tables: {}, sequences: [{}] })],
      /cannot be understood/,
    ],
    [
      'with an unknown table',
      () => [
        json('about.json', {
          ...ABOUT,
          tables: [...ABOUT.tables, { name: 'more', columns: ['id'] }],
        }),
      ],
      /has a table more, which this app does not make/,
    ],
    [
      'with unknown columns',
      () => [
        json('about.json', {
          ...ABOUT,
          tables: [{ name: 'pet', columns: ['id', 'wings', 'fins'] }],
        }),
      ],
      /has columns wings, fins of pet, which this app does not make/,
    ],
    [
      'with a part of a table that it did not announce',
      () => [json('about.json', ABOUT), part('epoch', 'x\n')],
      'The archive has a strange part, tables/epoch/000001.',
    ],
    [
      'with a part of an unknown kind',
      () => [json('about.json', ABOUT), part('pet', '1\t1\n', 'tale/pet/000001')],
      'The archive has a strange part, tale/pet/000001.',
    ],
    [
      'with a part without a table',
      () => [json('about.json', ABOUT), part('', '1\n', 'tables')],
      'The archive has a strange part, tables.',
    ],
    [
      'with fewer rows than its trailer says',
      () => [json('about.json', ABOUT), ...parts({ ...ROWS, owner: '' }), totalsOf(ROWS)],
      'The archive does not hold all rows of the table owner.',
    ],
    [
      'without the rows of a table',
      () => [json('about.json', ABOUT), ...parts(ROWS).slice(0, 2), totalsOf(ROWS)],
      'The archive does not hold all rows of the table owner.',
    ],
    [
      'with other rows than its trailer says',
      () => [json('about.json', ABOUT), ...parts({ ...ROWS, owner: 'Bob\t1\n' }), totalsOf(ROWS)],
      'The archive does not hold all rows of the table owner.',
    ],
    [
      'with more rows with the same checksum',
      () => {
        const { sum } = summed(ROWS.counted)
        const tables = {
          counted: { rows: 2, sum },
          pet: summed(ROWS.pet),
          owner: summed(ROWS.owner),
        }
        return [...withRows({}).slice(0, -1), json('totals.json', { tables, sequences: [] })]
      },
      'The archive does not hold all rows of the table counted.',
    ],
    [
      'whose trailer lacks a table',
      () => [...withRows({}).slice(0, -1), totalsOf({ pet: ROWS.pet, owner: ROWS.owner })],
      'The archive does not hold all rows of the table counted.',
    ],
    [
      'with a table’s rows in two separate parts',
      () => [
        json('about.json', ABOUT),
        ...parts(ROWS),
        part('owner', 'Bob\t2\n', 'tables/owner/000002'),
        part('counted', '6\n', 'tables/counted/000002'),
        totalsOf({ ...ROWS, owner: 'Ann\t1\nBob\t2\n', counted: '5\n6\n' }),
      ],
      'The archive does not hold all rows of the table counted.',
    ],
    ['with a row that violates a constraint', () => withRows({ pet: '1\t77\n' }), /foreign key/],
    ['with an invalid row', () => withRows({ pet: 'one\t1\n' }), /invalid input syntax/],
    ['with a truncated row', () => withRows({ pet: '1\n' }), /missing data/],
    [
      'with a row that the database formats differently',
      () => withRows({ pet: '01\t1\n' }),
      'The table pet did not come back as it was: 1 rows instead of 1.',
    ],
  ])('an archive is refused %s', async (_, entries, says) => {
    const client = await place()
    await client.query('create table theirs (id int); insert into theirs values (1)')
    const file = await made(...entries())
    await expect(broughtBack(client, file, { replace: true })).rejects.toThrow(says)
    expect(await listTables(client)).toEqual([{ name: 'theirs', columns: ['id'] }])
    expect(await wordOf(client, 'select count(*) from theirs')).toBe('1')
  })

  test('an archive that ends within the rows of a table is refused', async () => {
    const client = await place()
    const [about, first, ...rest] = withRows({})
    const file = await made(
      about as ArchiveEntry,
      first as ArchiveEntry,
      { name: 'files/x', content: Buffer.from('x') },
      ...rest,
    )
    const refused = new Error('no room')
    const takeFile = () => {
      throw refused
    }
    await expect(broughtBack(client, file, { addFile: takeFile })).rejects.toBe(refused)
    expect(await listTables(client)).toEqual([])
  })

  test('a restore is rolled back when something fails before the commit, even if the archive is intact', async () => {
    const { file } = await archived(await smallCampus())
    const client = await place()
    const refused = new Error('a closed folder')
    const beforeCommit = () => Promise.reject(refused)
    await expect(broughtBack(client, file, { beforeCommit })).rejects.toBe(refused)
    expect(await listTables(client)).toEqual([])
  })

  test('a restore restores a table in consecutive parts, and its sequences continue where they were', async () => {
    const rows = { ...ROWS, owner: 'Ann\t1\nBob\t2\n' }
    const client = await place()
    const file = await made(
      json('about.json', ABOUT),
      ...parts(ROWS),
      part('owner', 'Bob\t2\n', 'tables/owner/000002'),
      totalsOf(rows, [{ name: 'owner_id_seq', last: '40', isCalled: false }]),
    )
    expect(await broughtBack(client, file)).toMatchObject({ rows: 4 })
    expect(await said(client, `insert into owner (name) values ('Eve') returning id`)).toEqual([
      { id: 40 },
    ])
  })
})

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPassKey } from '#server/features/checkin/pass-keys'
import { readArchive } from '#server/platform/backup/archive'
import { type ArchiveKey, createAgeKeys } from '#server/platform/backup/archive-key'
import { writeBackup } from '#server/platform/backup/dump'
import { createFileRestorer } from '#server/platform/backup/file-restorer'
import { ArchiveManifest } from '#server/platform/backup/manifest'
import { restoreArchive } from '#server/platform/backup/restore'
import { checksumTable, listTables } from '#server/platform/backup/tables'
import { migrationList } from '#server/platform/database/migrations/migration-list'
import { migrateInTransaction } from '#server/platform/database/migrations/migrations'
import { configuredKeyFingerprint } from '#server/platform/sessions/sealer'
import { type Backend, startBackend } from '../../../support/backend/backend.ts'
import { type FreshDatabase, createFreshDatabase } from '../../../support/database/test-postgres.ts'

const NOW = new Date('2026-09-01T00:00:00Z')
let backend: Backend
let folder: string
let opens: ArchiveKey
let closes: ArchiveKey
let archive: string
const left: (() => Promise<void>)[] = []

beforeAll(async () => {
  backend = await startBackend()
  folder = mkdtempSync(join(tmpdir(), 'baodao-archives-'))
  const { identity, recipient } = await createAgeKeys()
  opens = { identities: [identity], recipients: [] }
  closes = { identities: [], recipients: [recipient] }
  // Add the signing key of passes, and a row with every character that COPY must escape.
  await createPassKey(backend.db, NOW)
  const school = { name: 'a\tb\nc\\d\r\\.\n\\N', name_en: '', install_name: '„“𠮷' }
  await backend.db
    .insertInto('school')
    .values({ id: 'school', ...school })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(school))
    .execute()
  writeFileSync(join(backend.settings.dataDir, 'secrets.key'), 'k'.repeat(43))
  const [file] = await Promise.all([dumped('whole.age'), writingPairs()])
  archive = file
})
afterAll(async () => {
  for (const leave of left) await leave()
  await backend.close()
  rmSync(folder, { recursive: true, force: true })
})

const settingsAt = (name: string) => ({
  dataDir: join(folder, name),
  publicDir: join(folder, name, 'public'),
  secretsKey: undefined,
})

async function connected({ connectionString }: Pick<FreshDatabase, 'connectionString'>) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  left.unshift(() => client.end())
  return client
}

async function emptyPlace() {
  const place = await createFreshDatabase({ empty: true })
  left.push(place.drop)
  return { place, client: await connected(place) }
}

async function dumped(name: string, from: Pick<FreshDatabase, 'connectionString'> = backend) {
  const { dataDir } = backend.settings
  const file = join(folder, name)
  await writeBackup(await connected(from), {
    file,
    key: closes,
    files: { publicDir: join(dataDir, 'public') },
    secretsKey: configuredKeyFingerprint(backend.settings),
  })
  return file
}

const broughtBack = (
  client: pg.Client,
  {
    file = archive,
    key = opens,
    replace = false,
    name = 'place',
  }: { file?: string; key?: ArchiveKey; replace?: boolean; name?: string } = {},
) => {
  const files = createFileRestorer(settingsAt(name), { replace })
  return restoreArchive(client, {
    file,
    key,
    replace,
    now: NOW,
    checkManifest: files.findRestoreObstacle,
    addFile: files.addFile,
    beforeCommit: async () => files.writePartFiles(),
  }).then((restored) => {
    files.renamePartFiles()
    return restored
  })
}

async function sums(client: pg.Client) {
  const found: Record<string, unknown> = {}
  for (const table of await listTables(client))
    if (table.name !== 'epoch') found[table.name] = await checksumTable(client, table)
  return found
}

const objects = async (client: pg.Client) =>
  (
    await client.query<{ says: string }>(
      `select conrelid::regclass || ' ' || pg_get_constraintdef(oid) || convalidated as says
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
       union all select tgrelid::regclass || ' ' || tgname || tgenabled::text
       from pg_trigger where not tgisinternal
       union all select sequencename || ' ' || coalesce(last_value, 0) from pg_sequences order by 1`,
    )
  ).rows

describe('an archive written while the campus runs', () => {
  test('an archive of a running campus restores with every row, constraint, sequence and file', async () => {
    const { place, client } = await emptyPlace()
    const { rows, tables } = await broughtBack(client, { name: 'new' })
    expect(rows).toBeGreaterThan(2000)
    expect(tables).toBe((await listTables(client)).length)
    // The archive is a snapshot of concurrent writes: it has both rows of a pair, or neither.
    const pairs = await client.query<{ tries: number; names: number }>(
      `select (select count(*)::int from wrong_try where key like 'pair%') as tries,
         (select count(*)::int from english where chinese like 'pair%') as names`,
    )
    expect(pairs.rows[0]?.names).toBe(pairs.rows[0]?.tries)
    const source = await connected(backend)
    const moving = { english: null, wrong_try: null }
    expect({ ...(await sums(client)), ...moving }).toEqual({ ...(await sums(source)), ...moving })
    expect(await objects(client)).toEqual(await objects(source))
    // The archive contains sealed values, so it must not contain the key that opens them.
    expect(existsSync(join(folder, 'new', 'secrets.key'))).toBe(false)
    expect(
      createFileRestorer(settingsAt('new'), { replace: false }).lacksKey(await aboutIn(archive)),
    ).toBe(true)
    // The app starts on the restored campus, which has the same people and the same counts.
    const there = await startBackend(place)
    expect(await there.signInAs('990001')).toMatchObject({ token: expect.any(String) })
    await there.close()
  })

  test('an archive of a running campus contains nothing that can be read without its key', () => {
    const bytes = readFileSync(archive)
    for (const secret of ['110101200801010015', '990001', 'student', 'k'.repeat(43)])
      expect(bytes.includes(secret)).toBe(false)
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(statSync(archive).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('an archive of an older release is migrated when it is restored', async () => {
    const older = await emptyPlace()
    const most = migrationList.findIndex(({ name }) => name === 'consents')
    await migrateInTransaction(older.client, most)
    await older.client.query(
      `insert into host_identity values ('o1', '阿明', '', now());
       insert into english values ('甲', 'A')`,
    )
    const file = await dumped('older.age', older.place)
    const { client } = await emptyPlace()
    const { migrated } = await broughtBack(client, { file, name: 'older' })
    expect(migrated).toBe(migrationList.length - most)
    expect((await client.query('select english from english')).rows).toEqual([{ english: 'A' }])
    expect((await client.query('select nickname from host_identity')).rows).toEqual([
      { nickname: '阿明' },
    ])
  })
})

describe('a restore that changes nothing', () => {
  test.each([
    [
      'with another key',
      async () => ({ key: (await another()).opens }),
      /does not open the archive/,
    ],
    ['with a key that only encrypts', async () => ({ key: closes }), /does not open the archive/],
    ['from a truncated archive', async () => ({ file: cut(archive) }), /damaged or cut off/],
    ['from a file that is no archive', async () => ({ file: noArchive() }), /no archive/],
  ])('nothing is restored %s', async (name, wish, says) => {
    const { client } = await emptyPlace()
    await expect(broughtBack(client, { ...(await wish()), name })).rejects.toThrow(says)
    const { rows } = await client.query(
      `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace`,
    )
    expect([rows, readable(join(folder, name))]).toEqual([[{ n: 0 }], []])
  })

  test('nothing is restored from an archive with one flipped bit', async () => {
    const read = async () => {
      for await (const { content } of readArchive(changed(archive), opens))
        for await (const chunk of content) expect(chunk.length).toBeGreaterThan(0)
    }
    await expect(read()).rejects.toThrow(/damaged or cut off/)
  })

  test('a database with data is replaced only on request, and then equals the archive', async () => {
    const { client } = await emptyPlace()
    await client.query('create table theirs (id int); insert into theirs values (1)')
    await expect(broughtBack(client)).rejects.toThrow(/not empty: it has 1 tables/)
    await expect(broughtBack(client, { replace: true, file: cut(archive) })).rejects.toThrow()
    expect((await client.query('select id from theirs')).rows).toEqual([{ id: 1 }])
    await broughtBack(client, { replace: true })
    const { rows } = await client.query(
      `select to_regclass('theirs') as theirs, (select count(*)::int from epoch) as epochs`,
    )
    expect(rows).toEqual([{ theirs: null, epochs: 1 }])
  })

  test('nothing is restored while a campus runs on the database', async () => {
    await backend.signInAs('990001')
    await expect(broughtBack(await connected(backend), { replace: true })).rejects.toThrow(
      /running processes use this database: stop them first/,
    )
  })

  test('nothing is restored where another key of second factors is installed', async () => {
    const { client } = await emptyPlace()
    const { dataDir } = settingsAt('stands')
    rmSync(dataDir, { recursive: true, force: true })
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'secrets.key'), 'another')
    await expect(broughtBack(client, { name: 'stands' })).rejects.toThrow(/no archive holds it/)
    expect(readFileSync(join(dataDir, 'secrets.key'), 'utf8')).toBe('another')
  })
})

async function aboutIn(file: string): Promise<ArchiveManifest> {
  for await (const { name, content } of readArchive(file, opens))
    if (name === 'about.json') {
      const chunks: Buffer[] = []
      for await (const chunk of content) chunks.push(chunk)
      return v.parse(ArchiveManifest, JSON.parse(Buffer.concat(chunks).toString()))
    }
  throw new Error('The archive says nothing about itself.')
}

async function another() {
  const { identity } = await createAgeKeys()
  return { opens: { identities: [identity], recipients: [] } }
}

function cut(file: string): string {
  const bytes = readFileSync(file)
  return written('cut.age', bytes.subarray(0, bytes.length - 70_000))
}

function changed(file: string): string {
  const bytes = Buffer.from(readFileSync(file))
  const at = Math.floor(bytes.length / 2)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  return written('changed.age', bytes)
}

const noArchive = () => written('none.age', Buffer.from('a text'))

function written(name: string, bytes: Buffer): string {
  const file = join(folder, name)
  writeFileSync(file, bytes)
  return file
}

function readable(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

// Write one fact into two tables that are dumped at different times.
async function writingPairs() {
  for (let n = 0; n < 50; n++)
    await backend.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('wrong_try')
        .values({ key: `pair${n}`, tries: n, since: NOW, free_at: NOW })
        .execute()
      await tx
        .insertInto('english')
        .values({ chinese: `pair${n}`, english: '' })
        .execute()
    })
}

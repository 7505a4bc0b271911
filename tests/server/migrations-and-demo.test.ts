import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { seedDemo } from '#server/demo/seed'
import { insertDefaultQuestions } from '#server/features/evaluation/default-questions'
import { insertDefaultSteps } from '#server/features/onboarding-steps/default-steps'
import { createClock } from '#server/platform/clock'
import {
  copyPostgresPrograms,
  chooseDatabaseFolder,
} from '#server/platform/database/cluster/postgres-files'
import { startPostgres } from '#server/platform/database/cluster/private-postgres'
import { type Database, openDatabase } from '#server/platform/database/database'
import type { Db } from '#server/platform/database/db'
import { classifyDatabaseError } from '#server/platform/database/errors'
import { watchDatabaseReadiness } from '#server/platform/database/health/readiness'
import { migrationList } from '#server/platform/database/migrations/migration-list'
import { migrate } from '#server/platform/database/migrations/migrations'
import { prepareDatabase } from '#server/prepare-database'
import { createFreshDatabase } from '../support/database/test-postgres.ts'

const open = (connectionString: string) => openDatabase({ connectionString, onError: () => {} })

const isReady = async (database: Database) => {
  const { findObstacle } = watchDatabaseReadiness({
    database,
    hasRoom: async () => true,
    onChange: () => {},
  })
  return (await findObstacle()) === undefined
}

describe('migrations of several processes', () => {
  test('three processes that start on an empty database run each migration once, and all start', async () => {
    const { connectionString, drop } = await createFreshDatabase({ empty: true })
    const database = open(connectionString)
    expect(await isReady(database)).toBe(false)
    await Promise.all([
      migrate(connectionString),
      migrate(connectionString),
      migrate(connectionString),
    ])
    expect(await isReady(database)).toBe(true)
    expect(await database.db.selectFrom('migration').selectAll().execute()).toHaveLength(
      migrationList.length,
    )
    await database.close()
    await drop()
  })
})

const gradedTerms = async (db: Db) => {
  const rows = await db
    .selectFrom('grade')
    .select('term')
    .distinct()
    .where('student_code', '=', 'S880001')
    .orderBy('term')
    .execute()
  return rows.map(({ term }) => term)
}

test('a migration removes and renames nothing that the earlier release uses', () => {
  const removing = migrationList.filter((one) => /\b(drop (column|table)|rename)\b/.test(one.sql))
  expect(removing.map(({ name }) => name)).toEqual([
    // 0.1.0 has no answers to complaints.
    'complaints with categories, pictures, roles and an end',
  ])
})

describe('the demo campus', () => {
  test('three processes that start at once load the demo campus once', async () => {
    const { connectionString, drop } = await createFreshDatabase({ empty: true })
    const databases = [open(connectionString), open(connectionString), open(connectionString)]
    const settings = { demo: true, demoStudents: 200 }
    await Promise.all(
      databases.map((database) =>
        prepareDatabase({ connectionString, database, clock: createClock(0), settings }),
      ),
    )
    const students = await databases[0]?.db.selectFrom('student').select('code').execute()
    expect(students).toHaveLength(208)
    await Promise.all(databases.map((database) => database.close()))
    await drop()
  })

  test('the demo campus’s years follow the clock, and its students are the same each time', async () => {
    const load = async (now: Date) => {
      const { connectionString, drop } = await createFreshDatabase({ empty: true })
      const { db, close } = open(connectionString)
      await migrate(connectionString)
      await insertDefaultSteps(db)
      expect(await seedDemo(db, { crowd: 20, now })).toBe(true)
      expect(await seedDemo(db, { crowd: 20, now })).toBe(false)
      const students = await db.selectFrom('student').selectAll().orderBy('code').execute()
      await close()
      await drop()
      return students
    }
    const [first, second] = [await load(new Date('2030-10-01')), await load(new Date('2030-10-01'))]
    expect(first).toEqual(second)
    const entry = (number: string) => first.find(({ code }) => code === `S${number}`)?.entry_year
    expect([entry('990001'), entry('880001')]).toEqual(['2030', '2028'])
  })

  test('every offset of the demo campus has its entry in the books', async () => {
    const { connectionString, drop } = await createFreshDatabase({ empty: true })
    const { db, close } = open(connectionString)
    try {
      await migrate(connectionString)
      await insertDefaultSteps(db)
      await seedDemo(db, { crowd: 20, now: new Date('2030-10-01') })
      const { rows } = await sql`
        select student_code, year, amount_fen from scholarship where offset_done
        except select student_code, year, amount_fen from payment_credit
          where kind = 'offset' and way = 'scholarship'`.execute(db)
      expect(rows).toEqual([])
      expect(await db.selectFrom('scholarship').select('year').execute()).toHaveLength(1)
    } finally {
      await close()
      await drop()
    }
  })

  test('a demo restarted in a later year has new students and the dates of that year', async () => {
    const { connectionString, drop } = await createFreshDatabase({ empty: true })
    const { db, close } = open(connectionString)
    await migrate(connectionString)
    await insertDefaultSteps(db)
    await insertDefaultQuestions(db)
    await seedDemo(db, { crowd: 20, now: new Date('2028-02-29') })
    const before = await gradedTerms(db)
    await Promise.all([1, 2].map(() => seedDemo(db, { crowd: 20, now: new Date('2030-10-01') })))
    const entry = await db
      .selectFrom('student')
      .select(['code', 'entry_year'])
      .where('code', 'in', ['S990001', 'S880001'])
      .orderBy('code')
      .execute()
    expect(entry.map(({ entry_year }) => entry_year)).toEqual(['2028', '2030'])
    const days = await db.selectFrom('travel').select('start_date').distinct().execute()
    expect(days).toEqual([{ start_date: '2030-08-30' }])
    const lessons = await db
      .selectFrom('lesson')
      .select('term')
      .where('term', '=', '2030-2031学年第一学期')
      .limit(1)
      .execute()
    expect(lessons).toHaveLength(1)
    const graded = await gradedTerms(db)
    expect(graded.map((term) => Number(term.slice(0, 4)))).toEqual(
      before.map((term) => Number(term.slice(0, 4)) + 2),
    )
    expect(graded.at(0)).toBe('2028-2029学年第一学期')
    const evaluated = await db
      .selectFrom('evaluation')
      .innerJoin('taught_course', 'id', 'course_id')
      .select('term')
      .distinct()
      .orderBy('term')
      .execute()
    expect(evaluated.at(-1)?.term).toBe('2030-2031学年第一学期')
    await close()
    await drop()
  })
})

test('a database connection that no longer answers fails its queries, and is not used again', async () => {
  const { connectionString, drop } = await createFreshDatabase({ empty: true })
  const link = await silentLink(connectionString)
  const { db, close } = openDatabase({
    connectionString: link.connectionString,
    waitMs: 2000,
    onError: () => {},
  })
  const one = () => sql`select 1`.execute(db)
  await one()
  link.fallSilent()
  const failed: unknown = await db
    .transaction()
    .execute(one)
    .catch((error: unknown) => error)
  expect(classifyDatabaseError(failed)).toBe('unavailable')
  link.speakAgain()
  expect((await one()).rows).toHaveLength(1)
  await close()
  link.close()
  await drop()
})

test('a process without a free database connection is not ready until a connection is free again', async () => {
  const { connectionString, drop } = await createFreshDatabase()
  const database = openDatabase({
    connectionString,
    connections: 1,
    waitMs: 2000,
    onError: () => {},
  })
  const { findObstacle } = watchDatabaseReadiness({
    database,
    hasRoom: async () => true,
    onChange: () => {},
  })
  expect(await findObstacle()).toBeUndefined()
  await database.db.connection().execute(async () => {
    expect(await findObstacle()).toBe('crowded')
  })
  expect(await findObstacle()).toBeUndefined()
  await database.close()
  await drop()
})

/**
 * A proxy to the database that, from some moment on, delivers nothing and refuses nothing, like an
 * unplugged cable.
 */
async function silentLink(connectionString: string) {
  const { hostname, port } = new URL(connectionString)
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) open.add(socket.on('error', () => {}))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const near = new URL(connectionString)
  near.port = String(typeof address === 'object' ? address?.port : '')
  return {
    connectionString: near.href,
    fallSilent: () => open.forEach((socket) => socket.unpipe().pause()),
    speakAgain: () => open.clear(),
    close: () => server.close(),
  }
}

describe('the private PostgreSQL', () => {
  test('the private PostgreSQL is started once, shared by several processes, and stopped by the last one, and its data is kept', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'baodao-cluster-'))
    chmodSync(dataDir, 0o755)
    const [one, two] = await Promise.all([startPostgres({ dataDir }), startPostgres({ dataDir })])
    expect(one.connectionString).toBe(two.connectionString)
    await migrate(one.connectionString)
    await one.release()
    const database = open(two.connectionString)
    expect(await isReady(database)).toBe(true)
    const { rows } = await database.pool.query<{ fsync: string; lc: string; encoding: string }>(
      `select current_setting('fsync') as fsync, datcollate as lc, pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`,
    )
    expect(rows).toEqual([{ fsync: 'on', lc: 'C', encoding: 'UTF8' }])
    await two.release()
    expect(await isReady(database)).toBe(false)
    const gone = new pg.Client({ connectionString: two.connectionString })
    await expect(gone.connect()).rejects.toThrow('ECONNREFUSED')
    const again = await startPostgres({ dataDir })
    // PostgreSQL starts at the same address, so that its earlier users find it.
    expect([again.wasAlreadyRunning, again.connectionString]).toEqual([false, two.connectionString])
    expect(await isReady(database)).toBe(true)
    await database.close()
    await again.release()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('when its user cannot access the folder, the database uses one below the temporary folder', () => {
    const closed = mkdtempSync(join(tmpdir(), 'baodao-closed-'))
    const other = { uid: 54_321, gid: 54_321 }
    const place = chooseDatabaseFolder(join(closed, 'deep', 'data'), other)
    expect(place.fellBack).toBe(true)
    expect(place.folder).toMatch(/baodao-[0-9a-f]{16}$/)
    expect(chooseDatabaseFolder(join(closed, 'deep', 'data'), other).folder).toBe(place.folder)
    rmSync(place.folder, { recursive: true })
    // Another user created a link of this name first, which points to another folder.
    symlinkSync('/etc', place.folder)
    expect(() => chooseDatabaseFolder(join(closed, 'deep', 'data'), other)).toThrow(
      'belongs to somebody else',
    )
    for (const folder of [closed, place.folder]) rmSync(folder, { recursive: true, force: true })
  })

  test('the programs of the private PostgreSQL are copied to a folder that no other user can write to', () => {
    const below = mkdtempSync(join(tmpdir(), 'baodao-programs-'))
    const native = join(below, 'package/native')
    mkdirSync(join(native, 'bin'), { recursive: true })
    writeFileSync(join(native, 'bin/postgres'), 'the program', { mode: 0o755 })
    const copy = copyPostgresPrograms(native, below, '18.4')
    expect(readFileSync(join(copy, 'bin/postgres'), 'utf8')).toBe('the program')
    expect([copyPostgresPrograms(native, below, '18.4'), statSync(copy).mode & 0o777]).toEqual([
      copy,
      0o755,
    ])
    writeFileSync(join(native, 'bin/postgres'), 'the next program', { mode: 0o755 })
    const next = copyPostgresPrograms(native, below, '18.6')
    expect(readFileSync(join(next, 'bin/postgres'), 'utf8')).toBe('the next program')
    const spoilt: ((path: string) => void)[] = [
      (path) => symlinkSync(native, path),
      (path) => {
        mkdirSync(path)
        chmodSync(path, 0o777)
      },
      // Only root can change a file's owner.
      ...(process.getuid?.() === 0
        ? [
            (path: string) => {
              mkdirSync(path)
              chownSync(path, 54_321, 54_321)
            },
          ]
        : []),
    ]
    for (const make of spoilt) {
      rmSync(copy, { recursive: true })
      make(copy)
      expect(() => copyPostgresPrograms(native, below, '18.4')).toThrow(
        `The folder ${copy} was made by somebody else`,
      )
    }
    rmSync(below, { recursive: true })
  })
})

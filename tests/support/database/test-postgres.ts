import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { toChinaDay, createClock } from '#server/platform/clock'
import {
  type PrivatePostgres,
  startPostgres,
} from '#server/platform/database/cluster/private-postgres'
import { openDatabase } from '#server/platform/database/database'
import { migrationList } from '#server/platform/database/migrations/migration-list'
import { tableConstraints } from '#server/platform/database/rules/constraint-sync'
import { prepareDatabase } from '#server/prepare-database'
import { waitUntil } from '../setup/wait-until.ts'

const DATA_DIR = join(
  tmpdir(),
  `baodao-tests-${createHash('sha256').update(process.cwd()).digest('hex').slice(0, 12)}`,
)
const TEMPLATE = 'baodao_template_'
const COPY = 'baodao_copy_'
const MAKING = 730_102
const LEFT_MS = 2 * 3600 * 1000

/** The database of one test file. */
export interface FreshDatabase {
  readonly connectionString: string
  readonly drop: () => Promise<void>
}

/**
 * Start the PostgreSQL of the tests, or use the running one. It stops when nobody uses it any more.
 * TEST_DATABASE_URL names another PostgreSQL to use.
 */
export async function joinTestPostgres(): Promise<
  Pick<PrivatePostgres, 'connectionString' | 'release'>
> {
  const outside = process.env['TEST_DATABASE_URL']
  if (outside !== undefined && outside !== '')
    return { connectionString: outside, release: async () => {} }
  // This data is not needed after the tests, so PostgreSQL does not wait for the disk.
  return startPostgres({ dataDir: DATA_DIR, durable: false })
}

/**
 * Create a database with the demo campus by copying a template. With `empty` the database is empty.
 */
export async function createFreshDatabase({
  empty = false,
}: { empty?: boolean } = {}): Promise<FreshDatabase> {
  const postgres = await joinTestPostgres()
  const name = `${COPY}${Date.now()}_${randomBytes(4).toString('hex')}`
  await asAdmin(postgres.connectionString, async (admin) => {
    const template = empty ? 'template0' : await templateIn(admin, postgres.connectionString)
    await admin.query(`create database ${name} template ${template}`)
  })
  return {
    connectionString: withDatabase(wayTo(postgres), name),
    drop: async () => {
      await asAdmin(postgres.connectionString, (admin) =>
        admin.query(`drop database if exists ${name} with (force)`),
      )
      await postgres.release()
    },
  }
}

// TEST_POOLER_URL names a pooler in front of the database. Databases are created without the
// pooler.
function wayTo({ connectionString }: Pick<PrivatePostgres, 'connectionString'>): string {
  return process.env['TEST_POOLER_URL'] ?? connectionString
}

/** Create the template database, and drop databases that killed test runs left behind. */
export async function createTemplateDatabase(connectionString: string): Promise<void> {
  await asAdmin(connectionString, async (admin) => {
    await templateIn(admin, connectionString)
    const { rows } = await admin.query<{ datname: string }>(
      `select datname from pg_database d where datname like '${COPY}%'
       and not exists (select from pg_stat_activity a where a.datname = d.datname)`,
    )
    // A copy without connections can still be in use, since a pool closes idle connections. Only
    // old copies are dropped.
    const left = rows.filter(
      ({ datname }) => Date.now() - Number.parseInt(datname.slice(COPY.length), 10) > LEFT_MS,
    )
    for (const { datname } of left) await admin.query(`drop database if exists ${datname}`)
  })
}

// The name of the template contains a hash of everything that determines it, so that a changed
// migration or demo campus gets a new template.
async function templateIn(admin: pg.Client, connectionString: string): Promise<string> {
  const name = TEMPLATE + shape()
  await admin.query('select pg_advisory_lock($1)', [MAKING])
  try {
    const { rows } = await admin.query(
      'select datistemplate from pg_database where datname = $1 and datistemplate',
      [name],
    )
    if (rows.length > 0) return name
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`create database ${name}`)
    const own = withDatabase(connectionString, name)
    const database = openDatabase({ connectionString: own, onError: () => {} })
    await prepareDatabase({
      connectionString: own,
      database,
      clock: createClock(0),
      settings: { demo: true, demoStudents: 200 },
    })
    await database.close()
    await admin.query(`alter database ${name} is_template true`)
    return name
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [MAKING])
  }
}

function shape(): string {
  const folders = [
    'server/demo',
    'server/platform/database',
    ...['evaluation', 'home', 'onboarding-steps'].map((feature) =>
      join('server/features', feature),
    ),
  ]
  const files = folders.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
  const hash = createHash('sha256').update(toChinaDay(new Date()))
  // Hash the migrations that this process runs, because the file can have changed since it was
  // loaded.
  hash.update(JSON.stringify([migrationList, tableConstraints]))
  for (const file of files.filter((one) => /demo|default-/.test(one)))
    hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

/**
 * Wait until a statement of this database waits for a lock on this table. Returns its process id.
 */
export const waitForLockWaiter = (
  client: { query: (text: string) => Promise<{ rows: { pid: number }[] }> },
  table: string,
): Promise<number | undefined> =>
  waitUntil(async () => {
    const { rows } = await client.query(
      `select pid from pg_locks where not granted and relation = '${table}'::regclass
       and database = (select oid from pg_database where datname = current_database())`,
    )
    if (rows.length !== 1) throw new Error(`${rows.length} wait for ${table}`)
    return rows[0]?.pid
  })

async function asAdmin<T>(
  connectionString: string,
  work: (admin: pg.Client) => Promise<T>,
): Promise<T> {
  const admin = new pg.Client({ connectionString })
  admin.on('error', () => {})
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}

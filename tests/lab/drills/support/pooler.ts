import { appendFileSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { ensurePostgresUser } from '#server/platform/database/cluster/postgres-files'
import { findProgram } from './programs.ts'
import type { TestCluster } from './test-cluster.ts'
import { waitForResult, type Workspace } from './workspace.ts'

/** The database user of the campuses, as created in docs/operations/pgbouncer.md. */
const ROLE = 'baodao'
const PASSWORD = 'a word for the drill'

/** Debian's PgBouncer in transaction mode in front of a cluster. */
export interface Pooler {
  /** The URL of a database through PgBouncer. */
  readonly url: (database: string) => string
  /** The URL of the same database without PgBouncer. */
  readonly directUrl: (database: string) => string
  /** The number of PgBouncer's connections to PostgreSQL, and of its clients that wait for one. */
  readonly counts: () => Promise<{ servers: number; waiting: number }>
  readonly pid: number
  readonly stop: () => Promise<void>
}

/**
 * Let the campuses sign in to the cluster by password, as on a machine that they share with others.
 */
export async function allowPasswordSignIn(cluster: TestCluster): Promise<void> {
  await cluster.query(`create role ${ROLE} login createdb password '${PASSWORD}'`)
  const hba = join(cluster.folder, 'pg_hba.conf')
  const before = readFileSync(hba, 'utf8')
  writeFileSync(hba, `host all ${ROLE} 127.0.0.1/32 scram-sha-256\n${before}`)
  await cluster.query('select pg_reload_conf()')
}

/** Start PgBouncer with its defaults, except for the given settings. */
export async function startPooler(
  place: Workspace,
  cluster: TestCluster,
  settings: Record<string, string | number> = {},
): Promise<Pooler> {
  const port = await place.port()
  const folder = join(place.folder, `pgbouncer-${port}`)
  mkdirSync(folder)
  const [secret] = await cluster.query<{ line: string }>(
    `select format('"%s" "%s"', rolname, rolpassword) as line from pg_authid where rolname = '${ROLE}'`,
  )
  writeFileSync(join(folder, 'userlist.txt'), `${secret?.line}\n`)
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    auth_type: 'scram-sha-256',
    auth_file: join(folder, 'userlist.txt'),
    pool_mode: 'transaction',
    stats_users: ROLE,
    ...settings,
  }
  const ini = join(folder, 'pgbouncer.ini')
  writeFileSync(ini, `[databases]\n* = host=127.0.0.1 port=${cluster.port}\n[pgbouncer]\n`)
  for (const [name, value] of Object.entries(all)) appendFileSync(ini, `${name} = ${value}\n`)
  const owner = ensurePostgresUser()
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid)
  const running = place.run(findProgram('pgbouncer', 'pgbouncer'), ['-q', ini], owner ?? {})
  const at = (on: number) => (database: string) =>
    `postgres://${ROLE}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${on}/${database}`
  const url = at(port)
  await waitForResult('PgBouncer answers', async () => {
    if (!running.isAlive()) throw new Error(`PgBouncer ended: ${running.output()}`)
    return console<PoolRow>(url('pgbouncer'), 'show pools').then(
      () => true,
      () => false,
    )
  })
  return {
    url,
    directUrl: at(cluster.port),
    counts: async () => {
      const rows = await console<PoolRow>(url('pgbouncer'), 'show pools')
      const sum = (of: (row: PoolRow) => string) =>
        rows.reduce((all, row) => all + Number(of(row)), 0)
      const servers = ({ sv_active, sv_idle, sv_used, sv_tested, sv_login }: PoolRow) =>
        [sv_active, sv_idle, sv_used, sv_tested, sv_login].reduce((n, one) => n + Number(one), 0)
      return {
        servers: sum((row) => String(servers(row))),
        waiting: sum((row) => row.cl_waiting),
      }
    },
    pid: running.child.pid ?? 0,
    stop: () => running.stop('SIGINT'),
  }
}

type PoolRow = Readonly<
  Record<'sv_active' | 'sv_idle' | 'sv_used' | 'sv_tested' | 'sv_login' | 'cl_waiting', string>
>

// PgBouncer's console understands only the simple query protocol.
async function console<Row extends pg.QueryResultRow>(url: string, what: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(what)).rows
  } finally {
    await client.end()
  }
}

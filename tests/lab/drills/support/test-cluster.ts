import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { ensurePostgresUser } from '#server/platform/database/cluster/postgres-files'
import { findPostgresProgram } from './programs.ts'
import { waitForResult, type Workspace, type RunningProgram } from './workspace.ts'

/** A Debian PostgreSQL with a data folder and a port of its own. */
export interface TestCluster {
  readonly folder: string
  readonly port: number
  /** The URL of one of the databases. Everybody on this machine can sign in as `campus`. */
  readonly url: (database?: string) => string
  /** The process ids, the postmaster first. */
  readonly pids: () => number[]
  readonly start: () => Promise<void>
  /**
   * Stop PostgreSQL. 'kill' kills all processes at once, as a power cut would; if only the
   * postmaster was killed, the others would finish their work and answer. 'fast' is a fast
   * shutdown, as an administrator would do.
   */
  readonly stop: (how: 'kill' | 'fast') => Promise<void>
  /** Run a statement on a new connection. */
  readonly query: <Row extends pg.QueryResultRow>(sql: string, database?: string) => Promise<Row[]>
}

const USER = 'campus'

/**
 * Create a cluster below the folder of the drill, and start it. `settings` are lines of its
 * configuration.
 */
export async function startCluster(
  place: Workspace,
  name: string,
  settings: Record<string, string> = {},
): Promise<TestCluster> {
  const folder = folderFor(place, name)
  runAsPostgresUser('initdb', [
    '-D',
    folder,
    `--username=${USER}`,
    '--auth=trust',
    '--locale=C',
    '-E',
    'UTF8',
    // pg_rewind requires data checksums.
    '--data-checksums',
  ])
  const cluster = openCluster(place, folder, await place.port(), settings)
  await cluster.start()
  return cluster
}

/** Create a standby of `primary` by copying it. It follows the primary under the name `name`. */
export async function startStandby(
  place: Workspace,
  name: string,
  primary: TestCluster,
  settings: Record<string, string> = {},
): Promise<TestCluster> {
  const folder = folderFor(place, name)
  const from = `host=127.0.0.1 port=${primary.port} user=${USER} application_name=${name}`
  runAsPostgresUser('pg_basebackup', [
    '-D',
    folder,
    '-d',
    from,
    '--write-recovery-conf',
    '-X',
    'stream',
    '-c',
    'fast',
  ])
  const standby = openCluster(place, folder, await place.port(), settings)
  await standby.start()
  return standby
}

/** Open the cluster in `folder`. */
export function openCluster(
  place: Workspace,
  folder: string,
  port: number,
  settings: Record<string, string>,
): TestCluster {
  let running: RunningProgram | undefined
  const url = (database = 'postgres') => `postgres://${USER}@127.0.0.1:${port}/${database}`
  const ask = async <Row extends pg.QueryResultRow>(sql: string, database?: string) => {
    const client = new pg.Client({ connectionString: url(database) })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(sql)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }
  return {
    folder,
    port,
    url,
    query: ask,
    pids: () => {
      const [pid] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
      return withChildren(Number(pid))
    },
    start: async () => {
      const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings }
      running = place.run(
        findPostgresProgram('postgres'),
        [
          '-D',
          folder,
          '-p',
          String(port),
          ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
        ],
        ensurePostgresUser() ?? {},
      )
      await waitForResult(`PostgreSQL in ${folder} answers`, () =>
        ask('select 1').then(
          () => true,
          () => false,
        ),
      )
    },
    stop: async (how) => {
      if (how === 'kill' && running?.child.pid !== undefined) killAtOnce(running.child.pid)
      await running?.stop(how === 'kill' ? 'SIGKILL' : 'SIGINT')
    },
  }
}

const withChildren = (pid: number): number[] => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

// All processes are suspended before the first is killed. Otherwise the others would notice that it
// is gone, and a process that it starts between the listing and the kill would survive.
function killAtOnce(first: number): void {
  try {
    for (const signal of ['SIGSTOP', 'SIGSTOP', 'SIGKILL'] as const)
      for (const pid of withChildren(first))
        try {
          process.kill(pid, signal)
        } catch {
          // The process has already ended.
        }
  } catch {
    // All processes have ended.
  }
}

// PostgreSQL refuses to run as root, and needs a folder that its user owns.
function folderFor(place: Workspace, name: string): string {
  const folder = join(place.folder, name)
  mkdirSync(folder, { mode: 0o700 })
  const owner = ensurePostgresUser()
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid)
  return folder
}

/** Run one of PostgreSQL's programs as its user until it exits. Returns its output. */
export function runAsPostgresUser(program: string, args: readonly string[]): string {
  return execFileSync(findPostgresProgram(program), [...args], {
    ...ensurePostgresUser(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

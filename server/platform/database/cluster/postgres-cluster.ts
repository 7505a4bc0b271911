import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresUser } from './postgres-files.ts'
import type { PostgresPrograms } from './postgres-programs.ts'

/** A PostgreSQL cluster that this program manages: its files and its programs. */
export interface PostgresCluster {
  readonly folder: string
  readonly programs: PostgresPrograms
  readonly owner: PostgresUser | undefined
  /** Whether commits wait for the disk (fsync); false in tests only. */
  readonly durable: boolean
}

/** Whether the folder contains a cluster. */
export const isInitialized = ({ folder }: Pick<PostgresCluster, 'folder'>): boolean =>
  existsSync(join(folder, 'PG_VERSION'))

/** Creates the cluster's files, unless another process has created them before. */
export async function initializeCluster({
  folder,
  programs,
  owner,
}: PostgresCluster): Promise<void> {
  const half = `${folder}-${process.pid}-${randomBytes(4).toString('hex')}`
  const passwordFile = `${half}.password`
  const password = randomBytes(24).toString('base64url')
  mkdirSync(half, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner !== undefined)
    for (const path of [half, passwordFile]) chownSync(path, owner.uid, owner.gid)
  try {
    await run(
      programs.initdb,
      [
        `--pgdata=${half}`,
        '--username=baodao',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--locale=C',
        '--encoding=UTF8',
      ],
      owner,
    )
    renameSync(passwordFile, join(half, 'baodao.password'))
    // The rename creates the cluster atomically: of two concurrent processes one succeeds, and the
    // other uses its folder.
    renameSync(half, folder)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    rmSync(passwordFile, { force: true })
    if (!isInitialized({ folder })) throw error
  }
}

const run = (program: string, args: string[], owner: PostgresUser | undefined) =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(program, args, { ...owner, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (data) => (said += String(data)))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`initdb ended with ${code}: ${said}`)),
    )
  })

// These settings keep personal data out of the server's log: the details of an error contain the
// rejected row, and the parameters of a statement contain user input. The text of a statement
// contains neither.
const PRIVATE_LOG_SETTINGS = ['log_error_verbosity=terse', 'log_parameter_max_length=0']

/**
 * Starts PostgreSQL on `port`; by default on the port that it used last. PostgreSQL is detached for
 * two reasons: Ctrl-C ends this process first and the database after the last request, and the
 * database keeps running if this process is killed.
 */
export async function launchPostgres(
  { folder, programs, owner, durable }: PostgresCluster,
  at: number | undefined,
): Promise<void> {
  const port = at ?? (await freePort(lastPort(folder)))
  const log = openSync(join(folder, 'server.log'), 'a')
  const where = ['-D', folder, '-p', String(port), '-h', '127.0.0.1', '-k', '']
  const hasty = ['fsync=off', 'full_page_writes=off']
  const settings = ['max_connections=200', ...PRIVATE_LOG_SETTINGS, ...(durable ? [] : hasty)]
  const child = spawn(
    programs.postgres,
    [...where, ...settings.flatMap((setting) => ['-c', setting])],
    {
      ...owner,
      detached: true,
      stdio: ['ignore', log, log],
    },
  )
  closeSync(log)
  let ended = false
  child.on('exit', () => (ended = true))
  child.on('error', () => (ended = true))
  child.unref()
  while (!ended && readPostgresStatus(folder).type !== 'ready') await pause(10)
}

/**
 * The state of a server: 'ready' accepts connections, 'alive' runs without accepting connections
 * yet, 'none' does not run.
 */
export type PostgresStatus =
  | { type: 'ready'; port: number; connectionString: string }
  | { type: 'alive' }
  | { type: 'none' }

/**
 * Reads the state of a server from postmaster.pid: the process id in line 1, the port in line 4,
 * and 'ready' in line 8 once it accepts connections.
 */
export function readPostgresStatus(folder: string): PostgresStatus {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    if (!isAlive(Number(lines[0]))) return { type: 'none' }
    if (lines[7]?.trim() !== 'ready') return { type: 'alive' }
    const password = readFileSync(join(folder, 'baodao.password'), 'utf8')
    const port = Number(lines[3])
    return {
      type: 'ready',
      port,
      connectionString: `postgres://baodao:${password}@127.0.0.1:${port}/postgres?sslmode=disable`,
    }
  } catch {
    return { type: 'none' }
  }
}

/** Stops the server in fast mode (transactions are aborted) and waits until it has ended. */
export async function stopPostgres(folder: string): Promise<void> {
  const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGINT')
  while (isAlive(pid)) await pause(10)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

// The port that was used last is used again, because other processes expect the server at that
// port.
function lastPort(folder: string): number {
  try {
    return Number(
      /"-p" "(\d+)"/.exec(readFileSync(join(folder, 'postmaster.opts'), 'utf8'))?.[1] ?? 0,
    )
  } catch {
    return 0
  }
}

const freePort = (wanted: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', (error) => (wanted === 0 ? reject(error) : resolve(freePort(0))))
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no free port')),
      )
    })
  })

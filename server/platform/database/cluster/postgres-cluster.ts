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

/** The files of a PostgreSQL of our own, and what runs it. */
export interface PostgresCluster {
  readonly folder: string
  readonly programs: PostgresPrograms
  readonly owner: PostgresUser | undefined
  /** Whether it waits for the disk; only tests do without. */
  readonly durable: boolean
}

/** Is there a database in its folder? */
export const isInitialized = ({ folder }: Pick<PostgresCluster, 'folder'>): boolean =>
  existsSync(join(folder, 'PG_VERSION'))

/** Create the database's files, unless another process was faster. */
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
    // The rename is the moment of creation: of two processes that race, one succeeds and the other
    // uses its folder.
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

// Its log stays without personal data: a refused row stands in an error's details, and what somebody
// wrote in the parameters of a statement; the text of our statements holds neither.
const PRIVATE_LOG_SETTINGS = ['log_error_verbosity=terse', 'log_parameter_max_length=0']

/**
 * Start it, on this port or else where it was last. Detached, so that Ctrl-C ends us first and the
 * database after the last request; and so that it outlives us if we are killed.
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
 * What its own file says of a server: it serves, it lives and does not serve (yet), or there is
 * none.
 */
export type PostgresStatus =
  | { type: 'ready'; port: number; connectionString: string }
  | { type: 'alive' }
  | { type: 'none' }

/**
 * Look whether it runs. postmaster.pid holds the process in line 1, the port in line 4 and, once it
 * serves, 'ready' in line 8.
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

/** Stop it, as soon as what it does has been given up, and wait until it has. */
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

// Programs that used it look for it at this port.
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

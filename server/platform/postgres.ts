import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, closeSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Owner, ownerForRoot, type Programs, programs, reachableFolder } from './postgres-files.ts'

/** A running PostgreSQL of our own. */
export interface Postgres {
  readonly connectionString: string
  /** Where its files are, and whether that is not where it was asked for. */
  readonly folder: string
  readonly fellBack: boolean
  /** True when it was running already: another process shares it, or a killed one left it behind. */
  readonly joined: boolean
  /** Leave it; the last process to leave stops it. */
  readonly leave: () => Promise<void>
}

// Every process that uses the cluster holds this lock shared; who gets it alone is the last.
const PRESENCE = 730_100
const PATIENCE_MS = 30_000

/** Start the PostgreSQL in `dataDir`, or join the one that runs there. `durable: false` is for tests only. */
export async function startPostgres({ dataDir, durable = true }: { dataDir: string; durable?: boolean }): Promise<Postgres> {
  const owner = ownerForRoot()
  const place = reachableFolder(dataDir, owner)
  const cluster = join(place.folder, 'postgres')
  const bin = await programs(owner)
  const deadline = Date.now() + PATIENCE_MS
  let started = false
  for (;;) {
    if (!existsSync(join(cluster, 'PG_VERSION'))) await create(cluster, bin, owner)
    const connectionString = runningAt(cluster)
    const presence = connectionString === undefined ? 'nobody' : await enter(connectionString)
    if (connectionString !== undefined && typeof presence !== 'string')
      return { connectionString, ...place, joined: !started, leave: () => leave(presence, cluster) }
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not start; its own words are in ${join(cluster, 'server.log')}.`)
    // Two that launch at once are no danger: PostgreSQL itself lets only one run on a folder.
    if (presence === 'nobody') {
      await launch(cluster, bin, owner, durable)
      started = true
    }
    await pause(10)
  }
}

async function create(cluster: string, bin: Programs, owner: Owner | undefined): Promise<void> {
  const half = `${cluster}-${process.pid}-${randomBytes(4).toString('hex')}`
  const passwordFile = `${half}.password`
  const password = randomBytes(24).toString('base64url')
  mkdirSync(half, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner !== undefined) for (const path of [half, passwordFile]) chownSync(path, owner.uid, owner.gid)
  try {
    await run(
      bin.initdb,
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
    // The rename is the moment of creation: of two processes that race, one succeeds and the other uses its folder.
    renameSync(half, cluster)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    rmSync(passwordFile, { force: true })
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
  }
}

const run = (program: string, args: string[], owner: Owner | undefined) =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(program, args, { ...owner, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (data) => (said += String(data)))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`initdb ended with ${code}: ${said}`))))
  })

// Detached, so that Ctrl-C ends us first and the database after the last request; and so that it outlives us if we are killed.
async function launch(cluster: string, bin: Programs, owner: Owner | undefined, durable: boolean): Promise<void> {
  const port = await freePort()
  const log = openSync(join(cluster, 'server.log'), 'a')
  const flags = [
    '-D',
    cluster,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    '',
    '-c',
    'max_connections=200',
    '-c',
    'log_parameter_max_length=0',
  ]
  const child = spawn(bin.postgres, durable ? flags : [...flags, '-c', 'fsync=off', '-c', 'full_page_writes=off'], {
    ...owner,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let ended = false
  child.on('exit', () => (ended = true))
  child.on('error', () => (ended = true))
  child.unref()
  while (!ended && runningAt(cluster) === undefined) await pause(10)
}

// postmaster.pid holds the process number in line 1, the port in line 4 and, once it serves, 'ready' in line 8.
function runningAt(cluster: string): string | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(lines[0]), 0)
    const password = readFileSync(join(cluster, 'baodao.password'), 'utf8')
    return lines[7]?.trim() === 'ready' ? `postgres://baodao:${password}@127.0.0.1:${lines[3]}/postgres` : undefined
  } catch {
    return undefined
  }
}

// 'nobody' listens there (after a crash another program may have got the old process number), or it is 'stopping'.
async function enter(connectionString: string): Promise<pg.Client | 'nobody' | 'stopping'> {
  const client = new pg.Client({ connectionString, application_name: 'baodao presence', connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [PRESENCE])
    return client
  } catch (error) {
    await client.end().catch(() => {})
    return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED' ? 'nobody' : 'stopping'
  }
}

async function leave(presence: pg.Client, cluster: string): Promise<void> {
  try {
    await presence.query('select pg_advisory_unlock_shared($1)', [PRESENCE])
    const { rows } = await presence.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [PRESENCE])
    if (rows[0]?.alone !== true) return
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 'SIGINT')
    while (isAlive(pid)) await pause(10)
  } finally {
    await presence.end().catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no free port')),
      )
    })
  })

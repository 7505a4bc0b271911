import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import {
  type PostgresCluster,
  initializeCluster,
  isInitialized,
  launchPostgres,
  readPostgresStatus,
  stopPostgres,
} from './postgres-cluster.ts'
import {
  assertFolderOwnedBy,
  ensurePostgresUser,
  chooseDatabaseFolder,
  copyPostgresProgramsIfUnreadable,
} from './postgres-files.ts'
import { findPostgresInstallation } from './postgres-programs.ts'

/** A running PostgreSQL that this program manages. */
export interface PrivatePostgres {
  readonly connectionString: string
  /** The folder of the database's files. With `fellBack` it is not the requested folder. */
  readonly folder: string
  readonly fellBack: boolean
  /**
   * Whether PostgreSQL was already running, because another process, which still runs or was
   * killed, had started it.
   */
  readonly wasAlreadyRunning: boolean
  /**
   * The release that is running, such as `18.6`. If it was already running, the release might be
   * older.
   */
  readonly version: string
  /** Ends the use of PostgreSQL by this process. The last process stops the server. */
  readonly release: () => Promise<void>
}

// Every process that uses the cluster holds this advisory lock in shared mode. A process that gets
// the lock in exclusive mode is the last process.
const PRESENCE_LOCK_ID = 730_100
const START_TIMEOUT_MS = 30_000
// The longest wait for a server that runs without accepting connections, ms; it might be recovering
// from a crash.
const RECOVERY_MS = 600_000
const LONGEST_PAUSE_MS = 500

/**
 * Starts the PostgreSQL in `dataDir`, or uses the one that already runs. With `onLost` the server
 * is supervised: if it ends, it is started again on the same port. Then `onBack` is called, or
 * `onLost` if the restart fails. `durable: false` is for tests only.
 */
export async function startPostgres({
  dataDir,
  durable = true,
  onBack,
  onLost,
}: {
  dataDir: string
  durable?: boolean
  onBack?: () => void
  onLost?: (error: Error) => void
}): Promise<PrivatePostgres> {
  const owner = ensurePostgresUser()
  const place = chooseDatabaseFolder(dataDir, owner)
  assertFolderOwnedBy(owner, join(place.folder, 'postgres'))
  const folder = join(place.folder, 'postgres')
  const bin = copyPostgresProgramsIfUnreadable(await findPostgresInstallation(folder), owner)
  const cluster: PostgresCluster = { folder, programs: bin, owner, durable }
  let leaving = false
  const entered = await joinOrLaunch(cluster, { at: undefined, isOver: () => false })
  const { connectionString, port } = entered
  let presence: pg.Client | undefined = entered.presence
  let returning: Promise<void> = Promise.resolve()

  const watch = (client: pg.Client) =>
    client.once('end', () => {
      presence = undefined
      if (!leaving)
        returning = comeBack().catch((error: unknown) => void (leaving || onLost?.(asError(error))))
    })
  async function comeBack() {
    const again = await joinOrLaunch(cluster, { at: port, isOver: () => leaving })
    presence = again.presence
    watch(again.presence)
    if (again.started) onBack?.()
    if (again.connectionString !== connectionString)
      throw new Error(
        `The database in ${place.folder} was started elsewhere, at port ${again.port}; start this process again.`,
      )
  }
  if (onLost !== undefined) watch(entered.presence)

  return {
    connectionString,
    ...place,
    wasAlreadyRunning: !entered.started,
    version: await versionOf(entered.presence),
    release: async () => {
      leaving = true
      await returning
      if (presence !== undefined) await releasePresence(presence, cluster)
    },
  }
}

async function versionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  // Packages of Linux distributions append their own version after a space.
  return rows[0]?.server_version.split(' ')[0] ?? ''
}

interface PostgresSession {
  readonly presence: pg.Client
  readonly connectionString: string
  readonly port: number
  readonly started: boolean
}

// Uses the running server or launches one. A restart (with the port `at`) does not create the
// cluster, because an empty database in place of a missing one would be worse than an error.
async function joinOrLaunch(
  cluster: PostgresCluster,
  { at, isOver }: { at: number | undefined; isOver: () => boolean },
): Promise<PostgresSession> {
  const begun = Date.now()
  let started = false
  for (let wait = 10; !isOver(); wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    if (!isInitialized(cluster)) {
      if (at !== undefined) throw new Error(`The database's folder ${cluster.folder} has gone.`)
      await initializeCluster(cluster)
    }
    const look = readPostgresStatus(cluster.folder)
    const presence =
      look.type === 'ready' ? await takePresenceLock(look.connectionString) : undefined
    if (look.type === 'ready' && presence instanceof pg.Client)
      return { ...look, presence, started }
    if (Date.now() - begun > (look.type === 'alive' ? RECOVERY_MS : START_TIMEOUT_MS)) break
    // Concurrent launches are safe: PostgreSQL lets only one server run on a folder.
    if (look.type === 'none' || presence === 'nobody') {
      await launchPostgres(cluster, at)
      started = true
    }
    await pause(wait)
  }
  throw new Error(
    `PostgreSQL did not start; its own words are in ${join(cluster.folder, 'server.log')}.`,
  )
}

// 'nobody': the port is closed (after a crash another program can have the old process id).
// 'stopping': the server refuses connections.
async function takePresenceLock(
  connectionString: string,
): Promise<pg.Client | 'nobody' | 'stopping'> {
  const client = new pg.Client({
    connectionString,
    application_name: 'baodao presence',
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [PRESENCE_LOCK_ID])
    return client
  } catch (error) {
    await client.end().catch(() => {})
    return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
      ? 'nobody'
      : 'stopping'
  }
}

async function releasePresence(presence: pg.Client, cluster: PostgresCluster): Promise<void> {
  try {
    await presence.query('select pg_advisory_unlock_shared($1)', [PRESENCE_LOCK_ID])
    const { rows } = await presence.query<{ alone: boolean }>(
      'select pg_try_advisory_lock($1) as alone',
      [PRESENCE_LOCK_ID],
    )
    if (rows[0]?.alone === true) await stopPostgres(cluster.folder)
  } finally {
    await presence.end().catch(() => {})
  }
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))

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
  assertOwnedBy,
  ensurePostgresUser,
  chooseReachableFolder,
  copyProgramsIfUnreachable,
} from './postgres-files.ts'
import { findPostgresInstallation } from './postgres-programs.ts'

/** A running PostgreSQL of our own. */
export interface PrivatePostgres {
  readonly connectionString: string
  /** Where its files are, and whether that is not where it was asked for. */
  readonly folder: string
  readonly fellBack: boolean
  /**
   * True when it was running already: another process shares it, or a killed one left it behind.
   */
  readonly wasAlreadyRunning: boolean
  /** The release that runs, such as `18.6`; of one that was joined it may be an older one. */
  readonly version: string
  /** Leave it; the last process to leave stops it. */
  readonly release: () => Promise<void>
}

// Every process that uses the cluster holds this lock shared; who gets it alone is the last.
const PRESENCE_LOCK_ID = 730_100
const START_TIMEOUT_MS = 30_000
// A server that runs and does not answer yet may be recovering from a crash.
const RECOVERY_MS = 600_000
const LONGEST_PAUSE_MS = 500

/**
 * Start the PostgreSQL in `dataDir`, or join the one that runs there. With `onLost` it is watched:
 * when it ends it is started again at the same place, of which `onBack` hears, and `onLost` when
 * that cannot be done. `durable: false` is for tests only.
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
  const place = chooseReachableFolder(dataDir, owner)
  assertOwnedBy(owner, join(place.folder, 'postgres'))
  const folder = join(place.folder, 'postgres')
  const bin = copyProgramsIfUnreachable(await findPostgresInstallation(folder), owner)
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
  // A distribution's package adds its own number behind a blank.
  return rows[0]?.server_version.split(' ')[0] ?? ''
}

interface PostgresSession {
  readonly presence: pg.Client
  readonly connectionString: string
  readonly port: number
  readonly started: boolean
}

// Again (`at` a port) nothing is made anew: an empty database in the place of one that went missing
// would be worse than none.
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
    // Two that launch at once are no danger: PostgreSQL itself lets only one run on a folder.
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

// 'nobody' listens there (after a crash another program may have got the old process number), or it
// is 'stopping'.
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

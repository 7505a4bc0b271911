import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, create, isMade, launch, lookAt, stop } from './postgres-cluster.ts'
import { mustBeOf, ownerForRoot, reachableFolder, reachablePrograms } from './postgres-files.ts'
import { findPrograms } from './postgres-programs.ts'

/** A running PostgreSQL of our own. */
export interface Postgres {
  readonly connectionString: string
  /** Where its files are, and whether that is not where it was asked for. */
  readonly folder: string
  readonly fellBack: boolean
  /**
   * True when it was running already: another process shares it, or a killed one left it behind.
   */
  readonly joined: boolean
  /** The release that runs, such as `18.6`; of one that was joined it may be an older one. */
  readonly version: string
  /** Leave it; the last process to leave stops it. */
  readonly leave: () => Promise<void>
}

// Every process that uses the cluster holds this lock shared; who gets it alone is the last.
const PRESENCE = 730_100
const PATIENCE_MS = 30_000
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
}): Promise<Postgres> {
  const owner = ownerForRoot()
  const place = reachableFolder(dataDir, owner)
  mustBeOf(owner, join(place.folder, 'postgres'))
  const folder = join(place.folder, 'postgres')
  const bin = reachablePrograms(await findPrograms(folder), owner)
  const cluster: Cluster = { folder, bin, owner, durable }
  let leaving = false
  const entered = await enter(cluster, { at: undefined, isOver: () => false })
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
    const again = await enter(cluster, { at: port, isOver: () => leaving })
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
    joined: !entered.started,
    version: await versionOf(entered.presence),
    leave: async () => {
      leaving = true
      await returning
      if (presence !== undefined) await leave(presence, cluster)
    },
  }
}

async function versionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  // A distribution's package adds its own number behind a blank.
  return rows[0]?.server_version.split(' ')[0] ?? ''
}

interface Entered {
  readonly presence: pg.Client
  readonly connectionString: string
  readonly port: number
  readonly started: boolean
}

// Again (`at` a port) nothing is made anew: an empty database in the place of one that went missing
// would be worse than none.
async function enter(
  cluster: Cluster,
  { at, isOver }: { at: number | undefined; isOver: () => boolean },
): Promise<Entered> {
  const begun = Date.now()
  let started = false
  for (let wait = 10; !isOver(); wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    if (!isMade(cluster)) {
      if (at !== undefined) throw new Error(`The database's folder ${cluster.folder} has gone.`)
      await create(cluster)
    }
    const look = lookAt(cluster.folder)
    const presence = look.type === 'ready' ? await bePresent(look.connectionString) : undefined
    if (look.type === 'ready' && presence instanceof pg.Client)
      return { ...look, presence, started }
    if (Date.now() - begun > (look.type === 'alive' ? RECOVERY_MS : PATIENCE_MS)) break
    // Two that launch at once are no danger: PostgreSQL itself lets only one run on a folder.
    if (look.type === 'none' || presence === 'nobody') {
      await launch(cluster, at)
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
async function bePresent(connectionString: string): Promise<pg.Client | 'nobody' | 'stopping'> {
  const client = new pg.Client({
    connectionString,
    application_name: 'baodao presence',
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [PRESENCE])
    return client
  } catch (error) {
    await client.end().catch(() => {})
    return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
      ? 'nobody'
      : 'stopping'
  }
}

async function leave(presence: pg.Client, cluster: Cluster): Promise<void> {
  try {
    await presence.query('select pg_advisory_unlock_shared($1)', [PRESENCE])
    const { rows } = await presence.query<{ alone: boolean }>(
      'select pg_try_advisory_lock($1) as alone',
      [PRESENCE],
    )
    if (rows[0]?.alone === true) await stop(cluster.folder)
  } finally {
    await presence.end().catch(() => {})
  }
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))

import type pg from 'pg'
import { classifyDatabaseError } from '../errors.ts'
import { migrationList } from '../migrations/migration-list.ts'

/**
 * Why the database cannot store a write: it is unreachable ('away'), its schema is older than this
 * program ('outdated'), it is read-only, its commits wait for a missing standby ('standby'), its
 * disk is full ('full'), it is too slow ('slow'), or it has no free connection ('crowded').
 */
export type WriteObstacle =
  | 'away'
  | 'outdated'
  | 'read-only'
  | 'standby'
  | 'full'
  | 'slow'
  | 'crowded'

/** The time limit of a probe, ms; with a slower database users would wait too long. */
export const PROBE_TIMEOUT_MS = 2500

// A commit that waits longer than a busy standby needs is waiting for a missing standby. A commit
// that its client no longer waits for is still counted, including the commit of this probe. A role
// sees only its own sessions.
const STATE_QUERY = `select
  pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly",
  exists(select from pg_stat_activity where wait_event = 'SyncRep'
    and query_start < clock_timestamp() - interval '2 seconds') as "waits",
  (select count(*)::int from migration) as "migrations"`

// A minimal commit that writes to no table.
const WRITE_STATEMENT = `select pg_logical_emit_message(true, 'baodao', '')`

// Allocates two megabytes, which are not written to the WAL.
const ALLOCATE_STATEMENT =
  'create temp table room on commit drop as select generate_series(1, 60000)'

const PROBE_TIMEOUT = { query_timeout: PROBE_TIMEOUT_MS }

interface ProbeRow {
  readonly readOnly: boolean
  readonly waits: boolean
  readonly migrations: number
}

/**
 * Finds the obstacle to writes by making a minimal commit. With `wasFull` it also allocates disk
 * space, to find out whether a disk that was full has space again.
 */
export async function probeWrite(
  pool: pg.Pool,
  { wasFull }: { wasFull: boolean },
): Promise<WriteObstacle | undefined> {
  const ask = (text: string) => pool.query<ProbeRow>({ text, ...PROBE_TIMEOUT })
  const look = () => ask(STATE_QUERY).then(({ rows }) => obstacleIn(rows[0]), obstacleOf)
  const seen = await look()
  if (seen !== undefined) return seen
  const written = await ask(WRITE_STATEMENT).then(() => undefined, obstacleOf)
  // The wait event shows whether a standby is missing or the disk is slow.
  if (written === 'slow') return (await look()) ?? 'slow'
  if (written !== undefined || !wasFull) return written
  return ask(ALLOCATE_STATEMENT).then(() => undefined, obstacleOf)
}

function obstacleIn(look: ProbeRow | undefined): WriteObstacle | undefined {
  if (look === undefined || look.migrations < migrationList.length) return 'outdated'
  if (look.readOnly) return 'read-only'
  return look.waits ? 'standby' : undefined
}

function obstacleOf(error: unknown): WriteObstacle | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // The table of migrations does not exist yet.
  if (code === '42P01') return 'outdated'
  // A role that is not allowed to create temporary tables cannot probe the disk; the next write
  // will show whether it is full.
  if (code === '42501') return undefined
  if (code === '25006') return 'read-only'
  if (error instanceof Error && /Query read timeout/.test(error.message)) return 'slow'
  switch (classifyDatabaseError(error)) {
    case 'full':
      return 'full'
    case 'busy':
      return 'crowded'
    case 'unavailable':
    case 'unstorable-text':
    case 'other':
      return 'away'
  }
}

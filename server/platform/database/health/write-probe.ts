import type pg from 'pg'
import { classifyDatabaseError } from '../errors.ts'
import { migrationList } from '../migrations/migration-list.ts'

/**
 * Why no word can be kept: the database is away, older than this program, may only be read, waits
 * for a standby with every commit, has no room, is too slow, or has no connection left for us.
 */
export type WriteObstacle =
  | 'away'
  | 'outdated'
  | 'read-only'
  | 'standby'
  | 'full'
  | 'slow'
  | 'crowded'

/** What a probe may take: what takes longer would keep people waiting too. */
export const PROBE_TIMEOUT_MS = 2500

// Whoever waits longer than a busy standby lets them waits for one that is not there. Those that we
// gave up wait on, our own probe too. A role sees only its own.
const STATE_QUERY = `select
  pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly",
  exists(select from pg_stat_activity where wait_event = 'SyncRep'
    and query_start < clock_timestamp() - interval '2 seconds') as "waits",
  (select count(*)::int from migration) as "migrations"`

// A commit with next to nothing in it, and no table.
const WRITE_STATEMENT = `select pg_logical_emit_message(true, 'baodao', '')`

// Two megabytes that nobody needs and no log keeps.
const ALLOCATE_STATEMENT =
  'create temp table room on commit drop as select generate_series(1, 60000)'

const PROBE_TIMEOUT = { query_timeout: PROBE_TIMEOUT_MS }

interface ProbeRow {
  readonly readOnly: boolean
  readonly waits: boolean
  readonly migrations: number
}

/** Find out what stands in the way of the next word by writing one. */
export async function probeWrite(
  pool: pg.Pool,
  { wasFull }: { wasFull: boolean },
): Promise<WriteObstacle | undefined> {
  const ask = (text: string) => pool.query<ProbeRow>({ text, ...PROBE_TIMEOUT })
  const look = () => ask(STATE_QUERY).then(({ rows }) => obstacleIn(rows[0]), obstacleOf)
  const seen = await look()
  if (seen !== undefined) return seen
  const written = await ask(WRITE_STATEMENT).then(() => undefined, obstacleOf)
  // It is told apart from a slow disk by what it waits for.
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
  // No table of migrations yet.
  if (code === '42P01') return 'outdated'
  // Who may not take room for the sake of knowing has to find out by writing.
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

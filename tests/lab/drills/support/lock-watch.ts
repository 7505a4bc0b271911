import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const EVERY_MS = 10
const MIGRATIONS = 'baodao migrations'

/** What a change of the tables did to everybody else. */
export interface LockReport {
  /** The transactions of migrations that took longest, ms and their last statement. */
  readonly transactions: readonly { readonly ms: number; readonly statement: string }[]
  /** The longest that a statement waited for a migration, ms; 0 if none was seen to wait. */
  readonly longestWaitMs: number
  /** The statement that waited that long. */
  readonly waited: string
}

interface Seen {
  readonly kind: 'migration' | 'waiting'
  readonly id: string
  readonly ms: number
  readonly query: string
}

// `waitstart` is not set in the first moments of a wait.
const LOOK = `
  select 'migration' as kind, pid || ' ' || xact_start as id, query,
      extract(epoch from clock_timestamp() - xact_start)::float8 * 1000 as ms
    from pg_stat_activity where application_name = '${MIGRATIONS}' and xact_start is not null
  union all
  select 'waiting', activity.pid || ' ' || waitstart, query,
      extract(epoch from clock_timestamp() - waitstart)::float8 * 1000
    from pg_locks join pg_stat_activity as activity using (pid)
    where not granted and waitstart is not null and application_name <> '${MIGRATIONS}'
      and pg_blocking_pids(activity.pid) && array(
        select pid from pg_stat_activity where application_name = '${MIGRATIONS}')`

/**
 * Look every 10 ms which statements wait for a migration in the database at `url`. A wait is known
 * to within that time. The returned function ends the watch.
 */
export async function watchLocks(url: string): Promise<() => Promise<LockReport>> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const longest = new Map<string, Seen>()
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      const { rows } = await client.query<Seen>(LOOK)
      for (const row of rows) longest.set(row.kind + row.id, row)
      await pause(EVERY_MS)
    }
  }
  // An error is reported at the end of the watch, unless the drill has failed before.
  const watching = watch()
  watching.catch(() => {})
  return async () => {
    isOver = true
    await watching
    await client.end()
    const seen = [...longest.values()].toSorted((one, next) => next.ms - one.ms)
    const [worst] = seen.filter(({ kind }) => kind === 'waiting')
    return {
      transactions: seen
        .filter(({ kind }) => kind === 'migration')
        .slice(0, 3)
        .map(({ ms, query }) => ({ ms, statement: shorten(query) })),
      longestWaitMs: worst?.ms ?? 0,
      waited: shorten(worst?.query ?? ''),
    }
  }
}

const shorten = (statement: string) => statement.replaceAll(/\s+/g, ' ').trim().slice(0, 90)

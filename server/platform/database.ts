import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { Crowded } from './gate.ts'
import { migrationList } from './migration-list.ts'
import { withPrepared } from './prepared.ts'
import type { Schema } from './schema.ts'

/** Where queries are run: the database or a transaction on it. */
export type Db = Kysely<Schema>

/** An open database. */
export interface Database {
  readonly db: Db
  readonly pool: pg.Pool
  /** A few connections beside the pool, for what is counted while a transaction holds one of the pool's. */
  readonly limits: pg.Pool
  readonly close: () => Promise<void>
}

const DATE = 1082

/** Open the pools of connections. `onError` hears of connections that died while idle. */
export function openDatabase({
  connectionString,
  onError,
}: {
  connectionString: string
  onError: (error: Error) => void
}): Database {
  const open = (max: number) =>
    new pg.Pool({
      connectionString,
      application_name: 'baodao',
      max,
      connectionTimeoutMillis: 5000,
      statement_timeout: 10_000,
      idle_in_transaction_session_timeout: 15_000,
      // A day is a day: pg would make it a moment in this machine's zone.
      types: { getTypeParser: (oid, format) => (oid === DATE ? String : pg.types.getTypeParser(oid, format)) },
    })
  // Who holds a connection and waits for a second of the same pool waits for others that do the same.
  const [pool, limits] = [open(10), open(2)]
  // A connection that is being closed may still hear that the database stops; nobody misses it.
  let closing = false
  for (const one of [pool, limits])
    one.on('error', (error) => {
      if (!closing) onError(error)
    })
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: withPrepared(pool) }) })
  const close = async () => {
    closing = true
    await Promise.all([db.destroy(), limits.end()])
  }
  return { db, pool, limits, close }
}

/** Is the database there, and has every migration run? */
export async function isReady(db: Db): Promise<boolean> {
  try {
    const { ready } = await db
      .selectFrom('migration')
      .select((e) => e.fn.countAll().as('ready'))
      .executeTakeFirstOrThrow()
    return Number(ready) >= migrationList.length
  } catch {
    return false
  }
}

/** What a failure of a query means for who asked. */
export type DatabaseTrouble = 'away' | 'busy' | 'full' | 'no text' | 'other'

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '3D000',
])

/** Tell a database that is away, busy or full, and text that it cannot keep, from a fault of ours. */
export function troubleOf(error: unknown): DatabaseTrouble {
  if (error instanceof Crowded) return 'busy'
  if (!(error instanceof Error)) return 'other'
  const code = 'code' in error ? String(error.code) : ''
  if (
    AWAY.has(code) ||
    code.startsWith('08') ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  )
    return 'away'
  if (['53300', '57014', '40001', '40P01', '55P03'].includes(code)) return 'busy'
  if (['53100', 'ENOSPC'].includes(code)) return 'full'
  return ['22021', '22P05'].includes(code) ? 'no text' : 'other'
}

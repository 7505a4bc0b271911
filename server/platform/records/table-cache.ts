import type { Db } from '../database/db.ts'
import type { HandlerServices } from '../http/handler.ts'
import type { Caller } from '../sessions/session.ts'

/** The part of a request that a cached read needs. */
export interface CachedReadContext {
  readonly db: Db
  readonly caller: Caller
  readonly tools: HandlerServices
}

/**
 * Caches a read of tables that are read often and changed rarely. Every session query also returns
 * the current versions of these tables (`Session.tableStates`). Cached rows are valid while the
 * version is the same. Rows are read after their version, so they are never older than the request.
 * Anonymous requests have no session, so they read the tables each time.
 */
export function createCachedTableReader<Rows>(
  state: VersionedTableName,
  read: (db: Db) => Promise<Rows>,
): (asking: CachedReadContext) => Promise<Rows> {
  // The cache is keyed by the services of a server, because each server in this process has its own
  // database.
  const known = new WeakMap<HandlerServices, { readonly state: string; readonly rows: Rows }>()
  return async ({ db, caller, tools }) => {
    const now = caller.role === 'nobody' ? undefined : caller.session.tableStates[state]
    const last = known.get(tools)
    if (now !== undefined && last?.state === now) return last.rows
    const rows = await read(db)
    if (now !== undefined) known.set(tools, { state: now, rows })
    return rows
  }
}

/** The names of the versioned tables, or of groups of tables that are read together. */
export type VersionedTableName =
  | 'application'
  | 'level'
  | 'uniform'
  | 'living'
  | 'guide'
  | 'calendar'
  | 'rules'
  | 'campus-forms'

import type { Db } from '../database/db.ts'
import type { HandlerServices } from '../http/handler.ts'
import type { Caller } from '../sessions/session.ts'

/** Who asks, and where what they ask is found. */
export interface CachedReadContext {
  readonly db: Db
  readonly caller: Caller
  readonly tools: HandlerServices
}

/**
 * What everybody asks for and the school changes seldom: kept in memory as long as its tables are in
 * the state that was read with the session. What is kept was read after its state, so it is never
 * older than who asks. Nobody's session says no state, so for nobody it is read anew.
 */
export function cacheTableRead<Rows>(
  state: TableStateName,
  read: (db: Db) => Promise<Rows>,
): (asking: CachedReadContext) => Promise<Rows> {
  // By the tools of a server: each has a database of its own.
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

/** What has a state of its own: a table, or several that are read together. */
export type TableStateName = 'application' | 'uniform' | 'living' | 'guide' | 'calendar'

import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { HasFreeSpace } from './disk-space.ts'
import { type WriteObstacle, probeWrite } from './write-probe.ts'

export type { WriteObstacle } from './write-probe.ts'

/** Whether the database accepts writes and, if not, why. */
export interface DatabaseReadiness {
  /** Returns why the next write would fail. The underlying probe is at most one second old. */
  readonly findObstacle: () => Promise<WriteObstacle | undefined>
  /**
   * Returns why a write is already known to fail, or to hang and occupy a connection that other
   * requests need.
   */
  readonly findWriteRefusal: () => Promise<'full' | 'standby' | undefined>
  /** Whether writes hang, by the last probe. For callers that already have a connection. */
  readonly isHanging: () => boolean
  /** Reports a write that failed because the disk is full. */
  readonly reportDiskFull: () => void
}

const FRESH_MS = 1000
/**
 * The time limit of `findObstacle`, ms. The time limit of a load balancer's health check must be
 * longer.
 */
const ANSWER_MS = 3500

/**
 * Monitors a database. `onChange` is called when an obstacle to writes appears, changes or ends.
 */
export function watchDatabaseReadiness({
  database: { db, probePool },
  hasRoom,
  onChange,
}: {
  database: Pick<Database, 'db' | 'probePool'>
  hasRoom: HasFreeSpace
  onChange: (obstacle: WriteObstacle | undefined) => void
}): DatabaseReadiness {
  let known: { at: number; obstacle: WriteObstacle | undefined } | undefined
  let running: Promise<WriteObstacle | undefined> | undefined
  let wasFull = false

  const find = async () => {
    const asksForRoom = wasFull
    wasFull = false
    const obstacle = await probeWrite(probePool, { wasFull: asksForRoom })
    // With another obstacle the probe did not try to allocate disk space, so the next probe has to.
    wasFull ||= asksForRoom && obstacle !== undefined
    if (obstacle !== known?.obstacle) onChange(obstacle)
    known = { at: Date.now(), obstacle }
    running = undefined
    return obstacle
  }
  const ask = async () =>
    known !== undefined && Date.now() - known.at < FRESH_MS ? known.obstacle : (running ??= find())
  // At this point the database is available. Checks whether the pool, which every request needs,
  // has a free connection.
  const hasConnection = () =>
    sql`select`.execute(db).then(
      () => undefined,
      () => 'crowded' as const,
    )
  return {
    findObstacle: async () => {
      if (!(await hasRoom())) return 'full'
      const late = pause(ANSWER_MS, undefined, { ref: false })
      const own = await Promise.race([ask(), late.then(() => 'slow' as const)])
      return own ?? Promise.race([hasConnection(), late.then(() => 'crowded' as const)])
    },
    findWriteRefusal: async () => {
      if (!(await hasRoom())) return 'full'
      // A write waits for a new probe only if the result of the last probe would refuse the write.
      const before = known?.obstacle
      const asked = ask()
      return before === 'standby' && (await asked) === 'standby' ? 'standby' : undefined
    },
    isHanging: () => known?.obstacle === 'standby',
    reportDiskFull: () => {
      wasFull = true
    },
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { HasFreeSpace } from './disk-space.ts'
import { type WriteObstacle, probeWrite } from './write-probe.ts'

export type { WriteObstacle } from './write-probe.ts'

/** Whether the database accepts writes, and if not, why. */
export interface Readiness {
  /** Why the next write would fail; probed at most a second ago. */
  readonly findObstacle: () => Promise<WriteObstacle | undefined>
  /**
   * Why a write is known beforehand to fail, or to hang and occupy a connection that others need.
   */
  readonly findWriteRefusal: () => Promise<'full' | 'standby' | undefined>
  /** Whether writes hang, by the last probe: for callers that already have a connection. */
  readonly isHanging: () => boolean
  /** Report a write that failed since the disk is full. */
  readonly reportDiskFull: () => void
}

const FRESH_MS = 1000
/** A probe has to be answered before its caller gives up. */
const ANSWER_MS = 3500

/** Watch a database; `onChange` is called for each obstacle and its end. */
export function watchReadiness({
  database: { db, probePool },
  hasRoom,
  onChange,
}: {
  database: Pick<Database, 'db' | 'probePool'>
  hasRoom: HasFreeSpace
  onChange: (obstacle: WriteObstacle | undefined) => void
}): Readiness {
  let known: { at: number; obstacle: WriteObstacle | undefined } | undefined
  let running: Promise<WriteObstacle | undefined> | undefined
  let wasFull = false

  const find = async () => {
    const asksForRoom = wasFull
    wasFull = false
    const obstacle = await probeWrite(probePool, { wasFull: asksForRoom })
    // It may have been full meanwhile as well, and then it was not asked for room yet.
    wasFull ||= asksForRoom && obstacle !== undefined
    if (obstacle !== known?.obstacle) onChange(obstacle)
    known = { at: Date.now(), obstacle }
    running = undefined
    return obstacle
  }
  const ask = async () =>
    known !== undefined && Date.now() - known.at < FRESH_MS ? known.obstacle : (running ??= find())
  // Every request needs one of these connections, and the database is there.
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
      // Only who would be refused waits for news.
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

import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Db } from './db.ts'

const MINUTE_MS = 60_000

/**
 * Begins a new epoch: records that the database was restored to an earlier state (decision 0101).
 * From then on phones ask whether the database has the submissions for which they have receipts.
 * `stateOf`: the time of the restored state, if known. Returns the id of the epoch.
 */
export async function beginDatabaseEpoch(
  client: pg.Client,
  { now, stateOf }: { now: Date; stateOf: Date | undefined },
): Promise<string> {
  // The id is random, because two restores of the same archive are two epochs.
  const id = randomBytes(6).toString('base64url')
  // New versions of records start above all earlier versions, because a phone might have seen a
  // version that the restore has lost, with another payload. The current minute is high enough: no
  // record is written more often than once a minute for years.
  const leastVersion = Math.floor(now.getTime() / MINUTE_MS)
  await client.query(
    'insert into epoch (id, began_at, state_of, least_version) values ($1, $2, $3, $4)',
    [id, now, stateOf ?? null, leastVersion],
  )
  return id
}

/** The current epoch as this process knows it; '' before the first restore. */
export interface DatabaseEpoch {
  readonly current: () => string
  /**
   * Reads the epoch again. A process with an outdated epoch issues receipts of that epoch. The only
   * consequence is that phones ask about these receipts once more than necessary.
   */
  readonly refresh: () => Promise<void>
}

/** Reads the epoch. Call it before the first receipt is issued. */
export async function openDatabaseEpoch(db: Db): Promise<DatabaseEpoch> {
  let current = ''
  const refresh = async () => {
    current = (await findLatestDatabaseEpoch(db))?.id ?? ''
  }
  await refresh()
  return { current: () => current, refresh }
}

/** The latest epoch; undefined when the database was never restored. */
export const findLatestDatabaseEpoch = (db: Db) =>
  db.selectFrom('epoch').selectAll().orderBy('began_at', 'desc').limit(1).executeTakeFirst()

import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Db } from './db.ts'

const MINUTE_MS = 60_000

/**
 * Write down that the database was brought back to an earlier state (decision 0101): from here on
 * phones ask whether it has what they have receipts for. `stateOf`: of when that state is, where it
 * is known.
 */
export async function beginEpoch(
  client: pg.Client,
  { now, stateOf }: { now: Date; stateOf: Date | undefined },
): Promise<string> {
  // At random: two restorations of one archive are two epochs.
  const id = randomBytes(6).toString('base64url')
  // No version of a record is used again for another payload: a phone may have seen the first. No
  // record is written more often than once a minute for years.
  const leastVersion = Math.floor(now.getTime() / MINUTE_MS)
  await client.query(
    'insert into epoch (id, began_at, state_of, least_version) values ($1, $2, $3, $4)',
    [id, now, stateOf ?? null, leastVersion],
  )
  return id
}

/** The epoch that the database is in, as a process knows it; '' before the first restoration. */
export interface Epoch {
  readonly current: () => string
  /** Look again. A process that is behind calls newer receipts older: they are asked about once more. */
  readonly refresh: () => Promise<void>
}

/** Learn the epoch; it must be known before the first receipt is given. */
export async function openEpoch(db: Db): Promise<Epoch> {
  let current = ''
  const refresh = async () => {
    current = (await findLatestEpoch(db))?.id ?? ''
  }
  await refresh()
  return { current: () => current, refresh }
}

/** The newest epoch; none where the database was never brought back. */
export const findLatestEpoch = (db: Db) =>
  db.selectFrom('epoch').selectAll().orderBy('began_at', 'desc').limit(1).executeTakeFirst()

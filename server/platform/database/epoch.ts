import { randomBytes } from 'node:crypto'
import type pg from 'pg'

const MINUTE_MS = 60_000

/**
 * Write down that the database was brought back to an earlier state (decision 0101): from here on
 * phones ask whether it has what they have receipts for. `stateOf`: of when that state is, where it
 * is known.
 */
export async function raiseEpoch(
  client: pg.Client,
  { now, stateOf }: { now: Date; stateOf: Date | undefined },
): Promise<string> {
  // At random: two restorations of one archive are two epochs.
  const id = randomBytes(6).toString('base64url')
  // No record gets a version again that was given to other words: a phone may have seen those. No
  // record is written more often than once a minute for years.
  const leastVersion = Math.floor(now.getTime() / MINUTE_MS)
  await client.query(
    'insert into epoch (id, began_at, state_of, least_version) values ($1, $2, $3, $4)',
    [id, now, stateOf ?? null, leastVersion],
  )
  return id
}

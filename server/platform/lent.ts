import { sql } from 'kysely'
import { after } from './clock.ts'
import type { Db } from './database.ts'

// Asked for anew before it ends, so that what is in use stays good for a while.
const EARLY_SECONDS = 300

/** A value and how long it is good. */
export interface Lent {
  readonly value: string
  readonly seconds: number
}

/** A value that somebody lends for a time: kept in the database, so that all processes share it and one of them asks. */
export async function lent(db: Db, { name, now, ask }: { name: string; now: Date; ask: () => Promise<Lent> }): Promise<string> {
  const kept = () =>
    db.selectFrom('host_ticket').select('value').where('name', '=', name).where('expires_at', '>', now).executeTakeFirst()
  const known = await kept()
  if (known !== undefined) return known.value
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lent ${name}`}, 0))`.execute(db)
  const meanwhile = await kept()
  if (meanwhile !== undefined) return meanwhile.value
  const { value, seconds } = await ask()
  const row = { value, expires_at: after(now, Math.max(0, seconds - EARLY_SECONDS)) }
  await db
    .insertInto('host_ticket')
    .values({ ...row, name })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
  return value
}

/** Forget a value that turned out to be good no more. */
export const forgetLent = (db: Db, name: string) => db.deleteFrom('host_ticket').where('name', '=', name).execute()

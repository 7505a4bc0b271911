import { addSeconds } from '../clock.ts'
import type { Db } from '../database/db.ts'

// Asked for anew before it ends, so that what is in use stays good for a while.
const EARLY_SECONDS = 300

/** A ticket of the messaging app and how long it is good, seconds. */
export interface HostTicket {
  readonly value: string
  readonly seconds: number
}

interface TicketParams {
  readonly name: string
  readonly now: Date
  readonly ask: () => Promise<HostTicket>
}

// What a process asks for at this moment: many that need it wait for one answer, and hold no
// connection meanwhile.
const runningRequests = new WeakMap<Db, Map<string, Promise<string>>>()

/**
 * A ticket that the messaging app gives for a time, such as an access token, kept in the database
 * for all processes. Two processes may ask for it at once: the messaging app lets both answers
 * count. Throws what `ask` throws.
 */
export async function getTicket(db: Db, wish: TicketParams): Promise<string> {
  const known = await findStoredTicket(db, wish)
  if (known !== undefined) return known
  const all = runningRequests.get(db) ?? new Map<string, Promise<string>>()
  runningRequests.set(db, all)
  const running = all.get(wish.name) ?? requestTicket(db, wish).finally(() => all.delete(wish.name))
  all.set(wish.name, running)
  return running
}

async function requestTicket(db: Db, wish: TicketParams): Promise<string> {
  // Who looked before the last answer was stored comes here after it.
  const meanwhile = await findStoredTicket(db, wish)
  if (meanwhile !== undefined) return meanwhile
  const { value, seconds } = await wish.ask()
  const row = { value, expires_at: addSeconds(wish.now, Math.max(0, seconds - EARLY_SECONDS)) }
  await db
    .insertInto('host_ticket')
    .values({ ...row, name: wish.name })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
  return value
}

async function findStoredTicket(db: Db, { name, now }: TicketParams): Promise<string | undefined> {
  const found = await db
    .selectFrom('host_ticket')
    .select('value')
    .where('name', '=', name)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found?.value
}

/** Forget a ticket that the messaging app no longer takes. */
export const deleteTicket = (db: Db, { name, value }: { name: string; value: string }) =>
  db.deleteFrom('host_ticket').where('name', '=', name).where('value', '=', value).execute()

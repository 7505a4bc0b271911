import { addSeconds } from '../clock.ts'
import type { Db } from '../database/db.ts'

// The time before its expiry at which a ticket is renewed, seconds, so that signatures in use stay
// valid for a while.
const EARLY_SECONDS = 300

/** A ticket of the messaging app and its lifetime in seconds. */
export interface MessagingAppTicket {
  readonly value: string
  readonly seconds: number
}

interface TicketParams {
  readonly name: string
  readonly now: Date
  readonly ask: () => Promise<MessagingAppTicket>
}

// The running requests of this process. Callers wait for the same response, and occupy no database
// connection while they wait.
const runningRequests = new WeakMap<Db, Map<string, Promise<string>>>()

/**
 * Gets a temporary ticket of the messaging app, such as an access token. The ticket comes from the
 * database, where all processes find it, or is requested from the messaging app. Two processes can
 * request a ticket at the same time, because the messaging app accepts both tickets. Throws what
 * `ask` throws.
 */
export async function getMessagingAppTicket(db: Db, wish: TicketParams): Promise<string> {
  const known = await findStoredTicket(db, wish)
  if (known !== undefined) return known
  const all = runningRequests.get(db) ?? new Map<string, Promise<string>>()
  runningRequests.set(db, all)
  const running = all.get(wish.name) ?? requestTicket(db, wish).finally(() => all.delete(wish.name))
  all.set(wish.name, running)
  return running
}

async function requestTicket(db: Db, wish: TicketParams): Promise<string> {
  // Another caller might have stored a new ticket since the first look-up.
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

/** Deletes a ticket that the messaging app no longer accepts. */
export const deleteMessagingAppTicket = (
  db: Db,
  { name, value }: { name: string; value: string },
) => db.deleteFrom('host_ticket').where('name', '=', name).where('value', '=', value).execute()

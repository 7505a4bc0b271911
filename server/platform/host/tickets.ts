import { after } from '../clock.ts'
import type { Db } from '../database/database.ts'

// Asked for anew before it ends, so that what is in use stays good for a while.
const EARLY_SECONDS = 300

/** A ticket of the messaging app and how long it is good, seconds. */
export interface Ticket {
  readonly value: string
  readonly seconds: number
}

interface Wish {
  readonly name: string
  readonly now: Date
  readonly ask: () => Promise<Ticket>
}

// What a process asks for at this moment: many that need it wait for one answer, and hold no
// connection meanwhile.
const asking = new WeakMap<Db, Map<string, Promise<string>>>()

/**
 * A ticket that the messaging app gives for a time, such as an access token, kept in the database
 * for all processes. Two processes may ask for it at once: the messaging app lets both answers
 * count. Throws what `ask` throws.
 */
export async function ticketOf(db: Db, wish: Wish): Promise<string> {
  const known = await kept(db, wish)
  if (known !== undefined) return known
  const all = asking.get(db) ?? new Map<string, Promise<string>>()
  asking.set(db, all)
  const running = all.get(wish.name) ?? anew(db, wish).finally(() => all.delete(wish.name))
  all.set(wish.name, running)
  return running
}

async function anew(db: Db, wish: Wish): Promise<string> {
  // Who looked before the last answer was stored comes here after it.
  const meanwhile = await kept(db, wish)
  if (meanwhile !== undefined) return meanwhile
  const { value, seconds } = await wish.ask()
  const row = { value, expires_at: after(wish.now, Math.max(0, seconds - EARLY_SECONDS)) }
  await db
    .insertInto('host_ticket')
    .values({ ...row, name: wish.name })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
  return value
}

async function kept(db: Db, { name, now }: Wish): Promise<string | undefined> {
  const found = await db
    .selectFrom('host_ticket')
    .select('value')
    .where('name', '=', name)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found?.value
}

/** Forget a ticket that the messaging app no longer takes. */
export const forgetTicket = (db: Db, { name, value }: { name: string; value: string }) =>
  db.deleteFrom('host_ticket').where('name', '=', name).where('value', '=', value).execute()

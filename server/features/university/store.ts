import { after } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { hashOf, newSecret } from '../../platform/sessions/secrets.ts'
import type { Visit } from '../../platform/university/provider.ts'

// Long enough to look for a password, and for the university's own second factor.
const GOOD_SECONDS = 900

/** A sign-in that begins, and the ticket that the browser's tab keeps. */
export async function beginVisit(db: Db, now: Date): Promise<{ visit: Visit; ticket: string }> {
  const visit = { state: newSecret(), nonce: newSecret(), verifier: newSecret() }
  const ticket = newSecret()
  await db
    .insertInto('university_visit')
    .values({ ...visit, ticket_hash: hashOf(ticket), expires_at: after(now, GOOD_SECONDS) })
    .execute()
  return { visit, ticket }
}

/** The sign-in of a ticket, which is used up by it. */
export const takeVisit = (db: Db, ticket: string, now: Date): Promise<Visit | undefined> =>
  db
    .deleteFrom('university_visit')
    .where('ticket_hash', '=', hashOf(ticket))
    .where('expires_at', '>', now)
    .returning(['state', 'nonce', 'verifier'])
    .executeTakeFirst()

/** Forget sign-ins that nobody finished. */
export const pruneVisits = (db: Db, now: Date) =>
  db.deleteFrom('university_visit').where('expires_at', '<', now).execute()

import { addSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { hashSecret, createSecret } from '../../platform/sessions/secrets.ts'
import type { SignInState } from '../../platform/university/identity-provider.ts'

// The time within which a sign-in must be finished, seconds: enough to look up a password and to
// use the university's own second factor.
const SIGN_IN_SECONDS = 900

/** Starts a sign-in. Returns its state and the ticket, which the tab of the browser stores. */
export async function startUniversitySignIn(
  db: Db,
  now: Date,
): Promise<{ visit: SignInState; ticket: string }> {
  const visit = { state: createSecret(), nonce: createSecret(), verifier: createSecret() }
  const ticket = createSecret()
  await db
    .insertInto('university_visit')
    .values({
      ...visit,
      ticket_hash: hashSecret(ticket),
      expires_at: addSeconds(now, SIGN_IN_SECONDS),
    })
    .execute()
  return { visit, ticket }
}

/** Finds the sign-in of a ticket and consumes it. */
export const consumeUniversitySignIn = (
  db: Db,
  ticket: string,
  now: Date,
): Promise<SignInState | undefined> =>
  db
    .deleteFrom('university_visit')
    .where('ticket_hash', '=', hashSecret(ticket))
    .where('expires_at', '>', now)
    .returning(['state', 'nonce', 'verifier'])
    .executeTakeFirst()

/** Deletes unfinished sign-ins. */
export const pruneUniversitySignIns = (db: Db, now: Date) =>
  db.deleteFrom('university_visit').where('expires_at', '<', now).execute()

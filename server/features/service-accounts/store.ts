import { randomBytes } from 'node:crypto'
import type { Db } from '../../platform/database/db.ts'
import { countRows } from '../../platform/database/queries/count-rows.ts'
import { hashSecret } from '../../platform/sessions/secrets.ts'

/** Lists the service accounts with their names: those with a valid token, then the newest. */
export const listServiceAccounts = (db: Db, now: Date) =>
  db
    .selectFrom('service_account as account')
    .innerJoin('staff', 'staff.code', 'account.code')
    .select(['account.code', 'staff.name', 'token_hint', 'scopes', 'addresses', 'per_minute'])
    .select(['created_at', 'expires_at', 'used_at', 'used_from', 'revoked_at'])
    // However many accounts there were, each that can still call is in the list.
    .orderBy((e) => e.and([e('revoked_at', 'is', null), e('expires_at', '>', now)]), 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('account.code')
    .limit(500)
    .execute()

/** Counts the accounts whose token is valid. */
export const countValidServiceAccounts = async (db: Db, now: Date): Promise<number> => {
  return countRows(
    db.selectFrom('service_account').where('revoked_at', 'is', null).where('expires_at', '>', now),
  )
}

/**
 * Inserts a service account. Its staff row is closed and has no password, so that nobody can sign in
 * with it; it only lets every table name the account as it names staff.
 */
export async function insertServiceAccount(
  db: Db,
  {
    name,
    token,
    scopes,
    addresses,
    perMinute,
    expiresAt,
    now,
  }: {
    name: string
    token: string
    scopes: string[]
    addresses: string[]
    perMinute: number
    expiresAt: Date
    now: Date
  },
): Promise<string> {
  const code = `API${randomBytes(5).toString('hex').toUpperCase()}`
  await db
    .insertInto('staff')
    .values({
      code,
      id: code,
      name,
      department: '',
      post: '',
      password_hash: '',
      closed_at: now,
    })
    .execute()
  await db
    .insertInto('service_account')
    .values({
      code,
      token_hash: hashSecret(token),
      token_hint: token.slice(-4),
      scopes,
      addresses,
      per_minute: perMinute,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return code
}

/** Revokes a token. Returns the name of its account, undefined if it is revoked or unknown. */
export const revokeServiceAccount = async (db: Db, code: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('service_account')
    .set({ revoked_at: now })
    .where('code', '=', code)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

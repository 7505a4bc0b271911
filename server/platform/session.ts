import { after } from './clock.ts'
import type { Db } from './database.ts'
import type { Role, StaffRow, StudentRow } from './schema.ts'
import { hashOf, newSecret } from './secrets.ts'

const DISUSE_SECONDS = 30 * 24 * 3600
const TOUCH_SECONDS = 3600

/** Who asks. Their numbers come from their session and from nowhere else. */
export type Caller =
  | { role: 'nobody' }
  | { role: 'student'; subject: string; student: StudentRow; session: Session }
  | { role: 'staff'; subject: string; staff: StaffRow; session: Session }

/** The sign-in that a caller comes with. */
export interface Session {
  readonly hash: Buffer
  readonly openId: string | null
  readonly createdAt: Date
}

/** The name under which a person's keys and limits are kept. */
export const subjectOf = (role: Role, code: string): string => `${role}:${code}`

/** The token of a request: the bare token, or after the word Bearer (D-09). */
export const tokenIn = (authorization: string | undefined): string | undefined =>
  authorization?.replace(/^Bearer\s+/i, '').trim() || undefined

/** Sign somebody in. A phone that signs in again leaves its former session. */
export async function signIn(
  db: Db,
  { role, code, openId, now }: { role: Role; code: string; openId: string | null; now: Date },
): Promise<string> {
  const token = newSecret()
  if (openId !== null)
    await db.updateTable('session').set({ ended_at: now }).where('open_id', '=', openId).where('ended_at', 'is', null).execute()
  await db
    .insertInto('session')
    .values({ token_hash: hashOf(token), role, code, open_id: openId, created_at: now, used_at: now, ended_at: null })
    .execute()
  return token
}

/** Whose token is this? Undefined for one that is unknown, ended or unused for too long. */
export async function callerOf(db: Db, token: string, now: Date): Promise<Caller | undefined> {
  const hash = hashOf(token)
  const row = await db
    .selectFrom('session')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('ended_at', 'is', null)
    .where('used_at', '>', after(now, -DISUSE_SECONDS))
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.used_at < after(now, -TOUCH_SECONDS))
    await db.updateTable('session').set({ used_at: now }).where('token_hash', '=', hash).execute()
  const session = { hash, openId: row.open_id, createdAt: row.created_at }
  const subject = subjectOf(row.role, row.code)
  if (row.role === 'student') {
    const student = await db.selectFrom('student').selectAll().where('code', '=', row.code).executeTakeFirst()
    return student && { role: 'student', subject, student, session }
  }
  const staff = await db.selectFrom('staff').selectAll().where('code', '=', row.code).executeTakeFirst()
  return staff && { role: 'staff', subject, staff, session }
}

/** End one sign-in. It stays known that it was, so that the person's other phones can be told of it (security 2). */
export const signOut = (db: Db, { hash }: Session, now: Date) =>
  db.updateTable('session').set({ ended_at: now }).where('token_hash', '=', hash).execute()

/** Forget sessions that nobody used for too long. */
export const pruneSessions = (db: Db, now: Date) =>
  db.deleteFrom('session').where('used_at', '<', after(now, -DISUSE_SECONDS)).execute()

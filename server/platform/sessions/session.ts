import type { Insertable } from 'kysely'
import type { StaffRole } from '#contract/roles'
import { type SessionEndReason, readSessionEndReason } from '#contract/rules'
import type { Language } from '#i18n/translate'
import { addSeconds, DAY_SECONDS } from '../clock.ts'
import type { Db } from '../database/db.ts'
import { prepareQuery } from '../database/driver/prepared-query.ts'
import { prepareRead, prepareStatement } from '../database/driver/prepared-statement.ts'
import type {
  AccountRole,
  DatabaseSchema,
  StaffRow,
  StudentRow,
} from '../database/schema/schema.ts'
import { hashSecret, createSecret } from './secrets.ts'

const MAX_UNUSED_SECONDS = 30 * DAY_SECONDS
const TOUCH_SECONDS = 3600
const BEGINNING_SECONDS = 60
const SECOND_FACTOR_SECONDS = 12 * 3600

/** The caller of a request. The identity comes from the session only, never from the request. */
export type Caller =
  | { role: 'nobody' }
  | { role: 'student'; subject: string; student: StudentRow; session: Session }
  | {
      role: 'staff'
      subject: string
      staff: StaffRow
      /** The roles assigned by the office; further roles can follow from the job title. */
      roles: readonly StaffRole[]
      /** Whether the staff member has set up a second factor. */
      hasFactor: boolean
      session: Session
      /** Set for a service account, whose token permits only the calls of its scopes. */
      service?: { readonly scopes: readonly string[]; readonly perMinute: number }
    }

/** The session of a caller. */
export interface Session {
  readonly hash: Buffer
  readonly openId: string | null
  readonly createdAt: Date
  /** Whether the second factor was verified in this session within the last 12 hours. */
  readonly isSecondFactorVerified: boolean
  /** The versions of the cached tables (`createCachedTableReader`), read together with the session. */
  readonly tableStates: Readonly<Record<string, string>>
}

/** The id of a person for idempotency keys and limits. */
export const getSubjectOfCaller = (role: AccountRole, code: string): string => `${role}:${code}`

/** The token of an Authorization header, with or without the scheme `Bearer` (D-09). */
export const readBearerToken = (authorization: string | undefined): string | undefined =>
  authorization?.replace(/^Bearer\s+/i, '').trim() || undefined

/**
 * The value of the session cookie for a token. The cookie gives access to the owner's files. The
 * token cannot be derived from it, so a stolen cookie allows no calls.
 */
export const cookieValueFor = (token: string): string =>
  hashSecret(`look ${token}`).toString('base64url')

/**
 * Creates a session and returns its token. If the phone already had a session, that session ends.
 */
export async function signIn(
  db: Db,
  {
    role,
    code,
    openId,
    language,
    now,
  }: {
    role: AccountRole
    code: string
    openId: string | null
    language: Language
    now: Date
  },
): Promise<string> {
  const token = createSecret()
  if (openId !== null)
    await db
      .updateTable('session')
      .set({ ended_at: now, ended_why: 'elsewhere' })
      .where('open_id', '=', openId)
      .where('ended_at', 'is', null)
      .execute()
  const hashes = { token_hash: hashSecret(token), look_hash: hashSecret(cookieValueFor(token)) }
  const times = { created_at: now, used_at: now, ended_at: null }
  await insertSession.run(db, { ...hashes, ...times, role, code, language, open_id: openId })
  return token
}

/** Stores the language of a phone, in which its owner is written to while no page is open. */
export const saveSessionLanguage = (db: Db, hash: Buffer, language: Language) =>
  db
    .updateTable('session')
    .set({ language })
    .where('token_hash', '=', hash)
    .where('language', '<>', language)
    .execute()

const insertSession = prepareQuery(
  'begin a session',
  (db, session: Insertable<DatabaseSchema['session']>) => db.insertInto('session').values(session),
)

/**
 * Finds the caller of a token; undefined if the token is unknown, has ended, or was not used for 30
 * days.
 */
export const findCallerByToken = (db: Db, token: string, now: Date): Promise<Caller | undefined> =>
  findCaller(findByToken, { db, hash: hashSecret(token), now })

/** Finds the caller of a session cookie. The cookie is valid as long as its token. */
export const findCallerByCookie = (
  db: Db,
  cookie: string,
  now: Date,
): Promise<Caller | undefined> => findCaller(findByCookie, { db, hash: hashSecret(cookie), now })

// Every call begins with this query, so a student's looks at no table of the staff, and its rows are
// json: building jsonb takes longer.
const createSessionLookup = (by: 'token_hash' | 'look_hash') =>
  prepareRead<SessionRow>(
    `caller by ${by}`,
    `select session.token_hash as hash, session.role, session.code, session.open_id, session.created_at,
       session.used_at, session.proven_at,
       case role when 'student' then (select row_to_json(student) from student where code = session.code) end as student,
       case role when 'staff' then (select row_to_json(staff) from staff where code = session.code) end as staff,
       case role when 'staff' then array(select role from staff_role where staff_code = session.code order by role)
         else '{}' end as roles,
       role = 'staff' and exists(select from staff_factor where staff_code = session.code and sealed is not null)
         as has_factor,
       (select json_object_agg(name, state) from table_state) as tables
     from session
     where session.${by} = $1 and session.ended_at is null`,
  )
const findByToken = createSessionLookup('token_hash')
const findByCookie = createSessionLookup('look_hash')

// A read must not wait for the standby, so this update can be lost if the server is lost.
const touchSession = prepareStatement<never>(
  'touch a session',
  `update session set used_at = $2
   where token_hash = $1 and set_config('synchronous_commit', 'local', true) is not null`,
)

async function findCaller(
  find: typeof findByToken,
  { db, hash, now }: { db: Db; hash: Buffer; now: Date },
): Promise<Caller | undefined> {
  const [row] = (await find.run(db, [hash])).rows
  if (row === undefined || row.used_at <= addSeconds(now, -MAX_UNUSED_SECONDS)) return undefined
  if (row.used_at < addSeconds(now, -TOUCH_SECONDS)) await touchSession.run(db, [row.hash, now])
  const session = {
    hash: row.hash,
    openId: row.open_id,
    createdAt: row.created_at,
    isSecondFactorVerified:
      row.proven_at !== null && row.proven_at > addSeconds(now, -SECOND_FACTOR_SECONDS),
    tableStates: row.tables,
  }
  const subject = getSubjectOfCaller(row.role, row.code)
  if (row.student !== null) {
    const { checked_in_at: at, withdrawn_at: gone } = row.student
    return {
      role: 'student',
      subject,
      student: {
        ...row.student,
        checked_in_at: at === null ? null : new Date(at),
        withdrawn_at: gone === null ? null : new Date(gone),
      },
      session,
    }
  }
  if (row.staff === null || row.staff.closed_at !== null) return undefined
  const until = row.staff.first_password_until
  return {
    role: 'staff',
    subject,
    staff: {
      ...row.staff,
      first_password_until: until === null ? null : new Date(until),
      closed_at: null,
    },
    roles: row.roles,
    hasFactor: row.has_factor,
    session,
  }
}

interface SessionRow {
  readonly hash: Buffer
  readonly role: AccountRole
  readonly code: string
  readonly open_id: string | null
  readonly created_at: Date
  readonly used_at: Date
  /** The row as JSON, in which timestamps are text. */
  readonly student:
    | (Omit<StudentRow, 'checked_in_at' | 'withdrawn_at'> & {
        readonly checked_in_at: string | null
        readonly withdrawn_at: string | null
      })
    | null
  readonly staff:
    | (Omit<StaffRow, 'first_password_until' | 'closed_at'> & {
        readonly first_password_until: string | null
        readonly closed_at: string | null
      })
    | null
  readonly roles: readonly StaffRole[]
  readonly has_factor: boolean
  readonly proven_at: Date | null
  readonly tables: Readonly<Record<string, string>>
}

/** Why the session of a token has ended, as far as known. Only the holder of the token sees it. */
export async function findSessionEndReason(
  db: Db,
  token: string,
  now: Date,
): Promise<SessionEndReason> {
  const row = await db
    .selectFrom('session')
    .select(['ended_why', 'ended_at', 'used_at'])
    .where('token_hash', '=', hashSecret(token))
    .executeTakeFirst()
  if (row === undefined) return ''
  return row.ended_at === null && row.used_at <= addSeconds(now, -MAX_UNUSED_SECONDS)
    ? 'unused'
    : readSessionEndReason({ why: row.ended_why })
}

/**
 * Ends a session of which the browser has the cookie but not the token: the phone was signed out
 * while offline, or has lost its storage. A session that has just begun is kept, because the
 * browser receives the cookie before the app has stored the token.
 */
export async function endAbandonedSession(
  db: Db,
  cookie: string,
  now: Date,
): Promise<'ended' | 'begins'> {
  const open = await db
    .selectFrom('session')
    .select(['token_hash', 'created_at'])
    .where('look_hash', '=', hashSecret(cookie))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (open === undefined) return 'ended'
  if (open.created_at > addSeconds(now, -BEGINNING_SECONDS)) return 'begins'
  await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('token_hash', '=', open.token_hash)
    .where('ended_at', 'is', null)
    .execute()
  return 'ended'
}

/**
 * Ends one session. Its row stays, so that the other phones of the person can be told about it
 * (security 2).
 */
export const signOut = (db: Db, { hash }: Session, now: Date) =>
  db.updateTable('session').set({ ended_at: now }).where('token_hash', '=', hash).execute()

/**
 * Ends all other sessions of this person (D-95). The person's messaging accounts are unbound too,
 * because they would sign in again automatically. The person's calendar addresses, which work
 * without a session, are revoked.
 */
export async function endOtherSessions(
  db: Db,
  caller: Exclude<Caller, { role: 'nobody' }>,
  now: Date,
): Promise<void> {
  const code = caller.role === 'student' ? caller.student.code : caller.staff.code
  const { hash, openId } = caller.session
  await db
    .updateTable('session')
    .set({ ended_at: now, ended_why: 'password' })
    .where('role', '=', caller.role)
    .where('code', '=', code)
    .where('token_hash', '<>', hash)
    .where('ended_at', 'is', null)
    .execute()
  await db
    .deleteFrom('binding')
    .where('role', '=', caller.role)
    .where('code', '=', code)
    .$if(openId !== null, (query) => query.where('open_id', '<>', openId ?? ''))
    .execute()
  if (caller.role === 'student')
    await db.deleteFrom('calendar_key').where('student_code', '=', code).execute()
}

/**
 * Ends all sessions of a person, and unbinds the messaging accounts that would sign in
 * automatically.
 */
export async function endSessionsOf(
  db: Db,
  { role, code, now }: { role: AccountRole; code: string; now: Date },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: now, ended_why: 'office' })
    .where('role', '=', role)
    .where('code', '=', code)
    .where('ended_at', 'is', null)
    .execute()
  await db.deleteFrom('binding').where('role', '=', role).where('code', '=', code).execute()
}

/** Records that the second factor was verified in a session. */
export const recordSecondFactor = (db: Db, { hash }: Session, now: Date) =>
  db.updateTable('session').set({ proven_at: now }).where('token_hash', '=', hash).execute()

/**
 * Ends a session of a staff member on behalf of the office. The session's messaging account is
 * unbound too, because it would sign in again automatically. Returns the owner, or undefined if the
 * session had already ended.
 */
export async function revokeStaffDevice(
  db: Db,
  device: string,
  now: Date,
): Promise<string | undefined> {
  const ended = await db
    .updateTable('session')
    .set({ ended_at: now, ended_why: 'office' })
    .where('device_id', '=', device)
    .where('role', '=', 'staff')
    .where('ended_at', 'is', null)
    .returning(['code', 'open_id'])
    .executeTakeFirst()
  if (ended !== undefined && ended.open_id !== null)
    await db.deleteFrom('binding').where('open_id', '=', ended.open_id).execute()
  return ended?.code
}

/** Deletes sessions that were unused for too long. */
export const pruneSessions = (db: Db, now: Date) =>
  db.deleteFrom('session').where('used_at', '<', addSeconds(now, -MAX_UNUSED_SECONDS)).execute()

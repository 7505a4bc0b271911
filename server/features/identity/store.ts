import { sql } from 'kysely'
import { normalizeWorkNumber } from '#contract/normalize'
import type { StaffRole } from '#contract/roles'
import { addSeconds, DAY_SECONDS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { prepareQuery } from '../../platform/database/driver/prepared-query.ts'
import type { AccountRole, StaffRow, StudentRow } from '../../platform/database/schema/schema.ts'
import { hashSecret, createSecret } from '../../platform/sessions/secrets.ts'
import { DEVICE_COOKIE_SECONDS } from '../../platform/sessions/session-cookie.ts'

const ACCESS_TOKEN_SECONDS = DAY_SECONDS

/**
 * Finds the students with a campus or exam number. The same number can be the campus number of one
 * student and the exam number of another.
 */
export const findStudentsByNumber = (db: Db, number: string): Promise<StudentRow[]> =>
  db
    .selectFrom('student')
    .selectAll()
    .where((e) => e.or([e('number', '=', number), e('exam_number', '=', number)]))
    .execute()

/**
 * Records that somebody tries to guess the credentials of an account. Returns the id of the record.
 */
export async function recordPasswordGuessing(
  db: Db,
  { role, code, tries, now }: { role: AccountRole; code: string; tries: number; now: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('guessing')
    .values({ role, code, tries, noticed_at: now })
    .onConflict((conflict) =>
      conflict.columns(['role', 'code']).doUpdateSet({ tries, noticed_at: now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Finds a staff member by work number. */
export const findStaffByCode = (db: Db, code: string): Promise<StaffRow | undefined> =>
  db
    .selectFrom('staff')
    .selectAll()
    .where('code', '=', normalizeWorkNumber(code))
    .executeTakeFirst()

/** Finds the roles that the office has assigned to a staff member. */
export async function findRolesOfStaff(db: Db, code: string): Promise<StaffRole[]> {
  const rows = await db
    .selectFrom('staff_role')
    .select('role')
    .where('staff_code', '=', code)
    .orderBy('role')
    .execute()
  return rows.map(({ role }) => role)
}

/** Invalidates the first password. Until a reset the account has no valid password. */
export const invalidateFirstPassword = (db: Db, code: string, password_hash: string) =>
  db
    .updateTable('staff')
    .set({
      password_hash,
      has_password: false,
      first_password_until: null,
      first_password_used_at: null,
    })
    .where('code', '=', code)
    .execute()

// An answer can be lost on a bad network, so the same sign-in can be repeated for some minutes.
const FIRST_PASSWORD_REPEAT_SECONDS = 600

/**
 * Records that somebody signs in with a first password. Returns false if it has opened a sign-in
 * before, more than ten minutes ago.
 */
export async function recordFirstPasswordUse(db: Db, code: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff')
    .set((e) => ({ first_password_used_at: e.fn.coalesce('first_password_used_at', e.val(now)) }))
    .where('code', '=', code)
    .where('first_password_until', '>', now)
    .where((e) =>
      e.or([
        e('first_password_used_at', 'is', null),
        e('first_password_used_at', '>', addSeconds(now, -FIRST_PASSWORD_REPEAT_SECONDS)),
      ]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Finds a student by code. */
export const findStudentByCode = (db: Db, code: string): Promise<StudentRow | undefined> =>
  db.selectFrom('student').selectAll().where('code', '=', code).executeTakeFirst()

/**
 * Stores an account of the messaging app and issues a proof of its openId. The silent scope returns
 * neither name nor picture; the stored ones then stay (D-19).
 */
export async function issueOpenIdProof(
  db: Db,
  person: { openId: string; nickname: string; avatar: string; now: Date },
): Promise<{ token: string; nickname: string; avatar: string }> {
  const { openId, nickname, avatar, now } = person
  const known = await db
    .insertInto('host_identity')
    .values({ open_id: openId, nickname, avatar, created_at: now })
    .onConflict((conflict) =>
      conflict.column('open_id').doUpdateSet({
        nickname: sql`coalesce(nullif(excluded.nickname, ''), host_identity.nickname)`,
        avatar: sql`coalesce(nullif(excluded.avatar, ''), host_identity.avatar)`,
      }),
    )
    .returning(['nickname', 'avatar'])
    .executeTakeFirstOrThrow()
  const token = createSecret()
  await db
    .insertInto('host_token')
    .values({
      token_hash: hashSecret(token),
      open_id: openId,
      expires_at: addSeconds(now, ACCESS_TOKEN_SECONDS),
    })
    .execute()
  return { token, ...known }
}

/**
 * Stores the source address of a picture. Returns the picture's id: `id`, or the existing id if the
 * picture already has one.
 */
export async function saveAccountPictureUrl(
  db: Db,
  { openId, source, id }: { openId: string; source: string; id: string },
): Promise<string> {
  const fresh = { id, source, bytes: null, tried_at: null }
  await db
    .insertInto('likeness')
    .values({ ...fresh, open_id: openId })
    .onConflict((conflict) =>
      conflict.column('open_id').doUpdateSet(fresh).where('likeness.source', '<>', source),
    )
    .execute()
  const kept = await db
    .selectFrom('likeness')
    .select('id')
    .where('open_id', '=', openId)
    .executeTakeFirstOrThrow()
  return kept.id
}

/** Finds a picture by id. */
export const findAccountPictureById = (db: Db, id: string) =>
  db
    .selectFrom('likeness')
    .select(['open_id', 'source', 'bytes', 'tried_at'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Stores a fetched picture. `bytes` null records that the picture could not be fetched. */
export const storeAccountPicture = (
  db: Db,
  { id, bytes, now }: { id: string; bytes: Buffer | null; now: Date },
) => db.updateTable('likeness').set({ bytes, tried_at: now }).where('id', '=', id).execute()

/** Finds the openId of a valid proof. */
export async function findProvenOpenId(
  db: Db,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('host_token')
    .select('open_id')
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found?.open_id
}

/** Binds a messaging account to a person. An earlier binding of the account is replaced. */
export const bindMessagingAccount = (
  db: Db,
  { openId, role, code, now }: { openId: string; role: AccountRole; code: string; now: Date },
) =>
  db
    .insertInto('binding')
    .values({ open_id: openId, role, code, bound_at: now })
    .onConflict((conflict) => conflict.column('open_id').doUpdateSet({ role, code, bound_at: now }))
    .execute()

/** Finds the person to whom a messaging account is bound. */
export const findAccountBinding = (db: Db, openId: string) =>
  db.selectFrom('binding').select(['role', 'code']).where('open_id', '=', openId).executeTakeFirst()

/** Deletes the binding of a messaging account. */
export const unbindMessagingAccount = (db: Db, openId: string) =>
  db.deleteFrom('binding').where('open_id', '=', openId).execute()

/** Warnings to a person about their own account. */
export interface SignInWarnings {
  /** When another phone was last bound, if that was after this phone. */
  readonly elsewhere: Date | null
  /** When somebody last tried to guess the credentials of the account. */
  readonly guessed: Date | null
}

/**
 * Finds the warnings to a person: when another phone last signed in to the account after `since`,
 * and when somebody last tried to guess the account's credentials after `guessedSince`.
 */
export async function findSignInWarnings(
  db: Db,
  whose: SignInWarningsParams,
): Promise<SignInWarnings> {
  const [warnings] = await signInWarningsQuery.run(db, whose)
  return warnings ?? { elsewhere: null, guessed: null }
}

interface SignInWarningsParams {
  readonly role: AccountRole
  readonly code: string
  readonly openId: string | null
  readonly since: Date
  readonly guessedSince: Date
}

const signInWarningsQuery = prepareQuery(
  'warnings for a sign-in',
  (db, { role, code, openId, since, guessedSince }: SignInWarningsParams) =>
    db.selectNoFrom((e) => [
      e
        .selectFrom('session')
        .select(({ fn }) => fn.max('created_at').as('at'))
        .where('role', '=', role)
        .where('code', '=', code)
        .where('created_at', '>', since)
        // Without an openId it is unknown whether two sessions belong to the same phone.
        .where(sql<boolean>`(${openId}::text is null or open_id is distinct from ${openId})`)
        .as('elsewhere'),
      e
        .selectFrom('guessing')
        .select('noticed_at')
        .where('role', '=', role)
        .where('code', '=', code)
        .where('noticed_at', '>', guessedSince)
        .as('guessed'),
    ]),
)

/** Deletes expired codes and proofs. */
export async function pruneOpenIdProofs(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('host_code').where('expires_at', '<', now).execute()
  await db.deleteFrom('host_token').where('expires_at', '<', now).execute()
}

/** Of these people, finds those who have signed in before in the browser with this secret. */
export async function findSubjectsOfDevice(
  db: Db,
  { device, subjects }: { device: string; subjects: readonly string[] },
): Promise<string[]> {
  if (subjects.length === 0) return []
  const marks = new Map(
    subjects.map((subject) => [hashKnownDevice(device, subject).toString('hex'), subject]),
  )
  const found = await db
    .selectFrom('known_device')
    .select('mark')
    .where(
      'mark',
      'in',
      subjects.map((subject) => hashKnownDevice(device, subject)),
    )
    .execute()
  return found.flatMap(({ mark }) => marks.get(mark.toString('hex')) ?? [])
}

/** Records that a person has signed in in the browser with this secret. */
export async function rememberDevice(
  db: Db,
  { device, subject, now }: { device: string; subject: string; now: Date },
): Promise<void> {
  const used_at = now
  await db
    .insertInto('known_device')
    .values({ mark: hashKnownDevice(device, subject), used_at })
    .onConflict((conflict) => conflict.column('mark').doUpdateSet({ used_at }))
    .execute()
}

/** Deletes browsers in which nobody has signed in for a year. */
export const pruneDevices = (db: Db, now: Date) =>
  db
    .deleteFrom('known_device')
    .where('used_at', '<', addSeconds(now, -DEVICE_COOKIE_SECONDS))
    .execute()

// Without the secret, the hash reveals neither the browser nor the person.
const hashKnownDevice = (device: string, subject: string) => hashSecret(`${device} ${subject}`)

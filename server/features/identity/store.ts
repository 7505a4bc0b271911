import { sql } from 'kysely'
import { normalizeWorkNumber } from '#contract/normalize'
import type { StaffRole } from '#contract/roles'
import { addSeconds, DAY_SECONDS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { prepareQuery } from '../../platform/database/driver/prepared-query.ts'
import type { AccountRole, StaffRow, StudentRow } from '../../platform/database/schema/schema.ts'
import { hashSecret, createSecret } from '../../platform/sessions/secrets.ts'
import { DEVICE_SECONDS } from '../../platform/sessions/session-cookie.ts'

const ACCESS_TOKEN_SECONDS = DAY_SECONDS

/**
 * Whom a number, campus or exam, belongs to; it may be the one of somebody and the other of
 * somebody else.
 */
export const studentsByNumber = (db: Db, number: string): Promise<StudentRow[]> =>
  db
    .selectFrom('student')
    .selectAll()
    .where((e) => e.or([e('number', '=', number), e('exam_number', '=', number)]))
    .execute()

/** Write down that somebody guesses at a sign-in. Answers the number of the note. */
export async function recordGuessing(
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

/** A staff member by work number. */
export const staffByCode = (db: Db, code: string): Promise<StaffRow | undefined> =>
  db
    .selectFrom('staff')
    .selectAll()
    .where('code', '=', normalizeWorkNumber(code))
    .executeTakeFirst()

/** The roles that a staff member was given in the office. */
export async function rolesOfStaff(db: Db, code: string): Promise<StaffRole[]> {
  const rows = await db
    .selectFrom('staff_role')
    .select('role')
    .where('staff_code', '=', code)
    .orderBy('role')
    .execute()
  return rows.map(({ role }) => role)
}

/** The first password ends; until somebody resets it no password opens the account. */
export const endFirstPassword = (db: Db, code: string, password_hash: string) =>
  db
    .updateTable('staff')
    .set({ password_hash, first_password_until: null })
    .where('code', '=', code)
    .execute()

/** A student by their code. */
export const studentByCode = (db: Db, code: string): Promise<StudentRow | undefined> =>
  db.selectFrom('student').selectAll().where('code', '=', code).executeTakeFirst()

/**
 * Remember a person of the messaging app and give out a proof of it. Asked silently, the app tells
 * neither name nor picture: then those that it told before count (D-19).
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
 * Remember where somebody's picture lies. Answers its id: `id`, unless this very picture has one.
 */
export async function storePictureSource(
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

/** A picture by its id. */
export const accountPictureBy = (db: Db, id: string) =>
  db
    .selectFrom('likeness')
    .select(['source', 'bytes', 'tried_at'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Keep a fetched picture; with `bytes` null, keep that it could not be fetched. */
export const storeAccountPicture = (
  db: Db,
  { id, bytes, now }: { id: string; bytes: Buffer | null; now: Date },
) => db.updateTable('likeness').set({ bytes, tried_at: now }).where('id', '=', id).execute()

/** The openId that this proof is good for. */
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

/** Bind a messaging account to a person, in the place of whoever it was bound to. */
export const bindAccount = (
  db: Db,
  { openId, role, code, now }: { openId: string; role: AccountRole; code: string; now: Date },
) =>
  db
    .insertInto('binding')
    .values({ open_id: openId, role, code, bound_at: now })
    .onConflict((conflict) => conflict.column('open_id').doUpdateSet({ role, code, bound_at: now }))
    .execute()

/** Who a messaging account is bound to. */
export const findBinding = (db: Db, openId: string) =>
  db.selectFrom('binding').select(['role', 'code']).where('open_id', '=', openId).executeTakeFirst()

/** End the binding of a messaging account. */
export const unbindAccount = (db: Db, openId: string) =>
  db.deleteFrom('binding').where('open_id', '=', openId).execute()

/** What somebody should hear of their own sign-in. */
export interface SignInWarnings {
  /** When they bound another phone last, if it was after this one. */
  readonly elsewhere: Date | null
  /** When somebody guessed at it last. */
  readonly guessed: Date | null
}

/** What happened to a sign-in elsewhere: after `since`, and by who guesses after `guessedSince`. */
export async function findSignInWarnings(
  db: Db,
  whose: SignInWarningsParams,
): Promise<SignInWarnings> {
  const [heard] = await signInWarningsQuery.run(db, whose)
  return heard ?? { elsewhere: null, guessed: null }
}

interface SignInWarningsParams extends Readonly<Record<string, unknown>> {
  readonly role: AccountRole
  readonly code: string
  readonly openId: string | null
  readonly since: Date
  readonly guessedSince: Date
}
const SAMPLE_PARAMS: SignInWarningsParams = {
  role: 'student',
  code: 'code?',
  openId: 'openId?',
  since: new Date(0),
  guessedSince: new Date(0),
}

const signInWarningsQuery = prepareQuery(
  'warnings for a sign-in',
  SAMPLE_PARAMS,
  (db, { role, code, openId, since, guessedSince }) =>
    db.selectNoFrom((e) => [
      e
        .selectFrom('session')
        .select(({ fn }) => fn.max('created_at').as('at'))
        .where('role', '=', role)
        .where('code', '=', code)
        .where('created_at', '>', since)
        // Without an openId nothing says that two sign-ins were made on one phone.
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

/** Forget codes and proofs that have run out. */
export async function pruneProofs(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('host_code').where('expires_at', '<', now).execute()
  await db.deleteFrom('host_token').where('expires_at', '<', now).execute()
}

/** Who of these has signed in before in the browser that holds this secret. */
export async function findKnownSubjects(
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

/** Remember that somebody has signed in in the browser that holds this secret. */
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

/** Forget browsers in which nobody signed in for a year. */
export const pruneDevices = (db: Db, now: Date) =>
  db.deleteFrom('known_device').where('used_at', '<', addSeconds(now, -DEVICE_SECONDS)).execute()

// Without the secret it tells neither whose browser it is nor who signed in there.
const hashKnownDevice = (device: string, subject: string) => hashSecret(`${device} ${subject}`)

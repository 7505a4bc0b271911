import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { fromBase64url, concatBytes, toBase64url } from '#contract/bytes'
import { MAX_PASS_CREDENTIAL_LIFETIME_MS, encodeCredentialBody } from '#contract/checkin-pass'
import { isPublicKey } from '#contract/checkin-pass-check'
import { addSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { openPassSigner } from './pass-keys.ts'
import { storePassPhoneKey } from './pass-phones.ts'

const ID_BYTES = 8

interface IssueCredentialParams {
  readonly student: string
  /** The phone's public key: x and y, base64url. */
  readonly phoneKey: string
  /** The hash of the requesting session. The credential ends with that session. */
  readonly session: Buffer
  readonly now: Date
}

/**
 * Signs a credential for a student's phone, valid for at most 7 days; undefined for an invalid key.
 */
export async function issuePassCredential(
  db: Db,
  { student, phoneKey, session, now }: IssueCredentialParams,
) {
  const phone = fromBase64url(phoneKey)
  if (phone === undefined || !(await isPublicKey(phone))) return undefined
  const id =
    fromBase64url((await ensurePassIds(db, [student], now)).get(student) ?? '') ?? new Uint8Array()
  const expires = addSeconds(now, MAX_PASS_CREDENTIAL_LIFETIME_MS / 1000)
  await storePassPhoneKey(db, { student, phone: toBase64url(phone), session, expires, now })
  const { id: key, sign } = await openPassSigner(db, now)
  const body = encodeCredentialBody({ key, id, expires: expires.getTime(), phone })
  return {
    credential: toBase64url(concatBytes(body, await sign(body))),
    expires: expires.toISOString(),
  }
}

/** Finds the permanent pass ids of these students, and creates those that do not exist yet. */
export async function ensurePassIds(
  db: Db,
  students: readonly string[],
  now: Date,
): Promise<Map<string, string>> {
  const found = await storedIds(db, students)
  const missing = students.filter((student) => !found.has(student))
  if (missing.length === 0) return found
  const fresh = missing.map(() => randomBytes(ID_BYTES).toString('base64url'))
  // Another process might have created some of them.
  await sql`insert into student_pass (student_code, id, created_at)
    select code, id, ${now} from unnest(${missing}::text[], ${fresh}::text[]) as fresh (code, id)
    on conflict (student_code) do nothing`.execute(db)
  return storedIds(db, students)
}

async function storedIds(db: Db, students: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('student_pass')
    .selectAll()
    .where('student_code', '=', (e) => e.fn.any(e.val([...students])))
    .execute()
  return new Map(rows.map(({ student_code, id }) => [student_code, id]))
}

import { sql } from 'kysely'
import { MAX_PASS_CREDENTIAL_LIFETIME_MS } from '#contract/checkin-pass'
import { passPhoneTexts as texts } from '#i18n/checkin-server'
import { addSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { notifyPerson } from '../notices/public.ts'

interface PassPhone {
  readonly student: string
  /** The phone's public key: x and y, base64url. */
  readonly phone: string
  /** The hash of the requesting session. */
  readonly session: Buffer
  readonly expires: Date
  readonly now: Date
}

/**
 * Records a phone that gets a credential. Of each session only the newest key is valid, so there is
 * one key for each phone. The student is notified of an additional phone.
 */
export const storePassPhoneKey = (
  db: Db,
  { student, phone, session, expires, now }: PassPhone,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    // The requests of a student are serialized, so that of two keys of one session the later key
    // stays.
    await sql`select from student where code = ${student} for no key update`.execute(tx)
    await tx
      .deleteFrom('pass_phone')
      .where('expires_at', '<', addSeconds(now, -MAX_PASS_CREDENTIAL_LIFETIME_MS / 1000))
      .execute()
    const known = await tx
      .selectFrom('pass_phone')
      .select('phone')
      .where('student_code', '=', student)
      .execute()
    await tx
      .updateTable('pass_phone')
      .set({ replaced_at: now })
      .where('session_hash', '=', session)
      .where('phone', '<>', phone)
      .where('replaced_at', 'is', null)
      .execute()
    await tx
      .insertInto('pass_phone')
      .values({
        student_code: student,
        phone,
        session_hash: session,
        expires_at: expires,
        replaced_at: null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['student_code', 'phone'])
          .doUpdateSet({ session_hash: session, expires_at: expires, replaced_at: null }),
      )
      .execute()
    if (known.length === 0 || known.some((one) => one.phone === phone)) return
    await notifyPerson(tx, {
      subject: `student:${student}`,
      title: texts.title,
      content: texts.content,
      now,
    })
  })

/**
 * Whether this phone's credential was revoked at this time, because its session had ended or had a
 * newer key. A phone that is not recorded is accepted: it received its credential from an earlier
 * release, or before a restore of the database.
 */
export async function isPassRevoked(
  db: Db,
  { student, phone, at }: { student: string; phone: string; at: Date },
): Promise<boolean> {
  const row = await selectRevokedPhones(db, at)
    .select('phone')
    .where('student_code', '=', student)
    .where('phone', '=', phone)
    .executeTakeFirst()
  return row !== undefined
}

/** Finds the phones of these students whose credential was revoked before it expired. */
export async function findRevokedPassPhones(
  db: Db,
  students: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await selectRevokedPhones(db, now)
    .select('phone')
    .where('student_code', '=', (e) => e.fn.any(e.val([...students])))
    .where('expires_at', '>', now)
    .orderBy('phone')
    .execute()
  return rows.map(({ phone }) => phone)
}

const selectRevokedPhones = (db: Db, at: Date) =>
  db
    .selectFrom('pass_phone')
    .leftJoin('session', 'session.token_hash', 'pass_phone.session_hash')
    .where((e) => e.or([e('replaced_at', '<=', at), e('session.ended_at', '<=', at)]))

import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { addSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { hashPassword, verifyPassword } from '../../platform/sessions/password.ts'

/** The lifetime of a code, seconds. */
export const SMS_CODE_LIFETIME_SECONDS = 600
const TRIES = 5

type Purpose = { scene: string; phone: string }

/** Creates a code of six digits that proves a phone number. It replaces the earlier code. */
export async function createSmsCode(
  { db, now }: { db: Db; now: Date },
  { subject, scene, phone }: Purpose & { subject: string },
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const values = {
    phone,
    code_hash: await hashPassword(code),
    tries: 0,
    expires_at: addSeconds(now, SMS_CODE_LIFETIME_SECONDS),
  }
  await db
    .insertInto('sms_code')
    .values({ ...values, subject, scene })
    .onConflict((conflict) => conflict.columns(['subject', 'scene']).doUpdateSet(values))
    .execute()
  return code
}

/**
 * Verifies the caller's code for this phone number. A correct code is consumed. A wrong code uses
 * up one of five attempts.
 */
export async function verifySmsCode(
  { db, caller, now }: Pick<HandlerRequest<unknown>, 'db' | 'caller' | 'now'>,
  { scene, phone, code }: Purpose & { code: string },
): Promise<boolean> {
  if (caller.role === 'nobody') return false
  // The attempt is counted before the code is compared, so that concurrent attempts are also
  // counted.
  const tried = await db
    .updateTable('sms_code')
    .set({ tries: sql<number>`tries + 1` })
    .where('subject', '=', caller.subject)
    .where('scene', '=', scene)
    .where('tries', '<', TRIES)
    .where('expires_at', '>', now)
    .returning(['phone', 'code_hash'])
    .executeTakeFirst()
  if (
    tried === undefined ||
    tried.phone !== phone ||
    !(await verifyPassword(code, tried.code_hash))
  )
    return false
  await db
    .deleteFrom('sms_code')
    .where('subject', '=', caller.subject)
    .where('scene', '=', scene)
    .execute()
  return true
}

/** The pause between two codes that the rate limits enforce at every campus, seconds. */
const LEAST_PAUSE_SECONDS = 60

/**
 * The seconds until a campus's longer pause between two codes of a person is over; 0 if it is over.
 */
export async function findRestSeconds(
  db: Db,
  { subject, pause, now }: { subject: string; pause: number; now: Date },
): Promise<number> {
  if (pause <= LEAST_PAUSE_SECONDS) return 0
  const { last } = await db
    .selectFrom('sms_code')
    .select(({ fn }) => fn.max('expires_at').as('last'))
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow()
  if (last === null) return 0
  const again = addSeconds(last, pause - SMS_CODE_LIFETIME_SECONDS)
  return Math.max(0, Math.ceil((again.getTime() - now.getTime()) / 1000))
}

/** Deletes expired codes. */
export const pruneSmsCodes = (db: Db, now: Date) =>
  db.deleteFrom('sms_code').where('expires_at', '<', now).execute()

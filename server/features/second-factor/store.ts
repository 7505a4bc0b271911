import type { Db } from '../../platform/database/db.ts'
import { hashSecret, createReceiptNumber } from '../../platform/sessions/secrets.ts'

const RECOVERY_CODES = 10

/** The second factor of somebody, locked: of two tries with one code one is right. */
export const lockFactor = (db: Db, staff: string) =>
  db
    .selectFrom('staff_factor')
    .selectAll()
    .where('staff_code', '=', staff)
    .forUpdate()
    .executeTakeFirst()

/** How many recovery codes are left. */
export async function countRecoveryCodes(db: Db, staff: string): Promise<number> {
  const { count } = await db
    .selectFrom('staff_recovery')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('staff_code', '=', staff)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Keep a secret that is not proven yet; one that counts stays. */
export const storePendingSecret = (
  db: Db,
  { staff, pending, now }: { staff: string; pending: Buffer; now: Date },
) =>
  db
    .insertInto('staff_factor')
    .values({ staff_code: staff, sealed: null, pending, begun_at: now, confirmed_at: null })
    .onConflict((conflict) => conflict.column('staff_code').doUpdateSet({ pending, begun_at: now }))
    .execute()

/** From now on the pending secret counts. Answers new recovery codes; the old ones are gone. */
export async function confirmPendingSecret(
  db: Db,
  { staff, step, now }: { staff: string; step: number; now: Date },
): Promise<string[]> {
  await db
    .updateTable('staff_factor')
    .set((e) => ({
      sealed: e.ref('pending'),
      pending: null,
      confirmed_at: now,
      last_step: String(step),
    }))
    .where('staff_code', '=', staff)
    .execute()
  await db.deleteFrom('staff_recovery').where('staff_code', '=', staff).execute()
  const codes = Array.from(
    { length: RECOVERY_CODES },
    () => `${createReceiptNumber()}-${createReceiptNumber()}`,
  )
  await db
    .insertInto('staff_recovery')
    .values(
      codes.map((code) => ({
        code_hash: hashSecret(code.replaceAll('-', '')),
        staff_code: staff,
        used_at: null,
      })),
    )
    .execute()
  return codes
}

/** Remember the newest half minute of which a code was taken. */
export const recordUsedTimeStep = (db: Db, staff: string, step: number) =>
  db
    .updateTable('staff_factor')
    .set({ last_step: String(step) })
    .where('staff_code', '=', staff)
    .execute()

/** Use a recovery code up. Answers whether it was good. */
export async function consumeRecoveryCode(
  db: Db,
  { staff, code, now }: { staff: string; code: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff_recovery')
    .set({ used_at: now })
    .where('staff_code', '=', staff)
    .where('code_hash', '=', hashSecret(code))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Take somebody's second factor away. */
export async function removeFactor(db: Db, staff: string): Promise<void> {
  await db.deleteFrom('staff_recovery').where('staff_code', '=', staff).execute()
  await db.deleteFrom('staff_factor').where('staff_code', '=', staff).execute()
}

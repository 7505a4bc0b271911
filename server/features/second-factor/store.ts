import type { Db } from '../../platform/database/db.ts'
import { countRows } from '../../platform/database/queries/count-rows.ts'
import { hashSecret, createReceiptNumber } from '../../platform/sessions/secrets.ts'

const RECOVERY_CODES = 10

/**
 * Finds a second factor and locks it, so that of two concurrent attempts with the same code only
 * one succeeds.
 */
export const findSecondFactorForUpdate = (db: Db, staff: string) =>
  db
    .selectFrom('staff_factor')
    .selectAll()
    .where('staff_code', '=', staff)
    .forUpdate()
    .executeTakeFirst()

/** Counts the unused recovery codes. */
export async function countRecoveryCodes(db: Db, staff: string): Promise<number> {
  return countRows(
    db.selectFrom('staff_recovery').where('staff_code', '=', staff).where('used_at', 'is', null),
  )
}

/** Stores a secret that is not confirmed yet. The active secret stays. */
export const storePendingSecret = (
  db: Db,
  { staff, pending, now }: { staff: string; pending: Buffer; now: Date },
) =>
  db
    .insertInto('staff_factor')
    .values({ staff_code: staff, sealed: null, pending, begun_at: now, confirmed_at: null })
    .onConflict((conflict) => conflict.column('staff_code').doUpdateSet({ pending, begun_at: now }))
    .execute()

/** Activates the pending secret. Returns new recovery codes, which replace the old ones. */
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

/** Stores the time step of the last accepted code, so that no code is accepted twice. */
export const recordUsedTimeStep = (db: Db, staff: string, step: number) =>
  db
    .updateTable('staff_factor')
    .set({ last_step: String(step) })
    .where('staff_code', '=', staff)
    .execute()

/** Consumes a recovery code. Returns whether it was valid. */
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

/** Removes a staff member's second factor. */
export async function removeSecondFactor(db: Db, staff: string): Promise<void> {
  await db.deleteFrom('staff_recovery').where('staff_code', '=', staff).execute()
  await db.deleteFrom('staff_factor').where('staff_code', '=', staff).execute()
}

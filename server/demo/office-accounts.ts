import type { Db } from '../platform/database/db.ts'
import { hashPassword } from '../platform/sessions/password.ts'
import { demoOfficeStaff } from './demo-people.ts'

/**
 * Inserts the office staff of the demo campus, unless they exist. Also works for a demo that an
 * older version created.
 */
export async function seedOfficeAccounts(tx: Db, now: Date): Promise<void> {
  if ((await tx.selectFrom('staff_role').select('role').limit(1).executeTakeFirst()) !== undefined)
    return
  const passwords = await Promise.all(demoOfficeStaff.map(({ secret }) => hashPassword(secret)))
  await tx
    .insertInto('staff')
    .values(
      demoOfficeStaff.map(({ number, name, department, post, phone }, index) => ({
        code: number,
        id: `U${number}`,
        name,
        department,
        post,
        phone,
        password_hash: passwords[index] ?? '',
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('staff_role')
    .values(
      demoOfficeStaff.map(({ number, role }) => ({ staff_code: number, role, given_at: now })),
    )
    .execute()
}

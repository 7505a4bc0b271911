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

/** Gives the demo's counsellor the classes of two known new students. */
export const seedCounsellorClasses = (tx: Db) =>
  tx
    .insertInto('staff_class')
    .columns(['staff_code', 'class_name'])
    .expression((e) =>
      e
        .selectFrom('staff')
        .innerJoin('student', (join) =>
          join.on('student.code', 'in', ['S990001', 'S990002']).on('student.class_name', '<>', ''),
        )
        .select(['staff.code', 'student.class_name'])
        .where('staff.code', '=', 'T8501'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

import { after } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { hashPassword } from '../../platform/password.ts'
import { hashOf, newSecret } from '../../platform/secrets.ts'
import type { Caller } from '../../platform/session.ts'

const TICKET_SECONDS = 600

/** Somebody who is bound. */
export type Known = Exclude<Caller, { role: 'nobody' }>

/** The phone on record; none for staff who gave none. */
export const phoneOf = (caller: Known): string | undefined =>
  (caller.role === 'student' ? caller.student.phone : caller.staff.phone) || undefined

/** The ID number on record; none for staff who gave none. */
export const idCardOf = (caller: Known): string | undefined =>
  (caller.role === 'student' ? caller.student.id_card : caller.staff.id_card) || undefined

/** Put a proven phone on record. */
export async function setPhone(db: Db, caller: Known, phone: string): Promise<void> {
  if (caller.role === 'student') await db.updateTable('student').set({ phone }).where('code', '=', caller.student.code).execute()
  else await db.updateTable('staff').set({ phone }).where('code', '=', caller.staff.code).execute()
}

/** The stored password of the account; a student has none before the first reset. */
export async function storedPassword(db: Db, caller: Known): Promise<string | undefined> {
  if (caller.role === 'staff') return caller.staff.password_hash
  const found = await db
    .selectFrom('student_password')
    .select('password_hash')
    .where('student_code', '=', caller.student.code)
    .executeTakeFirst()
  return found?.password_hash
}

/** Give the account a new password. */
export async function setPassword(db: Db, caller: Known, password: string): Promise<void> {
  const password_hash = await hashPassword(password)
  if (caller.role === 'staff') {
    await db.updateTable('staff').set({ password_hash }).where('code', '=', caller.staff.code).execute()
    return
  }
  await db
    .insertInto('student_password')
    .values({ student_code: caller.student.code, password_hash })
    .onConflict((conflict) => conflict.column('student_code').doUpdateSet({ password_hash }))
    .execute()
}

/** A ticket that allows one reset of the password; it takes the place of the one before. */
export async function newTicket(db: Db, { subject, now }: { subject: string; now: Date }): Promise<string> {
  const ticket = newSecret()
  const values = { ticket_hash: hashOf(ticket), expires_at: after(now, TICKET_SECONDS) }
  await db
    .insertInto('reset_ticket')
    .values({ ...values, subject })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(values))
    .execute()
  return ticket
}

/** Use a ticket up. Answers whether it was good. */
export async function useTicket(
  db: Db,
  { subject, ticket, now }: { subject: string; ticket: string; now: Date },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('reset_ticket')
    .where('subject', '=', subject)
    .where('ticket_hash', '=', hashOf(ticket))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Forget tickets that have run out. */
export const pruneTickets = (db: Db, now: Date) => db.deleteFrom('reset_ticket').where('expires_at', '<', now).execute()

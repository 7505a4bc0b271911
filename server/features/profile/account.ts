import { addSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { hashPassword } from '../../platform/sessions/password.ts'
import { hashSecret, createSecret } from '../../platform/sessions/secrets.ts'
import type { Caller } from '../../platform/sessions/session.ts'

/** Somebody who is bound. */
export type BoundCaller = Exclude<Caller, { role: 'nobody' }>

/** The phone on record; none for staff who gave none. */
export const phoneOf = (caller: BoundCaller): string | undefined =>
  (caller.role === 'student' ? caller.student.phone : caller.staff.phone) || undefined

/** The ID number on record; none for staff who gave none. */
export const idCardOf = (caller: BoundCaller): string | undefined =>
  (caller.role === 'student' ? caller.student.id_card : caller.staff.id_card) || undefined

/** Put a proven phone on record. */
export async function setPhone(db: Db, caller: BoundCaller, phone: string): Promise<void> {
  if (caller.role === 'student')
    await db.updateTable('student').set({ phone }).where('code', '=', caller.student.code).execute()
  else await db.updateTable('staff').set({ phone }).where('code', '=', caller.staff.code).execute()
}

/** The stored password of the account; a student has none before the first reset. */
export async function storedPassword(db: Db, caller: BoundCaller): Promise<string | undefined> {
  if (caller.role === 'staff') return caller.staff.password_hash
  const found = await db
    .selectFrom('student_password')
    .select('password_hash')
    .where('student_code', '=', caller.student.code)
    .executeTakeFirst()
  return found?.password_hash
}

/** Give the account a new password. */
export async function setPassword(db: Db, caller: BoundCaller, password: string): Promise<void> {
  const password_hash = await hashPassword(password)
  if (caller.role === 'staff') {
    await db
      .updateTable('staff')
      .set({ password_hash, first_password_until: null })
      .where('code', '=', caller.staff.code)
      .execute()
    return
  }
  await db
    .insertInto('student_password')
    .values({ student_code: caller.student.code, password_hash })
    .onConflict((conflict) => conflict.column('student_code').doUpdateSet({ password_hash }))
    .execute()
}

/** What a ticket allows once; each kind has a table of its own. */
type Kind = 'reset_ticket' | 'phone_ticket'

// Long enough for three pages and a text message.
const TICKET_SECONDS: Readonly<Record<Kind, number>> = { reset_ticket: 600, phone_ticket: 1800 }

/** A ticket that allows one step; it takes the place of the one before. */
export async function newTicket(
  db: Db,
  kind: Kind,
  { subject, now }: { subject: string; now: Date },
): Promise<string> {
  const ticket = createSecret()
  const values = {
    ticket_hash: hashSecret(ticket),
    expires_at: addSeconds(now, TICKET_SECONDS[kind]),
  }
  await db
    .insertInto(kind)
    .values({ ...values, subject })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(values))
    .execute()
  return ticket
}

interface PresentedTicket {
  readonly subject: string
  readonly ticket: string
  readonly now: Date
}

/** Is this ticket good? It is not used up by asking. */
export async function isTicketValid(
  db: Db,
  kind: Kind,
  { subject, ticket, now }: PresentedTicket,
): Promise<boolean> {
  const found = await db
    .selectFrom(kind)
    .select('subject')
    .where('subject', '=', subject)
    .where('ticket_hash', '=', hashSecret(ticket))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found !== undefined
}

/** Use a ticket up. Answers whether it was good. */
export async function consumeTicket(
  db: Db,
  kind: Kind,
  { subject, ticket, now }: PresentedTicket,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom(kind)
    .where('subject', '=', subject)
    .where('ticket_hash', '=', hashSecret(ticket))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Forget tickets that have run out. */
export async function pruneTickets(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('reset_ticket').where('expires_at', '<', now).execute()
  await db.deleteFrom('phone_ticket').where('expires_at', '<', now).execute()
}

import { addSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { hashPassword } from '../../platform/sessions/password.ts'
import { hashSecret, createSecret } from '../../platform/sessions/secrets.ts'
import type { Caller } from '../../platform/sessions/session.ts'

/** A signed-in caller. */
export type BoundCaller = Exclude<Caller, { role: 'nobody' }>

/** The phone number on record; undefined for staff without one. */
export const getPhoneNumberOfCaller = (caller: BoundCaller): string | undefined =>
  (caller.role === 'student' ? caller.student.phone : caller.staff.phone) || undefined

/** The ID number on record; undefined for staff without one. */
export const getIdCardOfCaller = (caller: BoundCaller): string | undefined =>
  (caller.role === 'student' ? caller.student.id_card : caller.staff.id_card) || undefined

/** Stores a verified phone number. */
export async function storePhoneNumberOfCaller(
  db: Db,
  caller: BoundCaller,
  phone: string,
): Promise<void> {
  if (caller.role === 'student')
    await db.updateTable('student').set({ phone }).where('code', '=', caller.student.code).execute()
  else await db.updateTable('staff').set({ phone }).where('code', '=', caller.staff.code).execute()
}

/** Finds the stored password hash. A student has no password before the first reset. */
export async function storedPassword(db: Db, caller: BoundCaller): Promise<string | undefined> {
  if (caller.role === 'staff') return caller.staff.password_hash
  const found = await db
    .selectFrom('student_password')
    .select('password_hash')
    .where('student_code', '=', caller.student.code)
    .executeTakeFirst()
  return found?.password_hash
}

/** Stores a new password. */
export async function storePassword(db: Db, caller: BoundCaller, password: string): Promise<void> {
  const password_hash = await hashPassword(password)
  if (caller.role === 'staff') {
    await db
      .updateTable('staff')
      .set({
        password_hash,
        has_password: true,
        first_password_until: null,
        first_password_used_at: null,
      })
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

/** The kinds of tickets. A ticket allows one action; each kind has its own table. */
type Kind = 'reset_ticket' | 'phone_ticket'

// The lifetimes of tickets, seconds: long enough for three pages and an SMS.
const TICKET_SECONDS: Readonly<Record<Kind, number>> = { reset_ticket: 600, phone_ticket: 1800 }

/** Creates a ticket that allows one action. It replaces the earlier ticket. */
export async function createActionTicket(
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

/** Whether this ticket is valid. The ticket is not consumed. */
export async function isActionTicketValid(
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

/** Consumes a ticket. Returns whether it was valid. */
export async function consumeActionTicket(
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

/** Deletes expired tickets. */
export async function pruneActionTickets(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('reset_ticket').where('expires_at', '<', now).execute()
  await db.deleteFrom('phone_ticket').where('expires_at', '<', now).execute()
}
